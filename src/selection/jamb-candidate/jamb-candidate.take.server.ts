import { genderIn, jambIn, nameIn, originIn, textIn, utmeIn } from "../jamb-list/jamb-list.cells.server.ts";
import type { RowReader } from "../jamb-list/jamb-list.take.server.ts";

/** What a row of the candidates' list says. */
export interface CandidateRow {
  readonly jamb: string;
  readonly name: string;
  readonly gender: string | null;
  readonly stateoforigin: string | null;
  readonly lgaoforigin: string | null;
  /** As the file spells it. */
  readonly course: string | null;
  readonly utme: number | null;
  readonly subjects: string | null;
}

const subjectColumns = ["subject1", "subject2", "subject3", "subject4"];

export const readCandidate: RowReader<CandidateRow> = (cells, say) => {
  const { jamb = "", name = "", lastname = "", firstname = "", middlename = "" } = cells;
  const { stateoforigin: state = "", lgaoforigin: area = "", gender = "", course = "", utme = "" } = cells;
  const subjects = subjectColumns.map((column) => cells[column] ?? "").filter((subject) => subject !== "");
  return {
    jamb: jambIn(jamb, say),
    name: nameIn(name === "" ? [lastname, firstname, middlename] : [name], say),
    gender: genderIn(gender, say),
    ...originIn({ state, area }, say),
    course: textIn("Course", course, 200, say) || null,
    utme: utmeIn(utme, say),
    subjects: textIn("Subjects", subjects.join(", "), 200, say) || null,
  };
};
