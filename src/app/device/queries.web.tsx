import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { storedNames } from "#identity/session/session.contract.ts";
import { newQueries } from "#kit/call/read.web.tsx";
import { isSharedDevice, kept } from "#kit/draft/storage.web.ts";

/** What screens that read need around them. Not part of the first script. */
export function Queries({ children }: { children: ReactNode }) {
  const [queries] = useState(ownQueries);
  useEffect(() => void watchIfShared(), []);
  return (
    <QueryClientProvider client={queries}>
      <Suspense fallback={<p role="status">Please wait... system loading</p>}>{children}</Suspense>
    </QueryClientProvider>
  );
}

let last: { readonly token: string | null; readonly queries: QueryClient } | undefined;

/** What was read outlives a way through another frame, such as `/dashboard`, but not the sign-in that read it. */
function ownQueries(): QueryClient {
  const token = kept(storedNames.token);
  if (last?.token !== token || !last) {
    last = { token, queries: newQueries() };
    watchReads(last.queries);
  }
  return last.queries;
}

/** Not needed for the first paint. */
function watchReads(queries: QueryClient): void {
  import("./own-record.web.ts").then(
    ({ keepOwnRecord }) => keepOwnRecord(queries),
    () => undefined, // Without a connection and without the file there is nothing to show.
  );
}

let watching: Promise<void> | undefined;

/** Fetched by shared devices only. Whatever is personal is read, so every such screen stands in here. */
export function watchIfShared(): Promise<void> | undefined {
  if (!isSharedDevice()) return undefined;
  watching ??= import("./watch.web.ts").then(
    ({ watchDevice }) => watchDevice(),
    () => {
      watching = undefined;
    },
  );
  return watching;
}
