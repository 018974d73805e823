import { Link } from "#kit/page/router.web.tsx";
import { asAverage } from "../academic-record/academic-record.rules.ts";
import type { Broadsheet } from "./broadsheet.contract.ts";
import { cellMarks } from "./broadsheet.rules.ts";

type Row = Broadsheet["rows"][number];
type Cell = Row["cells"][number];

const wrapped = "border-line border-b px-2 py-1.5 align-top print:px-1 print:py-0.5";
const cell = `${wrapped} whitespace-nowrap`;
const frame = "overflow-x-auto rounded-card border border-line bg-surface print:overflow-visible print:border-0";
const figure = `${cell} figures text-right`;

/** Students down, courses across; it scrolls within its frame, with the names standing still. On paper it is dense. */
export function BroadsheetTable({ of }: { of: Broadsheet }) {
  const { courses, rows, steps } = of;
  const isNarrow = courses.length > 14;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
      <section className={frame} aria-label="Broadsheet" tabIndex={0}>
        <table
          className={`w-full border-collapse text-left text-small ${isNarrow ? "print:text-[6.5pt]" : "print:text-[7.5pt]"}`}
        >
          <thead className="print:table-header-group">
            <tr>
              <th scope="col" className={`${figure} print:text-left`}>
                No
              </th>
              <th scope="col" className={`${cell} sticky left-0 bg-surface print:static`}>
                Student
              </th>
              {courses.map(({ class: key, code, units }) => (
                <th key={key} scope="col" className={`${cell} text-right`}>
                  {code}
                  <span className="block font-normal text-soft">{units}</span>
                </th>
              ))}
              <th scope="col" className={figure}>
                Units
              </th>
              {steps.map(({ step }) => (
                <th key={step} scope="col" className={figure}>
                  Step {step}
                </th>
              ))}
              <th scope="col" className={figure}>
                GPA
              </th>
              <th scope="col" className={figure}>
                CGPA
              </th>
              <th scope="col" className={cell}>
                Class of pass
              </th>
              <th scope="col" className={cell}>
                Carried over, remarks
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.student} className="keep-together">
                <td className={figure}>{at + 1}</td>
                <th scope="row" className={`${cell} sticky left-0 bg-surface font-normal print:static`}>
                  <span className="wrap-anywhere block w-max max-w-40 whitespace-normal sm:max-w-64 print:max-w-none">
                    {row.name}
                  </span>
                  <span className="figures block text-soft">{row.matric}</span>
                </th>
                {courses.map(({ class: key }, place) => (
                  <td key={key} className={figure}>
                    <Mark of={row.cells[place] ?? null} />
                  </td>
                ))}
                <td className={figure}>{row.units}</td>
                {steps.map(({ step }, place) => {
                  const sum = row.steps[place];
                  return (
                    <td key={step} className={figure}>
                      {sum ? asAverage(sum) : ""}
                    </td>
                  );
                })}
                <td className={figure}>
                  <Sums of={of} row={row} shown={asAverage(row.gpa)} />
                </td>
                <td className={figure}>
                  <Sums of={of} row={row} shown={asAverage(row.cgpa)} />
                </td>
                <td className={cell}>{row.passClass ?? "–"}</td>
                <td className={`${wrapped} min-w-48 print:min-w-0`}>{remarksOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="text-small text-soft">
        m: as moderated. *: the sheet is not sent in. –: no mark. A code stands for a mark.
      </p>
    </div>
  );
}

const remarksOf = ({ standing, carryOvers, remarks }: Row): string =>
  [
    ...(standing === "Good" ? [] : [standing]),
    ...(carryOvers.length > 0 ? [carryOvers.join(", ")] : []),
    ...remarks,
  ].join("; ");

/** Total and grade; a fail stands out by its weight too, not by its colour alone. */
function Mark({ of }: { of: Cell }) {
  if (!of) return null;
  const { total, grade, passed, state } = of;
  const sign = cellMarks[state];
  if (total === null) return <span className="font-semibold">{grade || sign}</span>;
  return (
    <span className={passed ? "" : "font-bold text-bad print:text-ink print:underline"}>
      {total}
      {grade}
      {sign && <sup>{sign}</sup>}
    </span>
  );
}

/** Each average opens to the sum that it is. */
const Sums = ({ of, row, shown }: { of: Broadsheet; row: Row; shown: string }) => (
  <Link
    to={`/staff/broadsheets/sums/${row.student}?${new URLSearchParams({ term: of.session.name, semester: String(of.semester) })}`}
    className="link print:text-ink print:no-underline"
    aria-label={`${shown} of ${row.name}: its sum`}
  >
    {shown}
  </Link>
);
