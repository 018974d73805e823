import { Alert } from "../look/alert.web.tsx";
import { asAgo } from "../value/dates.rules.ts";

interface NoticeParts {
  /** When the draft was typed last. */
  readonly at: number;
  /** What else its reader must know. */
  readonly but?: string | undefined;
  onDiscard(): void;
}

const SURE = "Throw away what you typed? It can not be brought back.";

/** Says that a form is not as its page made it, and offers the way back. */
export function DraftRestored({ at, but, onDiscard }: NoticeParts) {
  return (
    <Alert look="info" title="Draft restored">
      <p>
        What you typed {asAgo(new Date(at).toISOString())} is back. It is not saved yet.
        {but && ` ${but}`}
      </p>
      <button type="button" className="link -mb-2 min-h-11 cursor-pointer" onClick={() => confirm(SURE) && onDiscard()}>
        Discard<span className="sr-only"> the draft</span>
      </button>
    </Alert>
  );
}
