import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { unapprovedDetail, unapprovedTitle } from "../release-line/release-line.caps.rules.ts";
import { releaseLines } from "../release-line/release-line.contract.ts";
import type { ProgrammeCount, ReleaseWhole, Unready } from "./release.contract.ts";

/** Which offers of a list CAPS has not approved, and what becomes of them; nothing where it has approved all. */
export function UnapprovedOnCaps({ of }: { of: ReleaseWhole }) {
  const { _id, state, caps } = of;
  const title = unapprovedTitle(caps);
  if (!title || state === "Withdrawn" || state === "Recalled") return null;
  return (
    <Alert look="warn" title={title}>
      <p>
        {unapprovedDetail(caps)}. {whatFollows(of)}
      </p>
      <p className="mt-1">
        <Link to={`${releaseLines.link}?approved=false&release=${_id}`} className="link">
          See who
        </Link>
      </p>
    </Alert>
  );
}

/** What happens to the offers of a list that CAPS does not approve. */
export function whatFollows({ state, caps: { held } }: Pick<ReleaseWhole, "state" | "caps">): string {
  if (state === "Released" || state === "Releasing")
    return "Settle them with JAMB before they pay: nobody matriculates without the approval.";
  return held
    ? "They are held back at their minute, unless a newer return approves them before."
    : "They go out all the same, unless somebody takes them off or holds them back. JAMB allows no name to be published before CAPS approves it.";
}

/** "12 are not checked yet, 1 awaits the dean"; empty when the desk is done with all. */
export function unreadyWords({ unchecked, undecided, asked }: Unready): string {
  const kinds = [
    [unchecked, "is not checked yet", "are not checked yet"],
    [undecided, "awaits the dean", "await the dean"],
    [asked, "still owes a document", "still owe a document"],
  ] as const;
  const told = kinds.flatMap(([count, one, many]) =>
    count > 0 ? [`${asFigure(count)} ${count === 1 ? one : many}`] : [],
  );
  return told.join(", ");
}

/** Where the list stands, in a sentence; how far it has gone, and what was held back. */
export function ReleaseStanding({ of }: { of: ReleaseWhole }) {
  const unready = unreadyWords(of.unready);
  return (
    <>
      <Sentence of={of} />
      {of.recall?.state === "Proposed" && (
        <Alert look="warn" title={`${of.recall.by} proposes to recall this list`}>
          <p>{of.recall.reason}. Places that are accepted stay.</p>
        </Alert>
      )}
      {["Draft", "Proposed", "Approved"].includes(of.state) && unready && (
        <Alert look="warn" title="The desk is not done with all of them">
          <p>{unready}. They go out all the same, unless somebody takes them off or holds them back.</p>
        </Alert>
      )}
      <UnapprovedOnCaps of={of} />
      {of.held > 0 && <HeldBack of={of} />}
    </>
  );
}

function Sentence({ of }: { of: ReleaseWhole }) {
  const { state, kind, lines, out, held, recalled, accepted, minute, proposed } = of;
  const what = kind === "Offers" ? "offers" : "refusals";
  switch (state) {
    case "Draft":
      return (
        <Alert look="info" title="A draft">
          <p>
            {lines === 0
              ? "Add applications, then propose the list to whoever approves it."
              : `Look through it, say ${kind === "Offers" ? "who is offered what" : "why each is refused"}, then propose it to whoever approves it.`}
          </p>
        </Alert>
      );
    case "Proposed":
      return (
        <Alert look="info" title={proposed?.me ? "Waits for a second person" : "Waits for approval"}>
          <p>
            {asFigure(lines - held)} {what} go out{" "}
            {minute ? (
              <>
                on <strong>{asMinute(minute)}</strong>, if they are approved before
              </>
            ) : (
              <strong>as soon as they are approved</strong>
            )}
            . Nobody approves what they proposed.
          </p>
        </Alert>
      );
    case "Approved":
      return (
        <Alert look="info" title={`Goes out on ${asMinute(minute ?? "")}`}>
          <p>
            {asFigure(lines - held)} {what} go out by themselves at that minute. Until then nobody outside sees any of
            it.
          </p>
        </Alert>
      );
    case "Releasing":
      return (
        <section aria-label="Progress" className="card grid gap-2 px-5 py-4">
          <h2 className="text-large">Going out now</h2>
          <Progress
            label={`${asFigure(out + held)} of ${asFigure(lines)} done: ${asFigure(out)} out, ${asFigure(held)} held back`}
            value={out + held}
            most={lines}
          />
        </section>
      );
    case "Released":
      return (
        <Alert look={held > 0 ? "warn" : "good"} title={`${asFigure(out)} of ${asFigure(lines)} are out`}>
          <p>
            {kind === "Offers"
              ? `${accepted === 0 ? "Nobody has" : asCount(accepted, "has", "have")} accepted so far.`
              : "Each applicant reads the words of this list."}
            {recalled > 0 && ` ${asFigure(recalled)} recalled.`}
          </p>
        </Alert>
      );
    case "Withdrawn":
      return (
        <Alert look="info" title="Withdrawn">
          <p>This list never went out. Its applications can be put on another one.</p>
        </Alert>
      );
    case "Recalled":
      return (
        <Alert look="bad" title={`${asFigure(recalled)} of ${asFigure(lines)} are recalled`}>
          <p>{accepted > 0 ? <Stayed of={of} /> : "Their applicants were told, and the desk decides again."}</p>
        </Alert>
      );
  }
}

const Stayed = ({ of: { _id, accepted } }: { of: ReleaseWhole }) => (
  <>
    {asCount(accepted, "place was", "places were")} accepted and {accepted === 1 ? "stays" : "stay"}:{" "}
    <Link to={`/staff/offers?release=${_id}&standing=Accepted`} className="link">
      see {accepted === 1 ? "it" : "them"}
    </Link>
    .
  </>
);

function HeldBack({ of: { _id, held, reasons } }: { of: ReleaseWhole }) {
  return (
    <section aria-labelledby="held-back" className="card px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="held-back" className="text-large">
          Held back: {asFigure(held)}
        </h2>
        <Link to={`${releaseLines.link}?release=${_id}&standing=Held back`} className="link">
          See who
        </Link>
      </div>
      <ul className="mt-1">
        {reasons.map(({ held: why, count: many, code }) => (
          <li key={why} className="flex gap-3 border-line border-b py-2 last:border-b-0">
            <strong className="figures min-w-8 text-right">{asFigure(many)}</strong>
            <span>
              {why}
              {many === 1 && <span className="block text-small text-soft">{code}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function ProgrammeCounts({ of }: { of: ReleaseWhole }) {
  const isOffers = of.kind === "Offers";
  const isOut = ["Releasing", "Released", "Recalled"].includes(of.state);
  return (
    <section aria-labelledby="programmes" className="card px-5 py-4">
      <h2 id="programmes" className="text-large">
        {isOffers ? "Programmes and their seats" : "Programmes"}
      </h2>
      {of.programmes.length === 0 ? (
        <p className="mt-2 text-soft">Nobody is on this list yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
        <section aria-label="Table of programmes" tabIndex={0} className="mt-2 overflow-x-auto">
          <table className="w-full border-collapse text-small">
            <thead>
              <tr className="border-ink border-b text-left align-bottom">
                <th scope="col" className="py-1 pr-3">
                  Programme
                </th>
                <Heading word="Here" />
                {isOut && <Heading word="Out" />}
                {isOut && <Heading word="Held back" />}
                {of.recalled > 0 && <Heading word="Recalled" />}
                {isOffers && <Heading word="Seats" />}
                {isOffers && <Heading word="Taken" />}
                {isOffers && <Heading word="Free" />}
                {isOffers && !isOut && <Heading word="On other lists" />}
              </tr>
            </thead>
            <tbody>
              {of.programmes.map((row) => (
                <tr key={row.programme} className="border-line border-b last:border-b-0">
                  <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                    <Link to={linesOf(of._id, row)} className="link">
                      {row.title}
                    </Link>
                    {isOffers && !isOut && <Shortage of={row} session={of.session._id} />}
                  </th>
                  <Count of={row.lines} />
                  {isOut && <Count of={row.out} />}
                  {isOut && <Count of={row.held} />}
                  {of.recalled > 0 && <Count of={row.recalled} />}
                  {isOffers && <Count of={row.seats} />}
                  {isOffers && <Count of={row.taken} />}
                  {isOffers && <Count of={row.free} />}
                  {isOffers && !isOut && <Count of={row.elsewhere} />}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}

const linesOf = (release: string, { programme }: ProgrammeCount) =>
  `${releaseLines.link}?programme=${programme}&release=${release}`;

const Heading = ({ word }: { word: string }) => (
  <th scope="col" className="whitespace-nowrap py-1 pl-3 text-right">
    {word}
  </th>
);

const Count = ({ of }: { of: number | null }) => (
  <td className="figures whitespace-nowrap py-1.5 pl-3 text-right">
    {of === null ? <span className="text-bad">not said</span> : asFigure(of)}
  </td>
);

/** That not everybody of a programme can go out, with the way to its seats. */
function Shortage({ of: { programme, waiting, free }, session }: { of: ProgrammeCount; session: string }) {
  const setsSeats = useRight("intakes.change");
  if (free !== null && waiting <= free) return null;
  const word = free === null ? "Say its seats first" : `${asFigure(waiting - free)} more than free seats`;
  return setsSeats ? (
    <Link
      to={`/staff/intakes?programme=${programme}&session=${session}`}
      className="block w-fit py-1 font-semibold text-bad underline"
    >
      {word}
    </Link>
  ) : (
    <span className="block font-semibold text-bad">{word}</span>
  );
}
