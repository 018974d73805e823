import { useEffect } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { withQuery } from "#console/list/list.asked.part.page.tsx";
import { Changes } from "#console/record/record.changes.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { shortMinute } from "#console/record/record.rules.ts";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asFigure } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { type CapsStanding, isApproved } from "#selection/jamb/jamb.caps.rules.ts";
import { letterTemplates } from "../../letter-template/letter-template.contract.ts";
import { releaseLines } from "../release-line/release-line.contract.ts";
import { type ReleaseWhole, readReleaseWhole, releases } from "./release.contract.ts";
import type { ReleaseState } from "./release.rules.ts";
import { ProgrammeCounts, ReleaseStanding } from "./release.staff-counts.part.page.tsx";
import { ReleaseDeeds } from "./release.staff-deeds.part.page.tsx";

const looks: Readonly<Record<ReleaseState, BadgeLook>> = {
  Draft: "plain",
  Proposed: "info",
  Approved: "info",
  Releasing: "info",
  Released: "good",
  Withdrawn: "plain",
  Recalled: "bad",
};

export const ReleaseBadge = ({ state }: { state: ReleaseState }) => <WordBadge look={looks[state]} word={state} />;

const ReleaseHistory = ({ of: { history } }: { of: ReleaseWhole }) => (
  <section aria-labelledby="history" className="card px-5 py-4">
    <h2 id="history" className="text-large">
      History
    </h2>
    <ol className="mt-1">
      {history.map(({ at, deed, who, changes, reason }) => (
        <li key={`${at} ${deed}`} className="border-line border-b py-2.5 last:border-b-0">
          <p>
            <strong>{deed}</strong> by {who}
          </p>
          <p className="text-small text-soft">
            <time dateTime={at}>{shortMinute(at)}</time>
          </p>
          {changes.length > 0 && <Changes list={changes} />}
          {reason && <p className="mt-1 text-small italic">{reason}</p>}
        </li>
      ))}
    </ol>
  </section>
);

/** More are looked at in a list of their own, where they can be searched. */
const FIRST = 50;

/** Who stands on a list: whoever proposes or approves it reads names, not numbers alone. */
function Names({ of }: { of: ReleaseWhole }) {
  const read = useRead(withQuery(releaseLines.calls.list, `limit=${FIRST}&release=${of._id}&sort=place`));
  return (
    <section aria-labelledby="names" className="card px-5 py-4">
      <h2 id="names" className="text-large">
        Names
      </h2>
      <Read from={read} waiting={<div className="bone late mt-2 h-40" />}>
        {({ list }) => (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard */}
            <section aria-label="Table of names" tabIndex={0} className="mt-2 overflow-x-auto">
              <NamesTable of={of} list={list as readonly Row[]} />
            </section>
            {of.lines > FIRST && (
              <p className="mt-2">
                The first {FIRST}.{" "}
                <Link to={`${releaseLines.link}?release=${of._id}`} className="link">
                  See all {asFigure(of.lines)}
                </Link>
              </p>
            )}
          </>
        )}
      </Read>
    </section>
  );
}

function NamesTable({ of, list }: { of: ReleaseWhole; list: readonly Row[] }) {
  const isOffers = of.kind === "Offers";
  // While nothing has happened to any of them, all wait.
  const hasStanding = of.out + of.held + of.recalled > 0;
  const headings = [...(isOffers ? ["Name", "CAPS", "Offered"] : ["Name", "Reason"]), "Programme"];
  return (
    <table className="w-full border-collapse text-small">
      <thead>
        <tr className="border-ink border-b text-left align-bottom">
          <th scope="col" className="py-1 pr-3">
            <span className="sr-only">Place</span>
          </th>
          {[...headings, ...(hasStanding ? ["Standing"] : [])].map((heading) => (
            <th key={heading} scope="col" className="whitespace-nowrap py-1 pr-3">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.map((row) => (
          <tr key={row._id} className="border-line border-b align-top last:border-b-0">
            <td className="figures py-1.5 pr-3 text-right text-soft">{String(row.place)}</td>
            <th scope="row" className="py-1.5 pr-3 text-left font-normal">
              <Link to={`${releaseLines.link}/${row._id}`} className="link">
                {String(row.name)}
              </Link>
              <span className="figures block text-soft">{String(row.jamb)}</span>
            </th>
            {isOffers && (
              <td className="whitespace-nowrap py-1.5 pr-3">
                {row.caps ? <OnCaps of={row.caps as CapsStanding} /> : ""}
              </td>
            )}
            <td className="py-1.5 pr-3">{String((isOffers ? row.offered : row.reason) ?? "")}</td>
            <td className="py-1.5 pr-3">{(row.programme as { label: string }).label}</td>
            {hasStanding && <td className="whitespace-nowrap py-1.5">{String(row.standing)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const OnCaps = ({ of }: { of: CapsStanding }) =>
  isApproved(of) ? <span>{of}</span> : <strong className="text-warn">{of}</strong>;

/** While it goes out, the page looks again so often. */
const LOOK_MS = 2_500;

/** One list: where it stands, what it holds against seats, who did what, and what can be done now. */
export function OneRelease({ id }: { id: string }) {
  const read = useRead(readReleaseWhole, { id });
  const isGoing = read.data !== undefined && goesNow(read.data);
  const { refetch } = read;
  useEffect(() => {
    if (!isGoing) return undefined;
    const timer = setInterval(() => void refetch(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isGoing, refetch]);
  return (
    <ReadRecord from={read} of={releases}>
      {(of) => (
        <>
          <ConsoleHeading title={of.title} note={<ReleaseBadge state={of.state} />}>
            <Link to={`${releaseLines.link}?release=${of._id}`} className="button button-quiet">
              See all {asFigure(of.lines)}
            </Link>
            <ReleaseDeeds of={of} />
          </ConsoleHeading>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <ReleaseStanding of={of} />
              <ProgrammeCounts of={of} />
              {of.lines > 0 && <Names of={of} />}
            </div>
            <div className="grid gap-4">
              <About of={of} />
              <ReleaseHistory of={of} />
            </div>
          </div>
        </>
      )}
    </ReadRecord>
  );
}

/** Whether its numbers change by themselves in these minutes. */
const goesNow = ({ state, minute, now, recall }: ReleaseWhole): boolean =>
  state === "Releasing" ||
  (state === "Approved" && minute !== null && Date.parse(minute) <= Date.parse(now)) ||
  recall?.state === "Approved";

function About({ of }: { of: ReleaseWhole }) {
  const { kind, session, run, minute, soon, duedays, letter, note, made, proposed, approved, releasedAt } = of;
  const facts = [
    { label: "Kind", value: kind },
    { label: "Session", value: session.name },
    ...(run === null ? [] : [{ label: "From merit list", value: `Run ${run}` }]),
    ...(minute ? [{ label: "Goes out on", value: asMinute(minute) }] : []),
    ...(soon && !minute ? [{ label: "Goes out", value: "As soon as it is approved" }] : []),
    ...(duedays ? [{ label: "Days to accept", value: String(duedays) }] : []),
    ...((minute || soon) && kind === "Offers"
      ? [{ label: "Letter", value: letter ? <LetterLink of={letter} /> : "The usual one" }]
      : []),
    { label: "Made", value: by(made) },
    ...(proposed ? [{ label: "Proposed", value: by(proposed) }] : []),
    ...(approved ? [{ label: "Approved", value: by(approved) }] : []),
    ...(releasedAt ? [{ label: "Released", value: asMinute(releasedAt) }] : []),
  ];
  return (
    <section aria-labelledby="about" className="card px-5 py-4">
      <h2 id="about" className="mb-1 text-large">
        About this list
      </h2>
      {note && <p className="mb-1 border-info border-l-4 pl-3">{note}</p>}
      <Facts list={facts} />
    </section>
  );
}

const by = ({ by: who, at }: { by: string; at: string }) => `${who}, ${asMinute(at)}`;

const LetterLink = ({ of }: { of: { _id: string; title: string } }) => (
  <Link to={`${letterTemplates.link}/${of._id}`} className="link">
    {of.title}
  </Link>
);
