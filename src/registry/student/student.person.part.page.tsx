import type { ReactNode } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { asText } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Neighbours } from "#console/screens/screens.neighbours.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { History } from "#console/screens/screens.view.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { StudentPhoto } from "./student.card.part.page.tsx";
import { students } from "./student.contract.ts";
import { statusLooks } from "./student.rules.ts";
import { readStudentSummary, type StudentSummary } from "./student.selection.contract.ts";

interface PageParts {
  /** What else can be opened of one student, such as the application. */
  readonly ways: (student: StudentSummary) => ReactNode;
  /** What other nouns know of one student. */
  readonly sections: (student: StudentSummary) => ReactNode;
  /** What can be done with the students that are chosen in the list. */
  readonly chosenDeeds: ((picked: Picked) => ReactNode) | undefined;
}

/** Every student; one of them as a whole; and the plain form. */
export function StudentScreens({ ways, sections, chosenDeeds }: PageParts) {
  const { pathname } = useLocation();
  if (pathname === students.link) return <RecordList of={students} chosenDeeds={chosenDeeds} />;
  const id = matched(`${students.link}/:id`, pathname)?.id;
  if (!id || id === "new") return <RecordScreens of={students} />;
  return <StudentPage key={id} id={id} ways={ways} sections={sections} />;
}

function StudentPage({ id, ways, sections }: Pick<PageParts, "ways" | "sections"> & { readonly id: string }) {
  const read = useRead(students.calls.read, { id });
  const summary = useRead(readStudentSummary, { id });
  return (
    <ReadRecord from={read} of={students}>
      {(answer) => (
        <ReadRecord from={summary} of={students}>
          {(student) => (
            <Shown row={answer as Row} student={student} ways={ways(student)}>
              {sections(student)}
            </Shown>
          )}
        </ReadRecord>
      )}
    </ReadRecord>
  );
}

interface ShownParts {
  readonly row: Row;
  readonly student: StudentSummary;
  readonly ways: ReactNode;
  readonly children: ReactNode;
}

function Shown({ row, student, ways, children }: ShownParts) {
  const mayChange = useRight("students.change");
  const { state } = useLocation();
  const { _id, name, status, statusAt } = student;
  return (
    <>
      <ConsoleHeading title={name} note={<WordBadge look={statusLooks[status]} word={status} />}>
        <Neighbours of={students} id={_id} />
        {mayChange && missingOf(row).length > 0 && (
          <Link to={`${students.link}/${_id}/edit`} state={state} className="button">
            Fill in what is missing
          </Link>
        )}
      </ConsoleHeading>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <section aria-label="At a glance" className="card flex flex-wrap gap-4 p-4">
            <StudentPhoto of={student} />
            <div className="min-w-0 grow basis-56">
              <p className="figures text-large">{student.matric ?? "No matric number yet"}</p>
              <p>{[student.programme, student.level && `${student.level} level`].filter(Boolean).join(", ")}</p>
              <p className="text-soft">
                {status} since {asDay(statusAt)}
              </p>
              {ways}
            </div>
          </section>
          {!student.account && (
            <Alert look="warn" title="No account yet">
              <p>
                Until {listOf(missingOf(row, ["jamb", "phonenumber"]))}{" "}
                {missingOf(row, ["jamb", "phonenumber"]).length === 1 ? "is" : "are"} filled in, the student can neither
                sign in nor pay.
              </p>
            </Alert>
          )}
          {children}
          <section aria-labelledby="record" className="card px-5 py-4">
            <h2 id="record" className="text-large">
              Record
            </h2>
            <Facts list={shown(row).map((field) => ({ label: field.label, value: asText(field, row[field.name]) }))} />
          </section>
        </div>
        <History of={students} id={_id} />
      </div>
    </>
  );
}

/** What stands in the heading already is not said again. */
const shown = (row: Row) =>
  students.shown.filter(({ name }) => !["status", "statusAt"].includes(name) && (name !== "middlename" || row[name]));

/** The labels of what nobody has filled in. */
const missingOf = (row: Row, among?: readonly string[]): string[] =>
  students.facts
    .filter(({ name }) => name !== "middlename" && (!among || among.includes(name)) && (row[name] ?? "") === "")
    .map(({ label }) => label);

const listOf = (words: readonly string[]) => new Intl.ListFormat("en-NG").format(words.map((word) => `the ${word}`));
