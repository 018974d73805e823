import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { newQueries } from "#kit/read.web.tsx";

/** What screens that read need around them. Not part of the first script. */
export function Queries({ children }: { children: ReactNode }) {
  const [queries] = useState(newQueries);
  return (
    <QueryClientProvider client={queries}>
      <Suspense fallback={<p role="status">Please wait... system loading</p>}>{children}</Suspense>
    </QueryClientProvider>
  );
}
