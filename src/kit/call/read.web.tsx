import { onlineManager, QueryClient, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Alert } from "../look/alert.web.tsx";
import type { AnyEndpoint, Params, Replied } from "../wire/endpoint.contract.ts";
import { CallFailure, call } from "./call.web.ts";
import { isOffline, onConnection } from "./connection.web.ts";
import { delayBefore, isRepeated } from "./repeat.web.ts";

/**
 * Unused answers are dropped after five minutes. Specification 9. What is read while the portal is out of reach waits
 * until it is back.
 */
export function newQueries(): QueryClient {
  onlineManager.setEventListener((tell) => {
    tell(!isOffline());
    return onConnection(() => tell(!isOffline()));
  });
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 300_000,
        refetchOnWindowFocus: false,
        retry: isRepeated,
        retryDelay: delayBefore,
      },
    },
  });
}

/** Reads a call and keeps its answer; reads again whenever the screen is opened again. */
export const useRead = <E extends AnyEndpoint>(endpoint: E, params?: Params<E["path"]>): UseQueryResult<Replied<E>> =>
  useQuery(question(endpoint, params));

/** The same, but an answer serves for five minutes unless a command was sent. Specification 9. */
export const useCalmRead = <E extends AnyEndpoint>(
  endpoint: E,
  params?: Params<E["path"]>,
): UseQueryResult<Replied<E>> => useQuery({ ...question(endpoint, params), staleTime: 300_000 });

const question = <E extends AnyEndpoint>(endpoint: E, params?: Params<E["path"]>) => ({
  queryKey: [endpoint.path, params ?? null],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, { ...(params !== undefined && { params }), signal }),
});

/** After a command: what is on the screen is read again, and the rest when it is next opened. */
export function useReread(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries(), [queries]);
}

const AT_WORK_MS = 2_000;

/** What is on the screen is read again every two seconds while the portal is at work on it. */
export function useRereadWhile(isAtWork: boolean): void {
  const reread = useReread();
  useEffect(() => {
    if (!isAtWork) return undefined;
    const timer = setInterval(() => void reread(), AT_WORK_MS);
    return () => clearInterval(timer);
  }, [isAtWork, reread]);
}

interface Reading<T> {
  readonly from: UseQueryResult<T>;
  /** Stands in the place of the answer until it is there. */
  readonly waiting: ReactNode;
  readonly children: (answer: T) => ReactNode;
}

/** Shows an answer, the wait for it, or why there is none with a button that asks again. */
export function Read<T>({ from, waiting, children }: Reading<T>) {
  if (from.data !== undefined) return children(from.data);
  if (from.error) return <Unread failure={from.error} again={() => void from.refetch()} />;
  return <Waiting offline={from.isPaused}>{waiting}</Waiting>;
}

export function Unread({ failure, again }: { failure: Error; again: () => void }) {
  return (
    <Alert look="bad" title="Error Encountered">
      <p>{isRefused(failure) ? failure.message : `Local server error: ${failure.message}`}</p>
      <button type="button" className="button button-quiet mt-3" onClick={again}>
        Try again
      </button>
    </Alert>
  );
}

/** The server's own answer, in its own words. Specification 8. */
const isRefused = (failure: Error) => failure instanceof CallFailure && [200, 404].includes(failure.status);

function Waiting({ offline, children }: { offline: boolean; children: ReactNode }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 8_000);
    return () => clearTimeout(timer);
  }, []);
  const words = offline
    ? "You are offline. This appears by itself once you are back"
    : slow && "Still working, slow connection";
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {words || "Please wait... system loading"}
      </p>
      {words && <p className="mb-3 text-soft">{words}</p>}
      {children}
    </div>
  );
}
