import { Alert } from "#kit/look/alert.web.tsx";
import { Progress } from "#kit/look/states.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { releaseLines } from "./release.line.contract.ts";
import { Unapproved } from "./release.staff-caps.part.page.tsx";
import { unreadyWords } from "./release.staff-unready.part.page.tsx";
import type { ReleaseWhole } from "./release.whole.contract.ts";

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
      <Unapproved of={of} />
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
            {count(lines - held)} {what} go out{" "}
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
            {count(lines - held)} {what} go out by themselves at that minute. Until then nobody outside sees any of it.
          </p>
        </Alert>
      );
    case "Releasing":
      return (
        <section aria-label="Progress" className="card grid gap-2 px-5 py-4">
          <h2 className="text-large">Going out now</h2>
          <Progress
            label={`${count(out + held)} of ${count(lines)} done: ${count(out)} out, ${count(held)} held back`}
            value={out + held}
            most={lines}
          />
        </section>
      );
    case "Released":
      return (
        <Alert look={held > 0 ? "warn" : "good"} title={`${count(out)} of ${count(lines)} are out`}>
          <p>
            {kind === "Offers"
              ? `${accepted === 0 ? "Nobody has" : `${count(accepted)} ${accepted === 1 ? "has" : "have"}`} accepted so far.`
              : "Each applicant reads the words of this list."}
            {recalled > 0 && ` ${count(recalled)} recalled.`}
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
        <Alert look="bad" title={`${count(recalled)} of ${count(lines)} are recalled`}>
          <p>{accepted > 0 ? <Stayed of={of} /> : "Their applicants were told, and the desk decides again."}</p>
        </Alert>
      );
  }
}

const Stayed = ({ of: { _id, accepted } }: { of: ReleaseWhole }) => (
  <>
    {count(accepted)} {accepted === 1 ? "place was" : "places were"} accepted and {accepted === 1 ? "stays" : "stay"}:{" "}
    <Link to={`/staff/offers?release=${_id}&standing=Accepted`} className="link">
      see {accepted === 1 ? "it" : "them"}
    </Link>
    .
  </>
);

/** Why applications were held back, and how many for each reason. */
function HeldBack({ of: { _id, held, reasons } }: { of: ReleaseWhole }) {
  return (
    <section aria-labelledby="held-back" className="card px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="held-back" className="text-large">
          Held back: {count(held)}
        </h2>
        <Link to={`${releaseLines.link}?release=${_id}&standing=Held back`} className="link">
          See who
        </Link>
      </div>
      <ul className="mt-1">
        {reasons.map(({ held: why, count: many, code }) => (
          <li key={why} className="flex gap-3 border-line border-b py-2 last:border-b-0">
            <strong className="figures min-w-8 text-right">{count(many)}</strong>
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

const count = (of: number) => of.toLocaleString("en-NG");
