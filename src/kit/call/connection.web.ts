import { useSyncExternalStore } from "react";

// A dead connection is asked about again after so long: its return is not always told by the browser.
const AGAIN_MS = 5_000;
// A connection that takes longer to say that the portal lives is none.
const PATIENCE_MS = 10_000;

let offline = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const readers = new Set<() => void>();

/** Whether the portal was out of reach when it was last tried. */
export const isOffline = (): boolean => offline;

/** Tells a reader of every change; answers how to stop. */
export function onConnection(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

export const useOffline = (): boolean => useSyncExternalStore(onConnection, isOffline, () => false);

/** From now on what the browser says about its network is looked into. */
export function watchConnection(): void {
  addEventListener("offline", doubt);
  addEventListener("online", doubt);
  if (!navigator.onLine) doubt();
}

/** A call had an answer, whatever it says. */
export function answered(response: Response): Response {
  become(false);
  return response;
}

/**
 * A call had no answer, or the browser says that its network came or went. Neither is proof, a lost answer least of all
 * and a browser is wrong about a portal on its own machine: so the portal itself is asked whether it can be reached.
 */
export function doubt(): void {
  clearTimeout(timer);
  timer = setTimeout(ask);
}

async function ask(): Promise<void> {
  // Nobody sees it, and a phone in a pocket saves its battery.
  if (document.hidden) {
    timer = setTimeout(ask, AGAIN_MS);
    return;
  }
  const patience = AbortSignal.timeout?.(PATIENCE_MS) ?? null;
  await fetch("/healthz", { cache: "no-store", signal: patience }).then(answered, () => become(true));
}

function become(now: boolean): void {
  clearTimeout(timer);
  if (now) timer = setTimeout(ask, AGAIN_MS);
  if (now === offline) return;
  offline = now;
  for (const reader of readers) reader();
}
