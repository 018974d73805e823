import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Facts } from "#kit/look/facts.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { letterTemplates } from "../letter-template/letter-template.contract.ts";
import { type OfferStandingReply, offers, readOfferStanding } from "./offer.contract.ts";

/** Where the offer of one application stands, until when, and by which letter it went out. */
export function OfferStanding({ application }: { application: string }) {
  const read = useRead(readOfferStanding, { id: application });
  return (
    <Read from={read} waiting={<div className="bone late h-10" />}>
      {(of) => (
        <Facts
          list={[
            { label: "Offer", value: <Stage of={of} /> },
            ...(of ? [{ label: "Letter", value: <LetterVersion of={of.letter} /> }] : []),
          ]}
        />
      )}
    </Read>
  );
}

function Stage({ of }: { of: OfferStandingReply }) {
  if (!of) return <span className="text-soft">No offer yet</span>;
  const { _id, kind, standing, due, daysleft } = of;
  return (
    <>
      <Link to={`${offers.link}/${_id}`} className="link">
        {standing}
      </Link>
      <span className="block">
        {kind}, last day {asDay(due)}
      </span>
      {daysleft !== null && <span className="block text-small text-soft">{daysWords(daysleft)}</span>}
    </>
  );
}

const daysWords = (days: number): string => (days === 0 ? "Today is the last day" : `${asCount(days, "day")} left`);

/** The version that an offer went out with, and the way to it for whoever holds the releases. */
export function LetterVersion({ of }: { of: NonNullable<OfferStandingReply>["letter"] }) {
  const seesLetters = useRight(letterTemplates.page);
  if (!of) return "The usual letter";
  if (!seesLetters) return of.title;
  return (
    <Link to={`${letterTemplates.link}/${of._id}`} className="link">
      {of.title}
    </Link>
  );
}
