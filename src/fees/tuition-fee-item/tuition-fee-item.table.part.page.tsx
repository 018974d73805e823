import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import { tuitionFeeItems } from "./tuition-fee-item.contract.ts";
import type { Cell, TuitionMatrix } from "./tuition-fee-item.matrix.contract.ts";

const columns = [
  { indigene: true, isnewstudent: true, who: "Indigene", when: "New" },
  { indigene: true, isnewstudent: false, who: "Indigene", when: "Returning" },
  { indigene: false, isnewstudent: true, who: "Non-indigene", when: "New" },
  { indigene: false, isnewstudent: false, who: "Non-indigene", when: "Returning" },
] as const;

/** Levels and semesters down, kinds of students across. Each place leads to the form behind it. */
export function MatrixTable({ of }: { of: TuitionMatrix }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
    <section className="table-frame" aria-label="Classes" tabIndex={0}>
      <table className="w-full min-w-[42rem] border-collapse">
        <thead>
          <tr className="border-line border-b bg-sunk text-left">
            <th scope="col" className="sticky left-0 bg-sunk px-3 py-2 font-semibold">
              Class
            </th>
            {columns.map(({ who, when }) => (
              <th key={who + when} scope="col" className="px-3 py-2 font-semibold">
                {who}
                <span className="block font-normal text-small text-soft">{when}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.levels.flatMap((level) =>
            [1, 2].map((semester) => (
              <tr key={`${level} ${semester}`} className="border-line border-b last:border-b-0">
                <th scope="row" className="sticky left-0 bg-surface px-3 py-2 text-left font-semibold">
                  {level}
                  <span className="block whitespace-nowrap font-normal text-small text-soft">Semester {semester}</span>
                </th>
                {columns.map(({ who, when, ...kind }) => {
                  const cell = of.cells.find(
                    (one) =>
                      one.level === level &&
                      one.semester === semester &&
                      one.indigene === kind.indigene &&
                      one.isnewstudent === kind.isnewstudent,
                  );
                  return <td key={who + when}>{cell && <Place of={of} cell={cell} />}</td>;
                })}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </section>
  );
}

/** One class. Who may change it comes to the form, filled in as far as the place says. */
function Place({ of, cell }: { of: TuitionMatrix; cell: Cell }) {
  const mayChange = useRight("tuition-fees.change");
  const mayLines = useRight("tuition-lines");
  const { item, amount, hole } = cell;
  const to = mayChange || (hole === "No fee lines" && mayLines) ? leadsTo(of, cell) : null;
  const look = hole ? "bg-bad-tint text-bad" : "";
  const inside = (
    <>
      <span className="block font-semibold">{hole ?? asNaira(amount)}</span>
      <span className={`block text-small ${hole ? "" : "text-soft"}`}>
        {item ? `Service ${item.serviceID}` : "Add it"}
      </span>
    </>
  );
  if (!to) return <div className={`figures px-3 py-2 ${look}`}>{inside}</div>;
  return (
    <Link to={to} className={`figures block px-3 py-2 hover:underline ${look}`}>
      {inside}
    </Link>
  );
}

function leadsTo({ session, programme }: TuitionMatrix, { item, hole, ...cell }: Cell): string {
  const { link } = tuitionFeeItems;
  const both = { session: session._id, programme: programme._id };
  if (hole === "No fee lines") return `/staff/tuition-lines?${new URLSearchParams(both)}`;
  if (item) return `${link}/${item._id}/edit`;
  const { level, semester, indigene, isnewstudent } = cell;
  const filled = { ...both, level, semester, indigene, isnewstudent };
  const typed = Object.entries(filled).map(([name, value]) => [name, String(value)]);
  return `${link}/new?${new URLSearchParams(typed)}`;
}
