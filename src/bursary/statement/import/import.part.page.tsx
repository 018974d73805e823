import { useId, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ToldRows } from "#console/import/import.report.part.page.tsx";
import { shortDay } from "#console/record/record.rules.ts";
import { TableFileField } from "#console/table-file/table-file.field.part.page.tsx";
import { ColumnsToMap } from "#console/table-map/table-map.columns.part.page.tsx";
import type { ColumnMap, ColumnsRead } from "#console/table-map/table-map.contract.ts";
import { mapQuery } from "#console/table-map/table-map.rules.ts";
import { sentenceOf } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { sendFile } from "#kit/form/file.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import {
  type ImportReport,
  importStatement,
  readStatementColumns,
  type StatementSource,
  statementLines,
  statementSources,
} from "../statement.contract.ts";
import { StandingBadge, statementLink } from "../statement.part.page.tsx";
import { mapHindrance, statementColumns } from "./import.rules.ts";

/** What an import would do: what it is made of, and each row; those first that somebody should look at. */
function StatementReport({ of }: { of: ImportReport }) {
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
          {known > 0 && `, ${asFigure(known)} that another file has brought`}
          {passed > 0 && `, ${asCount(passed, "row")} passed over because no money or no date stands there`}.
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
      {more > 0 && <p className="text-soft">And {asFigure(more)} more rows.</p>}
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
              <td>{asFigure(row)}</td>
              <td>
                {standing ? (
                  <StandingBadge standing={standing} />
                ) : (
                  <span className="text-soft">
                    {says ? `Passed over: ${says.toLowerCase()}` : "Known: "}
                    {knownas && (
                      <Link to={`${statementLines.link}/${knownas._id}`} className="link wrap-anywhere">
                        row {asFigure(knownas.row)} of {knownas.name}
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

const lines = (of: number, which = "") => [asFigure(of), which, of === 1 ? "line" : "lines"].filter(Boolean).join(" ");
/** A statement from a file, in three steps: the file, its columns, and what would come of it. Nothing happens before. */
export function ImportScreen() {
  const id = useId();
  const navigate = useNavigate();
  const reread = useReread();
  const [file, setFile] = useState<File | null>(null);
  const [source, setSource] = useState<StatementSource>("Bank");
  const [read, setRead] = useState<ColumnsRead | null>(null);
  const [map, setMap] = useState<ColumnMap>({});
  const [report, setReport] = useState<ImportReport | null>(null);
  const [refused, setRefused] = useState("");
  const [share, setShare] = useState<number | null>(null);

  const sending = async <R,>(send: (file: File) => Promise<R>): Promise<R | null> => {
    if (!file) return null;
    setRefused("");
    setShare(0);
    try {
      return await send(file);
    } catch (failure) {
      setRefused(sentenceOf(failure));
      return null;
    } finally {
      setShare(null);
    }
  };
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setRead(null);
    setReport(null);
    setRefused("");
  };
  const look = async () => {
    const found = await sending((chosen) => sendFile(readStatementColumns, "file", chosen, setShare));
    if (!found) return;
    setRead(found);
    setMap(found.map);
  };
  const send = (check: boolean) =>
    sending((chosen) => {
      const said = new URLSearchParams({ source, name: chosen.name, ...(check && { check: "1" }) });
      const path = `${importStatement.path}?${said}&${mapQuery(map)}` as typeof importStatement.path;
      return sendFile({ ...importStatement, path }, "file", chosen, setShare);
    });
  const bring = async () => {
    const done = await send(false);
    if (!done?._id) return;
    toast("good", done.message);
    navigate(`${statementLink}/${done._id}`);
    await reread();
  };
  const hindrance = mapHindrance(map);
  const busy = share !== null;
  const isReady = report !== null && report.wrong.length === 0 && report.added + report.known > 0;
  return (
    <>
      <ConsoleHeading title="Import a statement">
        <Link to={statementLink} className="button button-quiet">
          Back to the statements
        </Link>
      </ConsoleHeading>
      <div className="card grid max-w-5xl grid-cols-1 gap-5 p-5">
        <p>
          A CSV or Excel file as the bank, the treasury or the provider gives it. Lines that another file of the same
          source has brought already are recognised, and the same file is taken once.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <TableFileField id={`${id}-file`} onChoose={choose} />
          <div>
            <label htmlFor={`${id}-source`} className="mb-1 block font-semibold">
              Source
            </label>
            <select
              id={`${id}-source`}
              className="control w-full"
              value={source}
              onChange={({ target }) => {
                setSource(target.value as StatementSource);
                setReport(null);
              }}
            >
              {statementSources.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </div>
        </div>
        {read && (
          <ColumnsToMap
            wanted={statementColumns}
            read={read}
            map={map}
            onMap={(said) => {
              setMap(said);
              setReport(null);
            }}
          />
        )}
        {refused && <Alert look="bad">{refused}</Alert>}
        {busy && <Progress label="Sending and reading the file" value={share} most={1} />}
        {report && <StatementReport of={report} />}
        {read && hindrance && <p className="font-semibold text-warn">{hindrance}.</p>}
        <div className="flex flex-wrap gap-2">
          {!read ? (
            <button type="button" className="button" disabled={!file || busy} onClick={() => void look()}>
              Read the columns
            </button>
          ) : isReady ? (
            <button type="button" className="button" disabled={busy} onClick={() => void bring()}>
              {report.added === 0 ? "Keep the statement" : `Import ${asCount(report.added, "line")}`}
            </button>
          ) : (
            <button
              type="button"
              className="button"
              disabled={busy || hindrance !== null || report !== null}
              onClick={() => void send(true).then(setReport)}
            >
              Check the file
            </button>
          )}
        </div>
      </div>
    </>
  );
}
