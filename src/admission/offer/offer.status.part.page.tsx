import { CalendarClock } from "lucide-react";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { type BadgeLook, StateLine, WordBadge } from "#kit/look/badge.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { UnbrokenText } from "#payments/payment-reference/payment-reference.part.page.tsx";
import { statusWord } from "./offer.rules.ts";
import type { ApplicationView } from "./offer.status.contract.ts";
import { isWithBursary, lastDayInWords } from "./offer.status.rules.ts";

/** The specification's word for an application, green only while the place is there to be had. */
export const StatusBadge = ({ application }: { application: ApplicationView }) => (
  <WordBadge look={lookOf(application)} word={statusWord(application.status)} />
);

const lookOf = ({ acceptable, accepted }: ApplicationView): BadgeLook => (acceptable || accepted ? "good" : "plain");

/** Where an application stands, what its owner does next, until when, and what the offer asks for. */
export function ApplicationStanding({ application }: { application: ApplicationView }) {
  const {
    stage,
    next,
    reason,
    due,
    daysleft,
    status,
    acceptable,
    accepted,
    conditions,
    acceptanceFee: fee,
  } = application;
  const conditional = status === 2 && (acceptable || accepted);
  const payable = acceptable && !(fee && isWithBursary(fee));
  const isGood = payable && fee?.state !== "REVERSED";
  return (
    <>
      {isGood && <Congratulations application={application} />}
      <div className="max-w-prose">
        {!isGood && <StateLine look={stageLook(application)} words={stage} />}
        <p className="text-soft">
          {!conditional && reason && `${reason}. `}
          <UnbrokenText text={next} />.
        </p>
      </div>
      {payable && due && daysleft !== null && (
        <p className={`flex gap-2 font-semibold ${daysleft <= FEW_DAYS ? "text-warn" : ""}`}>
          <CalendarClock aria-hidden className="mt-0.5 size-5 shrink-0" />
          <span>Accept by {lastDayInWords(due, daysleft)}</span>
        </p>
      )}
      {conditional && (reason || conditions.length > 0) && (
        <div className="border-info border-l-4 pl-3">
          <strong className="block text-small">Condition of this offer</strong>
          {conditions.length === 0 ? reason : <Conditions list={conditions} />}
        </div>
      )}
    </>
  );
}

const conditionWords = { Open: "To be met", Met: "Met", "Not met": "Not met" } as const;

/** Each with its day, and since when it is met or not. */
function Conditions({ list }: { list: ApplicationView["conditions"] }) {
  return (
    <ul className="grid gap-1">
      {list.map(({ words, due, state, decidedAt }) => (
        <li key={words}>
          {words}{" "}
          <span className={`text-small ${state === "Met" ? "text-good" : "text-soft"}`}>
            ({conditionWords[state]}
            {state === "Open" ? due && ` by ${asDay(`${due}T12:00:00Z`)}` : decidedAt && `, ${asDay(decidedAt)}`})
          </span>
        </li>
      ))}
    </ul>
  );
}

function Congratulations({ application: { applicant, programme, session, status } }: { application: ApplicationView }) {
  return (
    <div className="rounded-card border border-good border-l-4 bg-good-tint p-4">
      <p className="font-semibold font-serif text-good text-large">Congratulations, {applicant.firstname}!</p>
      <p>
        The college offers you {statusWord(status)} to {programmeTitle(programme)} for {session.name}.
      </p>
    </div>
  );
}

/** An application that waits is well: nobody shall read its status for a failure. */
function stageLook({
  status,
  reason,
  documents,
  acceptable,
  accepted,
  acceptanceFee: fee,
}: ApplicationView): BadgeLook {
  if (documents.some(({ file }) => file === null) || (acceptable && fee?.state === "REVERSED")) return "bad";
  if (fee && isWithBursary(fee)) return "info";
  return (status === 0 && !reason) || acceptable || accepted ? "good" : "plain";
}

const FEW_DAYS = 3;
