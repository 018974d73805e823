import { ChevronDown } from "lucide-react";
import { Fragment } from "react";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { isExcused } from "../academic-record/academic-record.rules.ts";
import { AskAboutMark } from "../mark-inquiry/mark-inquiry.ask.part.page.tsx";
import type { ResultShown, SemesterShown } from "./student-result.contract.ts";

export const termTitle = ({ session, semester }: { readonly session: string; readonly semester: number }): string =>
  `${session}, ${semesterWords(semester)}`;

/** What stands in the place of a mark, as one says it. */
const codeWords: Readonly<Record<string, string>> = {
  Absent: "Absent from the examination",
  Excused: "Excused: it counts nothing",
  Malpractice: "Malpractice",
  "No CA": "No continuous assessment",
};

const sourceWords: Readonly<Record<string, string>> = {
  "Past marks": "From before this portal",
  "Teaching practice": "Teaching practice",
};

/** CA and examination as they were typed, and what they count as. */
function madeOf({ ca, examination, total, code }: ResultShown): string {
  if (code !== null) return codeWords[code] ?? code;
  if (ca === null || examination === null) return "";
  const sum = ca + examination;
  const typed = `CA ${ca} + examination ${examination} = ${sum}`;
  return total !== null && total !== sum ? `${typed}, counts as ${total}` : typed;
}

interface ResultsParts {
  readonly of: SemesterShown;
  /** Which results may be asked about, by their `_id`, each with its last day. */
  readonly askable?: ReadonlyMap<string, string>;
}

/** The courses of a semester, each with its mark and what it is made of. */
export const ResultsTable = ({ of, askable }: ResultsParts) => (
  <table className="w-full border-collapse text-left">
    <caption className="sr-only">Results of {termTitle(of)}</caption>
    <thead>
      <tr className="border-line border-b text-small text-soft">
        <th scope="col" className="w-full py-1.5 pr-2 font-semibold">
          Course
        </th>
        <th scope="col" className="hidden py-1.5 pr-2 text-right font-semibold sm:table-cell print:table-cell">
          Units
        </th>
        <th scope="col" className="py-1.5 pr-2 text-right font-semibold">
          Total
        </th>
        <th scope="col" className="py-1.5 font-semibold">
          Grade
        </th>
      </tr>
    </thead>
    <tbody>
      {of.results.map((one) => (
        <Fragment key={one._id}>
          <tr
            className={`keep-together border-line align-top ${askable?.has(one._id) ? "print:border-b" : "border-b last:border-b-0"}`}
          >
            <th scope="row" className="min-w-0 py-2 pr-2 font-normal">
              <strong className="whitespace-nowrap">{one.course}</strong> {one.title}
              <span className="figures block text-small text-soft">
                <span className="sm:hidden print:hidden">{asCount(one.units, "unit")}. </span>
                {madeOf(one)}
              </span>
              {sourceWords[one.source] && (
                <span className="block text-small text-soft">
                  {sourceWords[one.source]}
                  {one.document && `: ${one.document}`}
                </span>
              )}
              {one.left && (
                <span className="block text-small text-soft">Of a combination that was left: in no average</span>
              )}
              {one.was.map(({ total, code, until, how }) => (
                <span key={`${how} ${until}`} className="block text-small">
                  {how} on {asDay(until)}: it was <s>{code ?? total}</s>
                </span>
              ))}
            </th>
            <td className="figures hidden py-2 pr-2 text-right sm:table-cell print:table-cell">{one.units}</td>
            <td className="figures py-2 pr-2 text-right">
              <strong>{one.total ?? "–"}</strong>
            </td>
            <td className="py-2">
              <strong>{one.grade}</strong>
              {!one.passed &&
                (isExcused(one) ? (
                  <span className="block text-small text-soft">Excused</span>
                ) : (
                  <span className="block text-bad text-small">Not passed</span>
                ))}
            </td>
          </tr>
          {askable?.has(one._id) && (
            <tr className="no-print border-line border-b last:border-b-0">
              <td colSpan={4}>
                <AskAboutMark result={one._id} course={one.course} until={askable.get(one._id) ?? null} />
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </tbody>
  </table>
);

interface Product {
  readonly key: string;
  readonly course: string;
  readonly units: number;
  readonly point: string;
}

interface SumParts {
  readonly name: string;
  /** Over which time it is the average. */
  readonly over: string;
  readonly of: { readonly shown: string; readonly points: string; readonly units: number };
  /** What it is the sum of. */
  readonly rows: readonly Product[];
}

/** What an average is the quotient of, such as `25 points ÷ 7 units`. */
export const quotient = ({ points, units }: Pick<SumParts["of"], "points" | "units">): string =>
  `${points} ${points === "1" ? "point" : "points"} ÷ ${asCount(units, "unit")}`;

/** An average that opens to the sum that it is: units times point of each course, over the units. */
export const OpenSum = ({ name, over, of, rows }: SumParts) => (
  <details className="group rounded-card border border-line bg-surface px-4 py-2">
    <summary className="flex min-h-11 cursor-pointer items-center gap-x-3">
      <span className="min-w-0 grow">
        {name}, the average of {over} <span className="text-small text-soft">– how it is worked out</span>
      </span>
      <strong className="figures text-large">{of.shown}</strong>
      <ChevronDown aria-hidden className="size-5 shrink-0 group-open:[transform:rotate(180deg)]" />
    </summary>
    <table className="mt-2 w-full border-collapse text-left text-small">
      <caption className="sr-only">How the {name} comes about</caption>
      <thead>
        <tr className="border-line border-b text-soft">
          <th scope="col" className="py-1 pr-2 font-semibold">
            Course
          </th>
          <th scope="col" className="py-1 pr-2 text-right font-semibold">
            Units
          </th>
          <th scope="col" className="py-1 pr-2 text-right font-semibold">
            Point
          </th>
          <th scope="col" className="py-1 text-right font-semibold">
            Units × point
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, course, units, point }) => (
          <tr key={key} className="border-line border-b">
            <th scope="row" className="py-1 pr-2 font-normal">
              {course}
            </th>
            <td className="figures py-1 pr-2 text-right">{units}</td>
            <td className="figures py-1 pr-2 text-right">{point}</td>
            <td className="figures py-1 text-right">{Math.round(units * Number(point) * 100) / 100}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="py-1 pr-2">
            Together
          </th>
          <td className="figures py-1 pr-2 text-right">{of.units}</td>
          <td />
          <td className="figures py-1 text-right">{of.points}</td>
        </tr>
      </tbody>
    </table>
    <p className="figures py-2">
      {quotient(of)} = <strong>{of.shown}</strong>, rounded to two decimals
    </p>
  </details>
);

/** What of a semester's results is in its average. */
export const productsOf = ({ results }: SemesterShown): Product[] =>
  results.flatMap(({ _id, course, units, point }) => (point === null ? [] : [{ key: _id, course, units, point }]));

const standingLooks = { Good: "good", Warning: "warn", Probation: "bad", Withdrawal: "bad" } as const;

export const StandingBadge = ({ of }: { readonly of: keyof typeof standingLooks }) => (
  <WordBadge look={standingLooks[of]} word={of === "Good" ? "Good standing" : of} />
);

/** What is taken and not out yet. */
export const Awaited = ({ of }: { readonly of: SemesterShown["awaited"] }) =>
  of.length > 0 && (
    <ul className="text-soft">
      {of.map(({ course, title }) => (
        <li key={course} className="py-1">
          <strong className="whitespace-nowrap">{course}</strong> {title}: not out yet
        </li>
      ))}
    </ul>
  );
