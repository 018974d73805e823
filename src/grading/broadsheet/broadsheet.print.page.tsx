import { semesterWords } from "#calendar/session/session.rules.ts";
import { EachLine } from "#kit/paper/paper-words.web.tsx";
import "./broadsheet-print.css";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { RowBones } from "#console/list/list.table.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link, useSearchParams } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { type Broadsheet, readBroadsheet } from "./broadsheet.contract.ts";
import { broadsheetLink } from "./broadsheet.rules.ts";
import { BroadsheetTable } from "./broadsheet.table.part.page.tsx";

/** More columns than these are not read on a sheet of A4. */
const MOST_ON_A4 = 12;

/** `/staff/broadsheets/print`: the broadsheet as the board has it on the table. */
export function BroadsheetPaper() {
  const [asked] = useSearchParams();
  const read = useRead(withQuery(readBroadsheet, asked.toString()));
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Broadsheet to print">
          <Link to={`${broadsheetLink}?${asked}`} className="button button-quiet">
            Back
          </Link>
          {read.data && <PrintButton />}
        </ConsoleHeading>
      </div>
      <Read from={read} waiting={<RowBones />}>
        {(of) => (
          <article
            aria-label="Broadsheet"
            className={`grid grid-cols-[minmax(0,1fr)] gap-4 print:gap-2 ${of.courses.length > MOST_ON_A4 ? "broadsheet-wide" : "broadsheet"}`}
          >
            <Letterhead {...letterhead} />
            <div>
              <h2 className="text-title">{of.words.heading}</h2>
              <p>
                {of.programme.name}, {of.level} level, {semesterWords(of.semester)} {of.session.name}
                {of.range && `, steps ${of.range.from} to ${of.range.to}`}. {asCount(of.rows.length, "student")}. As of{" "}
                {asMinute(of.asOf)}.
              </p>
            </div>
            <BroadsheetTable of={of} />
            <CourseLines of={of} />
            <Signatures of={of.words.signatories} />
          </article>
        )}
      </Read>
    </>
  );
}

const cell = "border-line border-b py-1 pr-3 text-small print:py-0.5 print:text-[7.5pt]";

/** How each course came out, a line each. */
const CourseLines = ({ of: { courses } }: { of: Broadsheet }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
  <section className="overflow-x-auto print:overflow-visible" aria-label="Courses" tabIndex={0}>
    <table className="w-full border-collapse text-left">
      <thead>
        <tr>
          {["Course", "Units", "Students", "Mean", "Not passed", "Grades and codes", "Sheet"].map((word) => (
            <th key={word} scope="col" className={cell}>
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {courses.map(({ class: key, code, title, units, students, spread, sheet }) => (
          <tr key={key} className="keep-together">
            <td className={cell}>
              <strong>{code}</strong> {title}
            </td>
            <td className={cell}>{units}</td>
            <td className={cell}>{students}</td>
            <td className={cell}>{spread.mean === null ? "–" : (spread.mean / 10).toFixed(1)}</td>
            <td className={cell}>
              {spread.failed} ({spread.failing} %)
            </td>
            <td className={cell}>
              {[
                ...spread.grades.map(({ grade, count }) => `${grade} ${count}`),
                ...spread.codes.map(({ code: word, count }) => `${word} ${count}`),
              ].join(", ")}
            </td>
            <td className={cell}>{sheet?.state ?? "No sheet"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Signatures = ({ of }: { of: string }) => (
  <div className="keep-together mt-6 grid gap-8 sm:grid-cols-4 print:mt-4 print:grid-cols-4">
    <EachLine of={of}>
      {(office) => (
        <p className="border-ink border-t pt-1 text-small">
          {office}
          <span className="block text-soft">Signature and date</span>
        </p>
      )}
    </EachLine>
  </div>
);
