import type { QueryClient } from "@tanstack/react-query";
import { isOffline, onConnection } from "#kit/call/connection.web.ts";
import { isSharedDevice, keep, kept } from "#kit/draft/storage.web.ts";
import { storedOfUser } from "./storage.web.ts";

/** What the dashboard and the bio data show, and where it is kept. */
const READS = ["/ms_dashboard", "/ms_applicant/bio", "/ms_applicant/account"];
const nameOf = (path: string) => `lastRead:${path}`;

interface LastRead {
  /** Whose it is: another sign-in sees none of it. */
  readonly owner: string;
  readonly answer: unknown;
}

/**
 * Keeps what these screens read last, until one signs out, and shows it where nothing can be read: without a connection. On
 * a device of others nothing is kept.
 */
export function keepLastRead(queries: QueryClient): void {
  const owner = storedOfUser("_id");
  if (owner === null || isSharedDevice()) return;
  const remember = (path: string, answer: unknown) => {
    if (storedOfUser("_id") === owner) keep(nameOf(path), JSON.stringify({ owner, answer } satisfies LastRead));
  };
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.action.manual) return;
    const [path, params] = event.query.queryKey as readonly [string, unknown];
    if (params === null && READS.includes(path)) remember(path, event.action.data);
  });
  // What was read before this was there.
  for (const path of READS) {
    const answer = queries.getQueryData([path, null]);
    if (answer !== undefined && !isOffline()) remember(path, answer);
  }
  const show = () => isOffline() && showLastRead(queries, owner);
  show();
  onConnection(show);
}

function showLastRead(queries: QueryClient, owner: string): void {
  for (const path of READS) {
    const last = parsed(kept(nameOf(path)));
    if (last?.owner !== owner || queries.getQueryData([path, null]) !== undefined) continue;
    // Old, so that it is read again once there is a connection.
    queries.setQueryData([path, null], last.answer, { updatedAt: 1 });
  }
}

function parsed(text: string | null): LastRead | null {
  try {
    return JSON.parse(text ?? "null") as LastRead | null;
  } catch {
    return null;
  }
}
