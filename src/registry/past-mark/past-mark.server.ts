import { type RawBuilder, sql } from "kysely";
import { sessionName } from "#calendar/session/session.server.ts";
import { settingInForce } from "#college/setting/setting.server.ts";
import type { MergePart, Noun } from "#console/noun/noun.server.ts";
import type { RecordRules, RowChange } from "#console/record/record.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { ofStudentsWithin, refuseOwnRecords, studentsFound, studentsOfAccount } from "../student/student.server.ts";
import { pastMarks } from "./past-mark.contract.ts";
import { speltInFiles } from "./past-mark.rules.ts";

const pastMarkRules: RecordRules<typeof pastMarks> = {
  of: pastMarks,
  table: "past_mark",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
  found: (words, column) => sql`${column("student")} in (${studentsFound(words)})`,
  constraints: {
    past_mark_once: [
      "value-taken",
      "course",
      "The student has a mark of this course in this semester already. Change that one",
    ],
  },
  check: ({ trx }, { who, before, form }) => refuseOwnRecords(trx, who, markedOf([{ before, form }])),
  many: {
    apart: {},
    async check({ trx }, changes) {
      const [first] = changes;
      if (first) await refuseOwnRecords(trx, first.who, markedOf(changes));
      return new Map();
    },
    columns: [],
    fills: async () => new Map(),
  },
  spelt: speltInFiles,
};

/** The students whose marks these are and would be. */
const markedOf = (changes: readonly Pick<RowChange, "before" | "form">[]): string[] =>
  changes.flatMap(({ before, form }) => [
    ...(before ? [(before.student as { _id: string })._id] : []),
    ...(form ? [form.student as string] : []),
  ]);

const ownPastMarks: OwnRows = {
  name: "past-marks",
  tables: ["past_mark"],
  rows: (owner) =>
    sql`select to_jsonb(m) as row from portal.past_mark m where m.student in (${studentsOfAccount(owner)})`,
  stays: {
    what: ({ length }) => [`Your ${asCount(length, "mark")} of the time before this portal`],
    why: "Your results and your transcript rest on them, for as long as the rules of the college say",
  },
};

interface MarkBeside {
  readonly course: string;
  readonly session: string;
  readonly semester: number;
  /** Whether the record that stays has the same course in the same semester, and whether with the same mark. */
  readonly isthere: boolean;
  readonly issame: boolean;
}

/** Marks go along. A course that both have is one: with the same mark nothing moves, with another one of them is wrong. */
const markMerge: MergePart = {
  tables: ["past_mark"],
  async plan(trx, { kept, gone }) {
    const { rows } = await sql<MarkBeside>`
      select m.course, coalesce(${sessionName(sql.ref("m.session"))}, '') as session, m.semester, k._id is not null as isthere,
        (m.units, m.ca, m.examination, coalesce(m.total, m.ca + m.examination), m.code)
          is not distinct from (k.units, k.ca, k.examination, coalesce(k.total, k.ca + k.examination), k.code) as issame
      from portal.past_mark m left join portal.past_mark k on k.student = ${kept._id}
        and (k.session, k.semester, lower(k.course)) = (m.session, m.semester, lower(m.course))
      where m.student = ${gone._id} order by m.session, m.semester, m.course`.execute(trx);
    const going = rows.filter(({ isthere }) => !isthere).length;
    const same = rows.filter(({ isthere, issame }) => isthere && issame).length;
    return {
      moves: going > 0 ? [asCount(going, "past mark goes along", "past marks go along")] : [],
      stays:
        same > 0 ? [`${asCount(same, "past mark is", "past marks are")} the same on both, and stay as they are`] : [],
      stops: rows
        .filter(({ isthere, issame }) => isthere && !issame)
        .map(({ course, session, semester }) => {
          const term = `${semester === 1 ? "first" : "second"} semester ${session}`;
          return `${course} of the ${term} has another mark on each record. Correct the wrong one first, under Past marks`;
        }),
    };
  },
  async move({ trx, note }, { kept, gone }) {
    const { rows } = await sql`
      update portal.past_mark m set student = ${kept._id}, version = version + 1, "updatedAt" = now()
      where m.student = ${gone._id} and not exists (select from portal.past_mark k where k.student = ${kept._id}
        and (k.session, k.semester, lower(k.course)) = (m.session, m.semester, lower(m.course))) returning m._id`.execute(
      trx,
    );
    if (rows.length > 0)
      note({
        deed: "past_mark.go-along",
        subject: `student:${kept._id}`,
        after: { marks: rows.length, from: gone._id },
      });
  },
};

/** The codes that students have passed before the portal kept results, as a part of a larger query: rows of `student, code`. */
export const passedCodes = (): RawBuilder<unknown> =>
  sql`(select passed.student, passed.course as code from portal.past_mark passed
    where coalesce(passed.total, passed.ca + passed.examination) >= (${settingInForce("passMark")} #>> '{}')::integer)`;

/** The codes that students have a mark of, passed or not: rows of `student, code, session, semester`. */
export const triedCodes = (): RawBuilder<unknown> =>
  sql`(select tried.student, tried.course as code, tried.session, tried.semester from portal.past_mark tried)`;

export const pastMarkNoun: Noun = {
  name: "past-mark",
  records: [pastMarkRules],
  ownRows: [ownPastMarks],
  merges: [markMerge],
};
