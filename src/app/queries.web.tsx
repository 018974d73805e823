import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { newQueries } from "#kit/read.web.tsx";
import { isSharedDevice } from "#kit/storage.web.ts";

/** What screens that read need around them. Not part of the first script. */
export function Queries({ children }: { children: ReactNode }) {
  const [queries] = useState(newQueries);
  useEffect(watchIfShared, []);
  return (
    <QueryClientProvider client={queries}>
      <Suspense fallback={<p role="status">Please wait... system loading</p>}>{children}</Suspense>
    </QueryClientProvider>
  );
}

let isWatching = false;

/** Fetched by shared devices only. Whatever is personal is read, so every such screen stands in here. */
function watchIfShared(): void {
  if (isWatching || !isSharedDevice()) return;
  isWatching = true;
  import("./shared-device.web.ts").then(
    ({ watchSharedDevice }) => watchSharedDevice(),
    () => {
      isWatching = false;
    },
  );
}
