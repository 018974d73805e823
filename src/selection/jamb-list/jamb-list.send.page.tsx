import { type ColumnMap, mapQuery } from "#console/table-map/table-map.contract.ts";
import { sendFile } from "#kit/form/file.web.ts";
import { type Checked, checkFile, importFile } from "./jamb-list.contract.ts";
import type { FileKind } from "./jamb-list.kinds.contract.ts";

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
export async function checkJambFile(sent: Sent, map: ColumnMap | null): Promise<Checked> {
  const call = { ...checkFile, path: addressed(checkFile.path, sent, map) };
  const answer = (await sendFile(call, "file", sent.file, sent.onProgress)) as Checked;
  return { ...answer, columns: { ...answer.columns, map: map ?? answer.columns.map } };
}

/** Imports it; where rows are wrong, without them. */
export const importJambFile = (sent: Sent, map: ColumnMap, isPartly: boolean) =>
  sendFile(
    { ...importFile, path: `${addressed(importFile.path, sent, map)}${isPartly ? "&partly=1" : ""}` },
    "file",
    sent.file,
    sent.onProgress,
  );
