import { RefreshCw } from "lucide-react";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { usePress } from "#kit/call/press.web.ts";
import { Link } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asAgo } from "#kit/value/dates.rules.ts";
import type { JambDeskCounts } from "../jamb.contract.ts";
import type { FileKind } from "../jamb.rules.ts";
import { jambDifferences, lookForDifferences } from "./difference.contract.ts";
import { type DifferenceKind, differenceKinds, everyDifference } from "./difference.rules.ts";

/** What has to come in before a case is looked for; another programme is told of by either. */
const toldBy: Readonly<Record<DifferenceKind, readonly FileKind[]>> = {
  "Offered and approved": ["caps"],
  "Offered, not approved": ["caps"],
  "Paid, not approved": ["caps"],
  "Approved, not offered": ["caps"],
  "Other programme": ["candidates", "caps"],
  "Other name": ["candidates"],
  "Other origin": ["candidates"],
  "Candidate says otherwise": ["candidates"],
  "On the list, no application": ["candidates"],
  "Applied, not on the list": ["candidates"],
};

const missing = {
  candidates: "No list of candidates yet",
  screening: "No scores yet",
  caps: "No CAPS return yet",
} as const;

/** Each case with its number, which leads to who it is, and with what to do about it. */
export function JambDifferences({ desk, session }: { desk: JambDeskCounts; session: string }) {
  const counts = new Map(desk.differences.map(({ kind, count }) => [kind, count]));
  return (
    <section aria-labelledby="differences">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="differences" className="text-large">
          Here and with JAMB
        </h2>
        <LookAgain session={session} lookedAt={desk.lookedAt} />
      </div>
      <ul className="card">
        {everyDifference.map((kind) => (
          <Case
            key={kind}
            kind={kind}
            count={counts.get(kind) ?? 0}
            session={session}
            lacks={toldBy[kind].some((file) => desk[file].last) ? null : (toldBy[kind][0] ?? null)}
          />
        ))}
      </ul>
    </section>
  );
}

interface CaseParts {
  readonly kind: DifferenceKind;
  readonly count: number;
  readonly session: string;
  /** The file without which nothing is known; null where it has come in. */
  readonly lacks: FileKind | null;
}

function Case({ kind, count, session, lacks }: CaseParts) {
  const query = new URLSearchParams({ kind, session });
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-line border-b px-4 py-2 last:border-b-0 lg:grid-cols-[15rem_minmax(0,1fr)_auto]">
      {count > 0 ? (
        <Link to={`${jambDifferences.link}?${query}`} className="link py-1">
          {kind}
        </Link>
      ) : (
        <span className="py-1 text-soft">{kind}</span>
      )}
      <span className="order-last col-span-2 text-small text-soft lg:order-none lg:col-span-1">
        {differenceKinds[kind]}
      </span>
      {lacks && count === 0 ? (
        <Unknown lacks={lacks} session={session} />
      ) : (
        <span className={`figures text-right ${count > 0 ? "font-semibold" : "text-soft"}`}>{asFigure(count)}</span>
      )}
    </li>
  );
}

/** In place of a nought that nobody has counted: the file that is missing, and the way to bring it. */
function Unknown({ lacks, session }: { lacks: FileKind; session: string }) {
  const mayChange = useRight("jamb-lists.change");
  return (
    <span className="order-last col-span-2 text-small text-soft lg:order-none lg:col-span-1 lg:text-right">
      {missing[lacks]}
      {mayChange && (
        <>
          {" "}
          <Link to={`/staff/jamb-lists/import/${lacks}?session=${session}`} className="link">
            Import
          </Link>
        </>
      )}
    </span>
  );
}

function LookAgain({ session, lookedAt }: { session: string; lookedAt: string | null }) {
  const mayChange = useRight("jamb-lists.change");
  const { busy, press } = usePress();
  const look = () => press(() => call(lookForDifferences, { body: { session } }));
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-small text-soft">
      {lookedAt ? `Compared ${asAgo(lookedAt)}` : "Not compared yet"}
      {mayChange && (
        <button type="button" className="button button-plain" disabled={busy} onClick={() => void look()}>
          <RefreshCw aria-hidden className="size-4" />
          {busy ? "Please wait..." : "Compare now"}
        </button>
      )}
    </p>
  );
}
