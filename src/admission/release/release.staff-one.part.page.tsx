import { useEffect } from "react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { ReadRecord } from "#console/record/record.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { letterTemplates } from "../letter-template/letter-template.contract.ts";
import { releases } from "./release.contract.ts";
import { releaseLines } from "./release.line.contract.ts";
import { ReleaseBadge } from "./release.staff-badge.part.page.tsx";
import { Counts } from "./release.staff-counts.part.page.tsx";
import { ReleaseDeeds } from "./release.staff-deeds.part.page.tsx";
import { ReleaseHistory } from "./release.staff-history.part.page.tsx";
import { Names } from "./release.staff-names.part.page.tsx";
import { ReleaseStanding } from "./release.staff-progress.part.page.tsx";
import { type ReleaseWhole, readReleaseWhole } from "./release.whole.contract.ts";

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
              See all {of.lines.toLocaleString("en-NG")}
            </Link>
            <ReleaseDeeds of={of} />
          </ConsoleHeading>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <ReleaseStanding of={of} />
              <Counts of={of} />
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
