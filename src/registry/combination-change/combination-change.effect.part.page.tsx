import { WordBadge } from "#kit/look/badge.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { CombinationEffect, OwnCombinationChange } from "./combination-change.contract.ts";

/** What another combination brings about: read before it is asked for, and again by everybody who decides. */
export function CombinationEffectCard({ of }: { of: CombinationEffect }) {
  const { programme, why, courses, entry, places, caps, bills, difference, renumbered } = of;
  return (
    <section aria-labelledby="effect" className="card px-5 py-4">
      <h2 id="effect" className="text-large">
        What follows from {programme.title}
      </h2>
      {why && <p className="mt-1 font-semibold text-bad">{why}.</p>}
      <ul className="mt-1 grid list-disc gap-1.5 pl-5">
        <li>
          {programme.department}, {programme.college}.
        </li>
        <li>Entry rules: {entry}.</li>
        {places !== null && <li>{places === 0 ? "No place is free." : `${asCount(places, "place")} free.`}</li>}
        {courses.length > 0 && (
          <li>
            Not taught in it, of the courses registered this semester: {courses.join(", ")}. Drop them after the change,
            and add its own.
          </li>
        )}
        {caps && <li className="font-semibold text-warn">{caps}.</li>}
        {bills.length === 0 && <li>No bill of the session that runs is changed.</li>}
        {bills.map(({ bill, term, before, after }) => (
          <li key={bill}>
            {term}:{" "}
            {after === null ? (
              "not known what it costs"
            ) : (
              <>
                <span className="figures">{asNaira(after)}</span> in place of{" "}
                <span className="figures">{asNaira(before)}</span>
              </>
            )}
            .
          </li>
        ))}
        {bills.length > 0 && <li className="font-semibold">{differenceWords(difference)}</li>}
        <li>{renumbered ? "A new matric number comes with it." : "The matric number stays as it is."}</li>
      </ul>
    </section>
  );
}

export function differenceWords(difference: number): string {
  if (difference === 0) return "Nothing more and nothing less is to be paid.";
  return difference > 0
    ? `${asNaira(difference)} more is to be paid: a line of its own on the bill.`
    : `${asNaira(-difference)} less is to be paid: a line of its own on the bill. What is paid beyond the bill stays credit.`;
}

/** Who has decided what, and whose turn it is. */
export function CombinationSteps({ of: { steps, state } }: { of: Pick<OwnCombinationChange, "steps" | "state"> }) {
  return (
    <ol className="grid gap-2">
      {steps.map(({ turn, office, approved, reason, at, by }) => (
        <li key={turn} className="border-line border-b pb-2 last:border-b-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <strong>{office}</strong>
            {approved !== null ? (
              <WordBadge look={approved ? "good" : "bad"} word={approved ? "Agreed" : "Refused"} />
            ) : (
              state === turn && <WordBadge look="info" word="Decides now" />
            )}
          </div>
          {at && <p className="text-small text-soft">{[by, asMinute(at)].filter(Boolean).join(", ")}</p>}
          {reason && <p className="whitespace-pre-line">{reason}</p>}
        </li>
      ))}
    </ol>
  );
}
