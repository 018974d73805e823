import type { ReactNode } from "react";
import { applications } from "#applications/application/application.counted.contract.ts";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { releaseLines } from "./release.line.contract.ts";
import type { ReleaseWhole } from "./release.whole.contract.ts";

/** A list, and what of it is selected. */
export interface LineParts {
  readonly of: ReleaseWhole;
  readonly picked: Picked;
}

/** The rows, as a call takes them. */
export const bodyOf = ({ chosen }: Picked) => ({ ...chosen, ids: chosen.ids && [...chosen.ids] });

/** "3 applications". */
export const named = ({ chosen: { count } }: Picked): string => applications(count);

interface OnlyParts {
  readonly picked: Picked;
  readonly children: (only: Row | null) => ReactNode;
}

/** Shows what is to be said of the one that is selected, as it stands, so that its words can be mended; null for many. */
export function Only({ picked: { chosen }, children }: OnlyParts) {
  const id = chosen.count === 1 ? chosen.ids?.[0] : undefined;
  return id === undefined ? children(null) : <One id={id}>{children}</One>;
}

function One({ id, children }: Pick<OnlyParts, "children"> & { id: string }) {
  const read = useRead(releaseLines.calls.read, { id });
  return read.data === undefined ? null : children(read.data as Row);
}
