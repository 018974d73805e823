import { type Draft, keepDraft } from "./draft-shelf.web.ts";

// A pause in typing; what is typed in it is written when the page is hidden or left.
const PAUSE_MS = 500;

/** Keeps one draft up to date while it is typed. */
export interface Keeper<Typed> {
  /** Asks for the draft when there is a pause, or at once when the page goes. Null takes it away. */
  later(make: () => Draft<Typed> | null): void;
  /** Writes what is due. */
  now(): void;
  drop(): void;
}

/** Until `over` it writes what is due; at its end too. */
export function draftKeeper<Typed>(place: string, over: AbortSignal): Keeper<Typed> {
  let due: (() => Draft<Typed> | null) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = () => {
    clearTimeout(timer);
    if (due) void keepDraft(place, due());
    due = undefined;
  };
  const keeper: Keeper<Typed> = {
    later(make) {
      due = make;
      clearTimeout(timer);
      timer = setTimeout(now, PAUSE_MS);
    },
    now,
    drop() {
      due = () => null;
      now();
    },
  };
  addEventListener("pagehide", now, { signal: over });
  document.addEventListener("visibilitychange", now, { signal: over });
  over.addEventListener("abort", now);
  return keeper;
}
