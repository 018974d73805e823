import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { asText } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { DeleteDialog } from "#kit/dialog/delete-dialog.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { readStandings, removeStatement, statementLines, statements } from "./statement.contract.ts";
import { StandingBadge, statementLink, threeWaysLink } from "./statement.part.page.tsx";

export function OneStatement({ id }: { id: string }) {
  const read = useRead(statements.calls.read, { id });
  return (
    <ReadRecord from={read} of={statements}>
      {(answer) => {
        const row = answer as Row;
        return (
          <>
            <ConsoleHeading title={row._title}>
              <Link
                to={`${threeWaysLink}?source=${encodeURIComponent(String(row.source))}&from=${row.fromday}&to=${row.untilday}`}
                className="button button-quiet"
              >
                Three ways
              </Link>
              <Remove row={row} />
            </ConsoleHeading>
            <div className="grid max-w-5xl grid-cols-1 gap-4 lg:grid-cols-2">
              <section aria-label="What it holds" className="card px-5 py-2">
                <Facts
                  list={statements.shown.map((field) => ({
                    label: field.label,
                    value: asText(field, row[field.name]),
                  }))}
                />
              </section>
              <Standings id={id} />
            </div>
          </>
        );
      }}
    </ReadRecord>
  );
}

function Standings({ id }: { id: string }) {
  const read = useRead(readStandings, { id });
  return (
    <section aria-labelledby="standings" className="card px-5 py-4">
      <h2 id="standings" className="mb-2 text-large">
        Its lines now
      </h2>
      <Read from={read} waiting={<div className="bone late h-32" />}>
        {(list) => (
          <ul className="grid">
            {list.map(({ standing, count, amount }) => (
              <li
                key={standing}
                className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b py-1.5 last:border-b-0"
              >
                <StandingBadge standing={standing} />
                <span className="figures">
                  {asNaira(amount)},{" "}
                  <Link
                    to={`${statementLines.link}?statement=${id}&standing=${encodeURIComponent(standing)}`}
                    className="link"
                  >
                    {asCount(count, "line")}
                  </Link>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Read>
    </section>
  );
}

function Remove({ row }: { row: Row }) {
  const { shown, show, hide } = useShown();
  const navigate = useNavigate();
  const reread = useReread();
  const mayChange = useRight("statements.change");
  if (!mayChange) return null;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Take back
      </button>
      {shown && (
        <DeleteDialog
          title={`Take ${row._title} back`}
          send={(body, attempt) => call(removeStatement, { params: { id: row._id }, body, attempt })}
          onHide={hide}
          onDeleted={async () => {
            navigate(statementLink);
            await reread();
          }}
        >
          <p>
            Its lines count no more, and the file can be imported again, such as with its columns said otherwise. What
            it said is kept for the auditor.
          </p>
        </DeleteDialog>
      )}
    </>
  );
}
