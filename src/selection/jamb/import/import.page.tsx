import { useId, useState } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ImportReport, ToldRows } from "#console/import/import.report.part.page.tsx";
import { TableFileField } from "#console/table-file/table-file.field.part.page.tsx";
import { ColumnsToMap } from "#console/table-map/table-map.columns.part.page.tsx";
import type { ColumnMap } from "#console/table-map/table-map.contract.ts";
import { mapQuery } from "#console/table-map/table-map.rules.ts";
import { sentenceOf } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { sendFile } from "#kit/form/file.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link, useLocation, useNavigate } from "#kit/page/router.web.tsx";
import { toast } from "#kit/toast/toast.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { capsStatuses } from "../jamb.caps.rules.ts";
import { type CheckedFile, checkFile, importFile, type FileReport as Report, readJambDesk } from "../jamb.contract.ts";
import { type FileKind, fileKinds, kindHints } from "../jamb.rules.ts";
import { wantedColumns } from "./import.rules.ts";

/** What an import would do: the rows that it leaves out, and what it would leave empty. */
function FileReport({ report, refused, name }: { report: Report; refused: string | null; name: string }) {
  const { added, changed, same, wrong, more, remarks, moreRemarks, courses } = report;
  const told = { type: "success" as const, message: "", added, changed, same, wrong, more, refused };
  return (
    <div className="grid gap-3">
      <ImportReport report={told} many="rows" name={name} />
      {remarks.length > 0 && (
        <Alert look="warn" title={remarked(remarks.length + moreRemarks)}>
          <ToldRows rows={remarks} more={moreRemarks} />
        </Alert>
      )}
      {courses.length > 0 && (
        <Alert look="info" title="Courses that are no programme that is known">
          <p>{courses.slice(0, 20).join(" · ")}</p>
          {courses.length > 20 && <p>And {asFigure(courses.length - 20)} more.</p>}
          <p className="mt-1">They are imported. Say afterwards which programme each is, under Courses.</p>
        </Alert>
      )}
    </div>
  );
}

const remarked = (count: number) =>
  asCount(count, "row with a remark; it is imported", "rows with a remark; they are imported");

interface Sent {
  readonly kind: FileKind;
  readonly session: string;
  readonly file: File;
  /** What the statuses of this file mean that the portal does not know. */
  readonly statuses: Readonly<Record<string, string>>;
  onProgress(share: number): void;
}

function addressed(path: string, { kind, session, statuses }: Sent, map: ColumnMap | null): string {
  const said = Object.keys(statuses).length > 0 ? `&statuses=${encodeURIComponent(JSON.stringify(statuses))}` : "";
  return `${path}?kind=${kind}&session=${session}${map ? `&${mapQuery(map)}` : ""}${said}`;
}

/** Has a file looked at; without a map the portal makes its own. The answer's map is the one that was used. */
async function checkJambFile(sent: Sent, map: ColumnMap | null): Promise<CheckedFile> {
  const call = { ...checkFile, path: addressed(checkFile.path, sent, map) };
  const answer = (await sendFile(call, "file", sent.file, sent.onProgress)) as CheckedFile;
  return { ...answer, columns: { ...answer.columns, map: map ?? answer.columns.map } };
}

/** Imports it; where rows are wrong, without them. */
const importJambFile = (sent: Sent, map: ColumnMap, isPartly: boolean) =>
  sendFile(
    { ...importFile, path: `${addressed(importFile.path, sent, map)}${isPartly ? "&partly=1" : ""}` },
    "file",
    sent.file,
    sent.onProgress,
  );

interface StatusesParts {
  /** As the file writes them. */
  readonly asked: readonly string[];
  /** How many rows have each that is not known yet. */
  readonly counts: ReadonlyMap<string, number>;
  readonly statuses: Readonly<Record<string, string>>;
  onSay(statuses: Readonly<Record<string, string>>): void;
}

/** What a CAPS return's own words mean; rows with one of which nobody says it are left out. */
function StatusesToMap({ asked, counts, statuses, onSay }: StatusesParts) {
  const id = useId();
  const say = (said: string, status: string) => {
    const { [said]: _, ...others } = statuses;
    onSay(status === "" ? others : { ...others, [said]: status });
  };
  return (
    <fieldset className="card grid gap-3 px-4 py-3">
      <legend className="float-left w-full font-semibold">What do these statuses mean?</legend>
      <p className="clear-both -mt-2 text-small text-soft">
        What you say here is kept for the files that follow. Rows with a status that nobody explains are left out.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {asked.map((said, nth) => (
          <div key={said} className="min-w-0">
            <label htmlFor={`${id}-${nth}`} className="wrap-anywhere mb-1 block font-semibold">
              {said}
              {counts.has(said) && (
                <span className="font-normal text-small text-soft"> {asCount(counts.get(said) ?? 0, "row")}</span>
              )}
            </label>
            <select
              id={`${id}-${nth}`}
              className="control w-full"
              value={statuses[said] ?? ""}
              onChange={({ target }) => say(said, target.value)}
            >
              <option value="">Leave these rows out</option>
              {capsStatuses.map((status) => (
                <option key={status}>{status}</option>
              ))}
            </select>
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** One file: chosen, checked, its columns said where they are not known yet, and imported once it is in order. */
export function ImportPage({ kind }: { kind: FileKind }) {
  const id = useId();
  const { search } = useLocation();
  const desk = useRead(readJambDesk, { session: new URLSearchParams(search).get("session") || "now" }).data;
  const session = desk?.session;
  const reread = useReread();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [checked, setChecked] = useState<CheckedFile | null>(null);
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
      setRefused(sentenceOf(failure));
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
              {asFigure(coming)} rows
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
