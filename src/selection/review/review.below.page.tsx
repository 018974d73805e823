import { Notes } from "../review-note/review-note.notes.part.page.tsx";
import { ALevels, Referees } from "./review.applicant.page.tsx";
import { Documents } from "./review.documents.page.tsx";
import type { ReviewFile } from "./review.file.contract.ts";
import { Payments } from "./review.payments.page.tsx";
import { Timeline } from "./review.timeline.page.tsx";

interface BelowParts {
  readonly file: ReviewFile;
  readonly mayChange: boolean;
}

/** What else was submitted, after who applied. */
export const Submitted = ({ file, mayChange }: BelowParts) => (
  <>
    <Documents file={file} mayChange={mayChange} />
    {file.alevels.length > 0 && <ALevels list={file.alevels} />}
    <Referees list={file.referees} />
  </>
);

/** What the office keeps beside the file. */
export const KeptBeside = ({ file, mayChange }: BelowParts) => (
  <>
    <Notes of={file} mayChange={mayChange} />
    <Payments list={file.payments} />
    <Timeline lines={file.timeline} />
  </>
);
