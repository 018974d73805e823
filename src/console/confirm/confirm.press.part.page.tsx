import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { newAttempt } from "#kit/call/call.web.ts";
import { usePress } from "#kit/call/press.web.ts";

interface PressParts {
  readonly right: string;
  readonly word: string;
  send(attempt: string): Promise<{ readonly message: string }>;
}

/** A deed that asks nothing, for whoever has the right to it. */
export function PressDeed({ right, word, send }: PressParts) {
  const { busy, press } = usePress();
  if (!useRight(right)) return null;
  return (
    <button type="button" className="button" disabled={busy} onClick={() => void press(() => send(newAttempt()))}>
      {busy ? "Please wait..." : word}
    </button>
  );
}
