import { type ColumnMap, mapQuery } from "#console/table-map/table-map.contract.ts";
import { sendFile } from "#kit/file.web.ts";
import { type Checked, checkFile, importFile } from "./jamb-list.contract.ts";
import type { FileKind } from "./jamb-list.kinds.contract.ts";

interface Sent {
  readonly kind: FileKind;
  readonly session: string;
  readonly file: File;
  onProgress(share: number): void;
}

const addressed = <P extends string>(path: P, { kind, session }: Sent, map: ColumnMap | null) =>
  `${path}?kind=${kind}&session=${session}${map ? `&${mapQuery(map)}` : ""}`;

/** Has a file looked at; without a map the portal makes its own. The answer's map is the one that was used. */
export async function checkJambFile(sent: Sent, map: ColumnMap | null): Promise<Checked> {
  const call = { ...checkFile, path: addressed(checkFile.path, sent, map) };
  const answer = (await sendFile(call, "file", sent.file, sent.onProgress)) as Checked;
  return { ...answer, columns: { ...answer.columns, map: map ?? answer.columns.map } };
}

export const importJambFile = (sent: Sent, map: ColumnMap) =>
  sendFile({ ...importFile, path: addressed(importFile.path, sent, map) }, "file", sent.file, sent.onProgress);
