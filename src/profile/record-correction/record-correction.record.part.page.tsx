import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { CorrectionBadge, OldAndNew } from "./record-correction.change.part.page.tsx";
import { type CorrectionOfRecord, readCorrectable, recordCorrections } from "./record-correction.desk.contract.ts";

/** What of one record was corrected, with the old values; and the way to ask for more. */
export function CorrectionsOf({ noun, record }: { noun: string; record: string }) {
  const read = useRead(readCorrectable, { noun, record });
  const mayAsk = useRight("record-corrections.change");
  return (
    <section aria-labelledby="corrections" className="card px-5 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="corrections" className="text-large">
          Corrections
        </h2>
        {mayAsk && (
          <Link to={`${recordCorrections.link}/new?noun=${noun}&record=${record}`} className="link">
            Ask for a correction
          </Link>
        )}
      </div>
      <Read from={read} waiting={<div className="bone late mt-3 h-12" />}>
        {({ corrections }) =>
          corrections.length === 0 ? (
            <p className="mt-2 text-soft">Nothing was corrected.</p>
          ) : (
            <ol className="mt-1">
              {corrections.map((one) => (
                <Line key={one._id} of={one} />
              ))}
            </ol>
          )
        }
      </Read>
    </section>
  );
}

function Line({ of }: { of: CorrectionOfRecord }) {
  const { _id, about, state, askedby, createdAt, decidedby, decidedAt, stays } = of;
  return (
    <li className="grid gap-1 border-line border-b py-3 last:border-b-0">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <Link to={`${recordCorrections.link}/${_id}`} className="link font-semibold">
          {about}
        </Link>
        <CorrectionBadge state={state} />
      </p>
      <OldAndNew of={of} />
      {stays.map((sentence) => (
        <p key={sentence} className="border-warn border-l-4 pl-3">
          {sentence}.
        </p>
      ))}
      <p className="text-small text-soft">
        {state === "Changed" ? "By" : "Asked by"} {askedby ?? "the applicant"},{" "}
        <time dateTime={createdAt}>{asMinute(createdAt)}</time>
        {decidedby && decidedAt && (
          <span className="block">
            {state} by {decidedby}, <time dateTime={decidedAt}>{asMinute(decidedAt)}</time>
          </span>
        )}
      </p>
    </li>
  );
}
