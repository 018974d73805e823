import { hashKey, type Query, type QueryClient } from "@tanstack/react-query";
import { CallFailure } from "#kit/call/call.web.ts";
import { isOffline, onConnection } from "#kit/call/connection.web.ts";
import { type KeptRead, nameOfRead } from "#kit/call/kept-read.web.ts";
import { forget, isSharedDevice, KEPT_READS, keep, kept } from "#kit/draft/storage.web.ts";
import { showAsOf } from "#kit/offline/as-of.web.ts";

/** Whose reads are kept, and which. */
export interface KeptReads {
  /** Who is signed in, or was here last: what another has read is not shown. */
  owner(): string | null;
  /** The paths of their calls. */
  readonly paths: readonly string[];
  /** The answer as the device keeps it; undefined for one that it cannot. */
  asKept?(path: string, answer: unknown): Promise<unknown>;
}

/** A question: the path of its call, and what stands in it. */
type Asked = readonly [path: string, params: Readonly<Record<string, string>> | null];

const nameOf = ([path, params]: Asked) => nameOfRead(path, params);
const askedIn = ({ queryKey }: Query) => queryKey as unknown as Asked;

/** Which questions are kept, the latest first. */
const LIST = `${KEPT_READS}s`;

/** More than a student opens in a semester. */
const MOST = 200;

/** Signs of all that is kept: of what a browser has room for (5 MB, two bytes a sign) the rest is for drafts. */
const MOST_SIGNS = 1_500_000;

/**
 * Keeps what these screens read last, until one signs out, and shows it where nothing can be read: without a connection. On
 * a device of others nothing is kept.
 */
export function keepLastRead(queries: QueryClient, { owner: ownerNow, paths, asKept }: KeptReads): void {
  const owner = ownerNow();
  if (owner === null || isSharedDevice()) return;
  const reads = queries.getQueryCache();
  const isTheirs = (query: Query) => paths.includes(askedIn(query)[0]);
  const keepRead = async (query: Query, at: number) => {
    const asked = askedIn(query);
    const answer = asKept ? await asKept(asked[0], query.state.data) : query.state.data;
    // Who has signed out meanwhile leaves nothing.
    if (answer !== undefined && ownerNow() === owner) remember(asked, { owner, answer, at });
  };
  reads.subscribe((event) => {
    if (!isTheirs(event.query)) return;
    if (event.type === "updated" && ownerNow() === owner) {
      const { action, query } = event;
      if (action.type === "success" && !action.manual) void keepRead(query, Date.now());
      if (action.type === "error" && isGone(action.error)) forgetBelow(askedIn(query));
    }
    if (isOffline()) tellAge();
  });
  // What was answered before this was there.
  for (const query of isOffline() ? [] : reads.getAll()) {
    const { data, error, dataUpdatedAt } = query.state;
    if (!isTheirs(query)) continue;
    if (isGone(error)) forgetBelow(askedIn(query));
    else if (data !== undefined) void keepRead(query, dataUpdatedAt);
  }
  const tellAge = () => showAsOf(isOffline() ? oldestOf(reads.getAll().filter(isTheirs)) : null);
  const show = () => {
    if (isOffline()) showLastRead(queries, owner);
    tellAge();
  };
  show();
  onConnection(show);
}

/** When the oldest of what stands on the screen was read; null where nothing does. */
function oldestOf(reads: readonly Query[]): number | null {
  const times = reads
    .filter((query) => query.isActive() && query.state.data !== undefined)
    .map(({ queryHash, state }) => (state.dataUpdatedAt === OLD ? keptAt.get(queryHash) : state.dataUpdatedAt) ?? OLD);
  return times.length === 0 ? null : Math.min(...times);
}

const isGone = (failure: unknown) => failure instanceof CallFailure && failure.status === 404;

/** Keeps an answer; the oldest give way to it. */
function remember(asked: Asked, read: KeptRead): void {
  const text = JSON.stringify(read);
  if (text.length > MOST_SIGNS) return;
  const staying = [asked];
  let signs = text.length;
  for (const other of listed()) {
    if (nameOf(other) === nameOf(asked)) continue;
    signs += kept(nameOf(other))?.length ?? 0;
    if (signs <= MOST_SIGNS && staying.length < MOST) staying.push(other);
    else forget(nameOf(other));
  }
  keep(LIST, JSON.stringify(staying));
  keep(nameOf(asked), text);
}

/** What one may not read any more, such as a course that was dropped, does not stay, nor what stands below it. */
function forgetBelow([path, params]: Asked): void {
  const isBelow = ([below, more]: Asked) =>
    (below === path || below.startsWith(`${path}/`)) &&
    Object.entries(params ?? {}).every(([name, value]) => more?.[name] === value);
  for (const one of listed()) if (isBelow(one)) forget(nameOf(one));
}

/** Older than any, so that it is read again once there is a connection. */
const OLD = 1;

/** When what is shown so was read, by the question. */
const keptAt = new Map<string, number>();

function showLastRead(queries: QueryClient, owner: string): void {
  for (const asked of listed()) {
    const last = parsed<KeptRead>(kept(nameOf(asked)));
    if (last?.owner !== owner || queries.getQueryData(asked) !== undefined) continue;
    keptAt.set(hashKey(asked), last.at);
    queries.setQueryData(asked, last.answer, { updatedAt: OLD });
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
