import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import type { ShownMark } from "./mark-inquiry.contract.ts";

interface AskParts {
  /** The result's `_id`. */
  readonly result: string;
  readonly course: string;
  /** The last day for the question, such as 2026-03-14; null where nothing can be asked any more. */
  readonly until: string | null;
}

/** The way from a result to the question about it, with its last day. */
export function AskAboutMark({ result, course, until }: AskParts) {
  if (until === null) return null;
  return (
    <Link to={`/student/inquiries?result=${result}`} className="link inline-block py-2.5">
      Ask about this mark<span className="sr-only">: {course}</span>
      <span className="block text-small text-soft">until {asDay(`${until}T12:00:00Z`)}</span>
    </Link>
  );
}

/** A mark in figures: CA, examination and what they come to, or the code in its place. */
export function MarkFigures({ of: { ca, examination, total, code } }: { readonly of: ShownMark }) {
  if (code !== null) return <strong>{code}</strong>;
  const isLifted = total !== null && total !== (ca ?? 0) + (examination ?? 0);
  return (
    <span className="figures">
      <strong>{total ?? "–"}</strong>{" "}
      <span className="text-small text-soft">
        (CA {ca ?? "–"}, examination {examination ?? "–"}
        {isLifted && `, counts as ${total}`})
      </span>
    </span>
  );
}
