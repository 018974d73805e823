import { semesterTitle } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { spoken } from "#console/list/list.columns.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link, useSearchParams } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { EachLine, PaperWords } from "#kit/paper/paper-words.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { Qr } from "#kit/paper/qr.web.tsx";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import {
  type AllocationLetter,
  type Board,
  readBoard,
  readLetter,
  readOwnLetter,
} from "./course-allocation.board.contract.ts";
import { asUnits, boardLink } from "./course-allocation.rules.ts";

const SHEET =
  "mx-auto flex max-w-[60rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0";

const Above = ({ title, back, word }: { title: string; back: string; word: string }) => (
  <div className="no-print">
    <ConsoleHeading title={title}>
      <Link to={back} className="button button-quiet">
        {word}
      </Link>
      <PrintButton />
    </ConsoleHeading>
  </div>
);

/** The letter by which a lecturer is told what to teach. */
export const LetterPaper = ({ id }: { id: string }) => (
  <>
    <Above title="Letter of allocation" back={boardLink} word="Back to the board" />
    <Read from={useRead(readLetter, { id })} waiting={<div className="bone late h-96" />}>
      {(letter) => <Letter of={letter} />}
    </Read>
  </>
);

/** The same for the lecturer. */
export const OwnLetterPaper = ({ id, back }: { id: string; back: string }) => (
  <>
    <Above title="Letter of allocation" back={back} word="All my courses" />
    <Read from={useRead(readOwnLetter, { id })} waiting={<div className="bone late h-96" />}>
      {(letter) => <Letter of={letter} />}
    </Read>
  </>
);

function Letter({ of }: { of: AllocationLetter }) {
  const { name, foldernumber, department, issuedby, issuedAt, semesters, least, words, genuine, asOf } = of;
  return (
    <article className={SHEET}>
      <Letterhead {...letterhead} />
      <div>
        <p>{asDay(issuedAt)}</p>
        <p className="mt-2">
          <strong>{name}</strong>
          <br />
          {department}, folder number {foldernumber}
        </p>
      </div>
      <h2 className="text-title">{words.heading}</h2>
      {semesters.length === 0 ? (
        <p>No course is allocated to you in this session any more.</p>
      ) : (
        <PaperWords text={words.opening} />
      )}
      {semesters.map(({ semester, units, classes }) => (
        <section key={semester} aria-label={`Semester ${semester}`}>
          <h3 className="mb-1 font-semibold">{semesterTitle(semester)}</h3>
          <Table
            headings={["Code", "Course", "Units", "Level", "Programmes", "With"]}
            rows={classes.map((one) => [
              one.code,
              one.name,
              String(one.credit),
              String(one.level),
              one.programmes.join(", "),
              [one.others.join(", "), one.others.length > 0 && one.incharge && "you are in charge"]
                .filter(Boolean)
                .join("; ") || "Nobody",
            ])}
          />
          <p className="mt-1">
            Your load: <strong>{asUnits(units)}</strong>. The least is {asUnits(least)} in a semester. A class that
            several teach is shared equally.
          </p>
        </section>
      ))}
      <PaperWords text={words.closing} />
      <footer className="keep-together mt-6 flex flex-wrap items-end justify-between gap-4 border-ink border-t pt-3 text-small sm:flex-nowrap">
        <p className="min-w-0">
          Issued by {issuedby}. As the records stood on {asMinute(asOf)}.
          <br />
          Anybody may check this letter: <span className="wrap-anywhere">{genuine}</span>
        </p>
        <Qr text={genuine} label={`Letter of allocation of ${name}`} className="size-[28mm] shrink-0" />
      </footer>
    </article>
  );
}

/** A department's allocation of a semester as it goes to Quality Assurance. */
export function ListPaper() {
  const [asked] = useSearchParams();
  const read = useRead(withQuery(readBoard, asked.toString()));
  return (
    <>
      <Above title="Print the allocation" back={`${boardLink}?${asked}`} word="Back to the board" />
      <Read from={read} waiting={<div className="bone late h-96" />}>
        {(board) => <List of={board} />}
      </Read>
    </>
  );
}

function List({ of: { department, classes, loads, least, words } }: { of: Board }) {
  return (
    <article className={SHEET}>
      <Letterhead {...letterhead} />
      <h2 className="text-title">{words.heading}</h2>
      <Table
        headings={["Code", "Course", "Units", "Level", "Registered", "Lecturers"]}
        rows={[...classes]
          .sort((one, other) => one.code.localeCompare(other.code))
          .map((one) => [
            one.code,
            one.name,
            String(one.credit),
            String(one.level),
            String(one.registered),
            one.lecturers
              .map(({ name, incharge, away }) => `${name}${away ? ` (${away})` : incharge ? " (in charge)" : ""}`)
              .join(", ") || "No lecturer",
          ])}
      />
      <section aria-label="Load">
        <h3 className="mb-1 font-semibold">Load in the semester; the least is {asUnits(least)}</h3>
        <Table
          headings={["Lecturer", "Department", "Classes", "Units"]}
          rows={loads.map((one) => [
            one.name,
            one.department ?? department?.name ?? "",
            String(one.classes),
            `${one.units}${one.department === null && one.units < least ? ", below the least" : ""}`,
          ])}
        />
      </section>
      <footer className="keep-together mt-auto border-ink border-t pt-3 text-small">
        <p className="mt-14 grid grid-cols-2 gap-8">
          <EachLine of={words.signatories}>
            {(line) => <span className="border-ink border-t pt-1">{line}</span>}
          </EachLine>
        </p>
        <p className="mt-3">Printed on {asDay(new Date().toISOString())}.</p>
      </footer>
    </article>
  );
}

interface TableParts {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** On a phone each row is a few lines, in which every word but the first two is said before it. */
const Table = ({ headings, rows }: TableParts) => (
  <table {...spoken.table} className="w-full border-collapse text-small">
    <thead {...spoken.group} className="max-sm:sr-only">
      <tr {...spoken.row} className="border-line border-b text-left">
        {headings.map((heading) => (
          <th key={heading} scope="col" {...spoken.heading} className="py-1.5 pr-3 font-semibold">
            {heading}
          </th>
        ))}
      </tr>
    </thead>
    <tbody {...spoken.group}>
      {rows.map((cells) => (
        <tr
          key={cells.join()}
          {...spoken.row}
          className="break-inside-avoid border-line border-b align-top max-sm:flex max-sm:flex-wrap"
        >
          {cells.map((cell, at) => (
            <td
              key={headings[at]}
              {...spoken.cell}
              className={`figures wrap-anywhere py-1 pr-3 ${at === 0 ? "font-semibold" : ""}`}
            >
              {at > 1 && (
                <span aria-hidden className="text-soft sm:hidden">
                  {headings[at]}{" "}
                </span>
              )}
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
