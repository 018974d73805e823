import { Upload } from "lucide-react";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { capsReturns } from "../caps-return/caps-return.contract.ts";
import { jambCandidates } from "../jamb-candidate/jamb-candidate.contract.ts";
import { screeningScores } from "../screening-score/screening-score.contract.ts";
import type { Desk } from "./jamb-list.contract.ts";
import { type FileKind, fileKinds, kindHints } from "./jamb-list.kinds.contract.ts";

const lists: Readonly<Record<FileKind, string>> = {
  candidates: jambCandidates.link,
  screening: screeningScores.link,
  caps: capsReturns.link,
};

const kinds = Object.keys(fileKinds) as FileKind[];

/** The three files that come in, each with its last one. */
export function Incoming({ desk, session }: { desk: Desk; session: string }) {
  return (
    <section aria-labelledby="incoming">
      <h2 id="incoming" className="mb-2 text-large">
        What came in
      </h2>
      <ul className="grid gap-3 lg:grid-cols-3">
        {kinds.map((kind) => (
          <Kind key={kind} kind={kind} standing={desk[kind]} session={session} />
        ))}
      </ul>
    </section>
  );
}

interface KindParts {
  readonly kind: FileKind;
  readonly standing: Desk[FileKind];
  readonly session: string;
}

function Kind({ kind, standing: { count, last }, session }: KindParts) {
  const mayChange = useRight("jamb-lists.change");
  return (
    <li className="card flex flex-col gap-2 px-4 py-3">
      <h3 className="flex items-baseline justify-between gap-3 text-base">
        {fileKinds[kind]}
        {last ? (
          <span className="figures text-title">{count.toLocaleString("en-NG")}</span>
        ) : (
          <span className="font-normal text-small text-soft">None yet</span>
        )}
      </h3>
      <p className="grow text-small text-soft">
        {last ? `Last file on ${asMinute(last.at)} by ${last.by}` : kindHints[kind]}
      </p>
      <p className="flex flex-wrap items-center gap-3">
        {mayChange && (
          <Link
            to={`/staff/jamb-lists/import/${kind}?session=${session}`}
            className={last ? "button button-quiet" : "button"}
          >
            <Upload aria-hidden className="size-4" />
            Import<span className="sr-only"> {fileKinds[kind].toLowerCase()}</span>
          </Link>
        )}
        {count > 0 && (
          <Link to={`${lists[kind]}?session=${session}`} className="link py-1.5">
            Look at the list
          </Link>
        )}
      </p>
    </li>
  );
}
