import { ToldRows } from "#console/import/import.rows.part.page.tsx";
import { shortDay } from "#console/record/record.shown.contract.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { StandingBadge } from "./statement.badge.part.page.tsx";
import { type ImportReport, statementLines } from "./statement.contract.ts";

/** What an import would do: what it is made of, and each row; those first that somebody should look at. */
export function StatementReport({ of }: { of: ImportReport }) {
  const { added, known, passed, wrong, came, went, from, until, standings, more } = of;
  if (wrong.length > 0) return <Wrong of={of} />;
  if (added + known === 0)
    return (
      <Alert look="warn" title="No row is a movement of money">
        <p>Look at the columns again: the date and the amount may stand elsewhere.</p>
      </Alert>
    );
  return (
    <section aria-label="What the import would do" className="grid grid-cols-1 gap-4">
      <Alert look="good" title="The file is in order. Nothing is imported yet">
        <p>
          {from && until && `${shortDay(from)} to ${shortDay(until)}: `}
          {asNaira(came)} came in{went !== 0 && `, ${asNaira(-went)} went out`}. {lines(added, "new")}
          {known > 0 && `, ${number(known)} that another file has brought`}
          {passed > 0 &&
            `, ${number(passed)} ${passed === 1 ? "row" : "rows"} passed over because no money or no date stands there`}
          .
        </p>
      </Alert>
      <ul className="flex flex-wrap gap-2">
        {standings.map(({ standing, count, amount }) => (
          <li key={standing} className="flex items-center gap-2 rounded-control border border-line px-3 py-1.5">
            <StandingBadge standing={standing} />
            <span className="figures text-small">
              {lines(count)}, {asNaira(amount)}
            </span>
          </li>
        ))}
      </ul>
      <Rows of={of} />
      {more > 0 && <p className="text-soft">And {number(more)} more rows.</p>}
    </section>
  );
}

function Wrong({ of: { wrong, more } }: { of: ImportReport }) {
  return (
    <Alert look="bad" title="Nothing is imported. Mend these rows, or say the columns otherwise">
      <ToldRows rows={wrong} more={more} />
    </Alert>
  );
}

function Rows({ of: { rows } }: { of: ImportReport }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section aria-label="Each row" tabIndex={0} className="table-frame max-h-96">
      <table className="table">
        <thead>
          <tr>
            {["Row", "Becomes", "Day", "RRR"].map((word) => (
              <th key={word} scope="col">
                {word}
              </th>
            ))}
            <th scope="col" className="right">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, does, day, rrr, amount, standing, says, knownas }) => (
            <tr key={row}>
              <td>{number(row)}</td>
              <td>
                {standing ? (
                  <StandingBadge standing={standing} />
                ) : (
                  <span className="text-soft">
                    {says ? `Passed over: ${says.toLowerCase()}` : "Known: "}
                    {knownas && (
                      <Link to={`${statementLines.link}/${knownas._id}`} className="link wrap-anywhere">
                        row {number(knownas.row)} of {knownas.name}
                      </Link>
                    )}
                  </span>
                )}
                {does === "added" && <span className="sr-only">, new</span>}
              </td>
              <td>{day && shortDay(day)}</td>
              <td>{rrr && groupedRrr(rrr)}</td>
              <td className="right">{amount !== null && asNaira(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const lines = (of: number, which = "") => [number(of), which, of === 1 ? "line" : "lines"].filter(Boolean).join(" ");
const number = (of: number) => of.toLocaleString("en-NG");
