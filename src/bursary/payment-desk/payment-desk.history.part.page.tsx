import { shortMinute } from "#console/record/record.shown.contract.ts";
import { StandingBadge } from "./payment-desk.badge.part.page.tsx";
import type { PaymentStory } from "./payment-desk.contract.ts";

/** Every question, answer and step, newest first. */
export const History = ({ story: { events } }: { story: PaymentStory }) => (
  <section aria-labelledby="history" className="card px-5 py-4">
    <h2 id="history" className="text-large">
      Everything heard and done
    </h2>
    {events.length === 0 && <p className="mt-2 text-soft">Nothing yet: the provider has not been asked.</p>}
    <ol className="mt-1">
      {[...events].reverse().map(({ _id, at, words, to, differs }) => (
        <li
          key={_id}
          className="grid gap-x-4 gap-y-0.5 border-line border-b py-2 last:border-b-0 sm:grid-cols-[10rem_1fr]"
        >
          <time dateTime={at} className="figures text-small text-soft">
            {shortMinute(at)}
          </time>
          <div className="flex min-w-0 flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <p className="min-w-0 break-words">
              {words}
              {differs.length > 0 && <strong className="text-bad"> It names {differs.join(", ")}</strong>}
            </p>
            {to && <StandingBadge state={to} />}
          </div>
        </li>
      ))}
    </ol>
  </section>
);
