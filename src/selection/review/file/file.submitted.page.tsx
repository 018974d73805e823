import { shortMinute } from "#console/record/record.rules.ts";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { type BadgeLook, WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asAgo } from "#kit/value/dates.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { stateWords, surplusWords } from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import type { ReviewFile, TimelineLine } from "../review.file.contract.ts";
import { ReviewNotes } from "../review.notes.part.page.tsx";
import { ALevelFacts, RefereeFacts } from "./file.applicant.page.tsx";
import { SubmittedDocuments } from "./file.documents.page.tsx";

type Payment = ReviewFile["payments"][number];

const purposes = { application: "Application fee", acceptance: "Acceptance fee" } as const;

function Payments({ list }: { list: readonly Payment[] }) {
  const { places } = useGiven();
  const desk = "/staff/payments";
  return (
    <section aria-labelledby="payments" className="card px-4 py-3">
      <h2 id="payments" className="text-large">
        Payments
      </h2>
      <ul>
        {list.map((one) => (
          <li key={one._id} className="grid gap-0.5 border-line border-b py-2 last:border-b-0">
            <p className="flex flex-wrap items-center justify-between gap-2">
              <span>{purposes[one.purpose]}</span>
              <Standing of={one} />
            </p>
            <p className="figures flex flex-wrap justify-between gap-x-3">
              {one.rrr && places.has(desk) ? (
                <Link to={`${desk}?q=${one.rrr}`} className="link">
                  {groupedRrr(one.rrr)}
                </Link>
              ) : (
                <span>{one.rrr ? groupedRrr(one.rrr) : "No reference yet"}</span>
              )}
              <span>{asNaira(one.amount)}</span>
            </p>
            <p className="text-small text-soft">
              {one.verified ? `Verified ${shortMinute(one.verified)}` : `Made ${shortMinute(one.createdAt)}`}
            </p>
            {one.told && <Told of={one.told} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the payer was told before paying, and whether the button that says to know it was pressed. */
const Told = ({ of: { sentence, knewAt } }: { of: NonNullable<Payment["told"]> }) => (
  <p className="text-small">
    {knewAt
      ? `Pressed “I know, go on” ${shortMinute(knewAt)}. Told: ${sentence}.`
      : `Made without the button “I know, go on”. The rules said: ${sentence}.`}
  </p>
);

function Standing({ of: { state, surplus } }: { of: Payment }) {
  if (surplus) return <WordBadge look="bad" word={surplusWords[surplus]} />;
  const look: BadgeLook = state === "PAID" ? "good" : state === "OPEN" ? "info" : "plain";
  return <WordBadge look={look} word={stateWords[state]} />;
}

const Timeline = ({ lines }: { lines: readonly TimelineLine[] }) => (
  <section aria-labelledby="timeline" className="card px-4 py-3">
    <h2 id="timeline" className="text-large">
      What happened
    </h2>
    {lines.length === 0 && <p className="text-soft">Nothing but its submission.</p>}
    <ol>
      {lines.map(({ at, who, what, reason }) => (
        <li key={`${at} ${what}`} className="border-line border-b py-2 last:border-b-0">
          <p>
            <strong>{what}</strong>
          </p>
          {reason && <p className="whitespace-pre-line">{reason}</p>}
          <p className="text-small text-soft">
            {who},{" "}
            <time dateTime={at} title={shortMinute(at)}>
              {asAgo(at)}
            </time>
          </p>
        </li>
      ))}
    </ol>
  </section>
);

interface BelowParts {
  readonly file: ReviewFile;
  readonly mayChange: boolean;
}

/** What else was submitted, after who applied. */
export const SubmittedBelow = ({ file, mayChange }: BelowParts) => (
  <>
    <SubmittedDocuments file={file} mayChange={mayChange} />
    {file.alevels.length > 0 && <ALevelFacts list={file.alevels} />}
    <RefereeFacts list={file.referees} />
  </>
);

/** What the office keeps beside the file. */
export const KeptBeside = ({ file, mayChange }: BelowParts) => (
  <>
    <ReviewNotes of={file} mayChange={mayChange} />
    <Payments list={file.payments} />
    <Timeline lines={file.timeline} />
  </>
);
