import type { Query, QueryClient } from "@tanstack/react-query";
import { CallFailure } from "#kit/call/call.web.ts";
import { isOffline, onConnection } from "#kit/call/connection.web.ts";
import { forget, isSharedDevice, keep, kept } from "#kit/draft/storage.web.ts";

/** Whose reads are kept, and which. */
export interface KeptReads {
  /** Who is signed in, or was here last: what another has read is not shown. */
  owner(): string | null;
  /** The paths of their calls. */
  readonly paths: readonly string[];
}

/** A question: the path of its call, and what stands in it. */
type Asked = readonly [path: string, params: Readonly<Record<string, string>> | null];

interface LastRead {
  /** Whose it is: another sign-in sees none of it. */
  readonly owner: string;
  readonly answer: unknown;
}

const nameOf = ([path, params]: Asked) => `lastRead:${path}${params ? JSON.stringify(params) : ""}`;
const askedIn = ({ queryKey }: Query) => queryKey as unknown as Asked;

/** Which questions are kept, the latest first. */
const LIST = "lastReads";

/** More than a student opens in a semester, and less than a browser has room for. */
const MOST = 30;

/**
 * Keeps what these screens read last, until one signs out, and shows it where nothing can be read: without a connection. On
 * a device of others nothing is kept.
 */
export function keepLastRead(queries: QueryClient, { owner: ownerNow, paths }: KeptReads): void {
  const owner = ownerNow();
  if (owner === null || isSharedDevice()) return;
  const reads = queries.getQueryCache();
  reads.subscribe((event) => {
    if (event.type !== "updated" || !paths.includes(askedIn(event.query)[0]) || ownerNow() !== owner) return;
    const { action, query } = event;
    if (action.type === "success" && !action.manual) remember(askedIn(query), { owner, answer: action.data });
    // What one may not read any more, such as the materials of a course that was dropped, does not stay either.
    if (action.type === "error" && action.error instanceof CallFailure && action.error.status === 404)
      forget(nameOf(askedIn(query)));
  });
  // What was read before this was there.
  for (const query of reads.getAll())
    if (paths.includes(askedIn(query)[0]) && query.state.data !== undefined && !isOffline())
      remember(askedIn(query), { owner, answer: query.state.data });
  const show = () => isOffline() && showLastRead(queries, owner);
  show();
  onConnection(show);
}

function remember(asked: Asked, read: LastRead): void {
  const others = listed().filter((one) => nameOf(one) !== nameOf(asked));
  for (const old of others.slice(MOST - 1)) forget(nameOf(old));
  keep(LIST, JSON.stringify([asked, ...others.slice(0, MOST - 1)]));
  keep(nameOf(asked), JSON.stringify(read));
}

function showLastRead(queries: QueryClient, owner: string): void {
  for (const asked of listed()) {
    const last = parsed<LastRead>(kept(nameOf(asked)));
    if (last?.owner !== owner || queries.getQueryData(asked) !== undefined) continue;
    // Old, so that it is read again once there is a connection.
    queries.setQueryData(asked, last.answer, { updatedAt: 1 });
  }
}

const listed = (): readonly Asked[] => parsed<readonly Asked[]>(kept(LIST)) ?? [];

function parsed<T>(text: string | null): T | null {
  try {
    return JSON.parse(text ?? "null") as T | null;
  } catch {
    return null;
  }
}
