import type { ReactNode } from "react";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { spoken } from "#console/list/list.columns.part.page.tsx";
import { RowBones } from "#console/list/list.table.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { StateWord, WordBadge } from "#kit/look/badge.web.tsx";
import { EmptyState } from "#kit/look/states.web.tsx";
import { Link, useSearchParams } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { sheetLooks } from "../score-sheet/score-sheet.rules.ts";
import { readLateBoard, scoreDeadlines } from "./score-deadline.contract.ts";

type Board = Replied<typeof readLateBoard>;
type Class = Board["classes"][number];

/** `/staff/score-deadlines`, and `/late` below it: by department and class, what is typed, with whom each sheet is, and who is late. */
export function LateBoard({ tabs }: { tabs: ReactNode }) {
  const [asked] = useSearchParams();
  const read = useRead(withQuery(readLateBoard, asked.toString()));
  return (
    <>
      <ConsoleHeading title="Sheets due" note={read.data && <Term of={read.data} />} />
      {tabs}
      <Read from={read} waiting={<RowBones />}>
        {(of) =>
          of.departments.length === 0 ? (
            <EmptyState
              title="No class has a student in this semester"
              text="Classes stand here once students have registered, as far as your right reaches."
            />
          ) : (
            <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5">
              <Departments of={of} />
              <Classes of={of} />
            </div>
          )
        }
      </Read>
    </>
  );
}

const linkTo = (of: Board, more: Record<string, string>): string =>
  `${scoreDeadlines.link}/late?${new URLSearchParams({ session: of.session._id, semester: String(of.semester), ...more })}`;

function Term({ of }: { of: Board }) {
  const other = of.semester === 1 ? 2 : 1;
  return (
    <span className="text-soft">
      {of.session.name}, {semesterWords(of.semester)}.{" "}
      <Link to={linkTo(of, { semester: String(other) })} className="link">
        See the {semesterWords(other)}
      </Link>
    </span>
  );
}

const offices: Readonly<Record<string, string>> = {
  "With head": "head",
  "With dean": "dean",
  "With examinations": "examinations",
  "With board": "board",
};

/** "head 2.5 days, dean 1.0": how long each office took. */
const tookWords = (steps: Class["steps"]): string =>
  steps.map(({ state, days }) => `${offices[state] ?? state} ${(days / 10).toFixed(1)}`).join(", ");

interface HeadParts {
  readonly headings: readonly (readonly [word: string, look: string | undefined])[];
}

const Head = ({ headings }: HeadParts) => (
  <thead {...spoken.group}>
    <tr {...spoken.row}>
      {headings.map(([word, look]) => (
        <th key={word} scope="col" {...spoken.heading} className={look}>
          {word}
        </th>
      ))}
    </tr>
  </thead>
);

const departmentHeadings = [
  ["Department", undefined],
  ["Classes", "right"],
  ["Sent in", "right"],
  ["Approved", "right"],
  ["Late", "right"],
  ["Days each office took", undefined],
] as const;

const Departments = ({ of }: { of: Board }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
  <section className="table-frame" aria-label="Departments" tabIndex={0}>
    <table {...spoken.table} className="cards table">
      <Head headings={departmentHeadings} />
      <tbody {...spoken.group}>
        {of.departments.map((one) => (
          <tr key={one._id} {...spoken.row}>
            <td {...spoken.cell} className="first">
              <Link to={linkTo(of, { department: one._id })} className="link">
                {one.name}
              </Link>
            </td>
            <td {...spoken.cell} className="right figures" data-word="Classes">
              {one.classes}
            </td>
            <td {...spoken.cell} className="right figures" data-word="Sent in">
              {one.sent}
            </td>
            <td {...spoken.cell} className="right figures" data-word="Approved">
              {one.approved}
            </td>
            <td {...spoken.cell} className="right figures" data-word="Late">
              {one.late > 0 ? <WordBadge look="bad" word={String(one.late)} /> : 0}
            </td>
            <td {...spoken.cell} data-word="Days taken">
              {tookWords(one.steps) || "–"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const classHeadings = [
  ["Class", undefined],
  ["Lecturers", undefined],
  ["Due", undefined],
  ["Typed", "right"],
  ["With whom", undefined],
  ["Days taken", undefined],
] as const;

function Classes({ of }: { of: Board }) {
  const late = of.classes.filter((one) => (one.late ?? 0) > 0).length;
  const maySee = useRight("score-sheets");
  const mayType = useRight("score-sheets.change");
  return (
    <section aria-labelledby="classes">
      <h2 id="classes" className="mb-2 text-large">
        {of.departments.find(({ _id }) => _id === of.department)?.name ?? "All departments"}
      </h2>
      <p className="mb-3">
        {late === 0 ? "No sheet is late." : `${asCount(late, "sheet is", "sheets are")} late, the latest first.`}{" "}
        {of.department && (
          <Link to={linkTo(of, {})} className="link">
            See all departments
          </Link>
        )}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
      <div className="table-frame" tabIndex={0}>
        <table {...spoken.table} className="cards table">
          <Head headings={classHeadings} />
          <tbody {...spoken.group}>
            {of.classes.map((one) => (
              <tr key={one._id} {...spoken.row}>
                <td {...spoken.cell} className="first">
                  {(one.sheet ? maySee : mayType) ? (
                    <Link to={`/staff/score-sheets/${one.sheet ?? `class/${one._id}`}`} className="link">
                      {one.code} {one.name}
                    </Link>
                  ) : (
                    `${one.code} ${one.name}`
                  )}
                </td>
                <td {...spoken.cell}>{one.lecturers.join(", ") || <WordBadge look="bad" word="Nobody" />}</td>
                <td {...spoken.cell} data-word="Due">
                  <Due of={one} />
                </td>
                <td {...spoken.cell} className="right figures" data-word="Typed">
                  {one.typed} of {one.students}
                </td>
                <td {...spoken.cell} data-word="With">
                  <StateWord look={sheetLooks[one.state]} word={one.state === "Open" ? "Lecturers" : one.state} />
                  {one.days !== null && one.state.startsWith("With") && (
                    <span className="block text-small text-soft">for {asCount(one.days, "day")}</span>
                  )}
                </td>
                <td {...spoken.cell} data-word="Days taken">
                  {tookWords(one.steps) || "–"}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Due({ of: { due, late } }: { of: Class }) {
  if (due === null) return <span className="text-soft">no day named</span>;
  return (
    <>
      {asDay(due)}
      {late !== null && late > 0 && (
        <span className="block">
          <WordBadge look="bad" word={`${asCount(late, "day")} late`} />
        </span>
      )}
    </>
  );
}
