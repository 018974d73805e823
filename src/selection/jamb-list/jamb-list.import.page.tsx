import { useId, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { TableFileField } from "#console/table-file/table-file.field.part.page.tsx";
import { ColumnsToMap } from "#console/table-map/table-map.columns.part.page.tsx";
import type { ColumnMap } from "#console/table-map/table-map.contract.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { wantedColumns } from "./jamb-list.columns.contract.ts";
import { type Checked, readJambDesk } from "./jamb-list.contract.ts";
import { type FileKind, fileKinds, kindHints } from "./jamb-list.kinds.contract.ts";
import { FileReport } from "./jamb-list.report.page.tsx";
import { checkJambFile, importJambFile } from "./jamb-list.send.page.tsx";
import { StatusesToMap } from "./jamb-list.statuses.page.tsx";

/** One file: chosen, checked, its columns said where they are not known yet, and imported once it is in order. */
export function ImportPage({ kind }: { kind: FileKind }) {
  const id = useId();
  const { search } = useLocation();
  const desk = useRead(readJambDesk, { session: new URLSearchParams(search).get("session") || "now" }).data;
  const session = desk?.session;
  const reread = useReread();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [map, setMap] = useState<ColumnMap>({});
  const [statuses, setStatuses] = useState<Readonly<Record<string, string>>>({});
  // What the report was made by; another choice has the file checked again.
  const [judged, setJudged] = useState(statuses);
  const [refused, setRefused] = useState("");
  const [share, setShare] = useState<number | null>(null);

  const sending = async <R,>(send: (sent: Parameters<typeof checkJambFile>[0]) => Promise<R>): Promise<R | null> => {
    if (!file || !session) return null;
    setRefused("");
    setShare(0);
    try {
      return await send({ kind, session: session._id, file, statuses, onProgress: setShare });
    } catch (failure) {
      setRefused(failure instanceof Error ? failure.message : String(failure));
      return null;
    } finally {
      setShare(null);
    }
  };
  const check = async (wanted: ColumnMap | null) => {
    const answer = await sending((sent) => checkJambFile(sent, wanted));
    if (answer) setMap(wanted ?? answer.columns.map);
    setChecked(answer);
    setJudged(statuses);
  };
  const bring = async () => {
    const done = await sending((sent) => importJambFile(sent, map, left > 0));
    if (!done) return;
    toast("good", done.message);
    await reread();
    navigate(`/staff/jamb-lists?session=${session?._id ?? ""}`);
  };
  const left = checked?.report ? checked.report.wrong.length + checked.report.more : 0;
  const coming = checked?.report ? checked.report.added + checked.report.changed : 0;
  const isCurrent = checked !== null && isSameMap(map, checked.columns.map) && statuses === judged;
  // Of those that were said before this report, too: they may be said otherwise.
  const asked = [...new Set([...(checked?.report?.statuses ?? []).map(({ said }) => said), ...Object.keys(statuses)])];
  return (
    <div className="max-w-4xl">
      <ConsoleHeading title={`Import ${fileKinds[kind].replace(/^[A-Z](?=[a-z])/, (sign) => sign.toLowerCase())}`} />
      <div className="grid gap-5">
        <p className="max-w-prose">
          {kindHints[kind]} {session && <strong>For the session {session.name}.</strong>}
        </p>
        <TableFileField
          id={id}
          onChoose={(chosen) => {
            setFile(chosen);
            setChecked(null);
            setStatuses({});
            setRefused("");
          }}
        />
        {refused && <Alert look="bad">{refused}</Alert>}
        {checked && (
          <>
            <details open={!checked.columns.remembered || checked.lacks.length > 0} className="card px-4 py-3">
              <summary className="cursor-pointer font-semibold">
                {checked.columns.remembered ? "Columns as in the last such file" : "Columns of this file"}
              </summary>
              <div className="mt-3">
                <ColumnsToMap wanted={wantedColumns[kind]} read={checked.columns} map={map} onMap={setMap} />
              </div>
            </details>
            {checked.lacks.length > 0 && (
              <Alert look="warn">Say which column holds the {checked.lacks.join(", and which the ")}</Alert>
            )}
            {asked.length > 0 && (
              <StatusesToMap
                asked={asked}
                counts={new Map((checked.report?.statuses ?? []).map(({ said, count }) => [said, count]))}
                statuses={statuses}
                onSay={setStatuses}
              />
            )}
            {checked.report && isCurrent && (
              <FileReport report={checked.report} refused={checked.refused} name={kind} />
            )}
          </>
        )}
        {share !== null && (
          <Progress label={share < 1 ? "Sending the file" : "Reading the file"} value={share} most={1} />
        )}
        <div className="flex flex-wrap gap-2">
          {isCurrent && coming > 0 ? (
            <button type="button" className="button" disabled={share !== null} onClick={() => void bring()}>
              Import {left > 0 && "the other "}
              {coming.toLocaleString("en-NG")} rows
            </button>
          ) : (
            <button
              type="button"
              className="button"
              disabled={!file || !session || share !== null}
              onClick={() => void check(checked ? map : null)}
            >
              {checked ? "Check again" : "Check the file"}
            </button>
          )}
          <Link to={`/staff/jamb-lists${search}`} className="button button-quiet">
            Back
          </Link>
        </div>
      </div>
    </div>
  );
}

/** Whether the report is about these columns. */
const isSameMap = (one: ColumnMap, other: ColumnMap) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
