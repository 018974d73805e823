import type { Choice, Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { CorrectionsOf } from "#profile/record-correction/record-correction.record.part.page.tsx";
import { readFile } from "../../review/review.file.contract.ts";
import { ReviewNotes } from "../../review/review.notes.part.page.tsx";
import { type DifferenceKind, differenceKinds } from "./difference.rules.ts";

/** What is to be done about a difference, and the ways to it: the person, a correction of the file, a note for the office. */
export function SettleDifference({ row }: { row: Row }) {
  const helps = useRight("help-desk");
  const isDisputed = row.kind === ("Candidate says otherwise" satisfies DifferenceKind);
  const sees = { files: useRight("applications"), corrections: useRight("record-corrections") };
  const file = row.application as Choice | null | undefined;
  return (
    <>
      <section aria-labelledby="to-do" className="card px-5 py-4">
        <h2 id="to-do" className="text-large">
          What to do
        </h2>
        <p className="mt-1">{differenceKinds[row.kind as DifferenceKind]}</p>
        {isDisputed && sees.corrections && (
          <p className="mt-2">
            <Link to={`/staff/record-corrections?q=${encodeURIComponent(String(row.jamb))}`} className="link">
              See what was asked, with its paper
            </Link>
          </p>
        )}
        {helps && (
          <p className="mt-2">
            <Link to={`/staff/help-desk?q=${encodeURIComponent(String(row.jamb))}`} className="link">
              Find the person at the help desk
            </Link>
          </p>
        )}
      </section>
      {file && sees.corrections && <CorrectionsOf noun="application" record={file._id} />}
      {file && sees.files && <FileNotes id={file._id} />}
    </>
  );
}

/** The office's notes on the application, also those that were written in its file. */
function FileNotes({ id }: { id: string }) {
  const read = useRead(readFile, { id });
  const mayChange = useRight("applications.change");
  return (
    <Read from={read} waiting={<div className="bone late h-24" />}>
      {(of) => <ReviewNotes of={of} mayChange={mayChange} />}
    </Read>
  );
}
