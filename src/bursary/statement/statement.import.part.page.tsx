import { useId, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { TableFileField } from "#console/table-file/table-file.field.part.page.tsx";
import { ColumnsToMap } from "#console/table-map/table-map.columns.part.page.tsx";
import { type ColumnMap, type ColumnsRead, mapQuery } from "#console/table-map/table-map.contract.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { sendFile } from "#kit/form/file.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link, useNavigate } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { mapHindrance, statementColumns } from "./statement.columns.contract.ts";
import {
  type ImportReport,
  importStatement,
  readStatementColumns,
  type StatementSource,
  statementSources,
} from "./statement.contract.ts";
import { StatementReport } from "./statement.report.part.page.tsx";
import { statementLink } from "./statement.tabs.part.page.tsx";

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
      setRefused(failure instanceof Error ? failure.message : String(failure));
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
              {report.added === 0
                ? "Keep the statement"
                : `Import ${report.added.toLocaleString("en-NG")} ${report.added === 1 ? "line" : "lines"}`}
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
