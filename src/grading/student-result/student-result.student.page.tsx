import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useParams } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { PaperCheck } from "#kit/paper/paper-marks.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { readOwnInquiries } from "../mark-inquiry/mark-inquiry.contract.ts";
import { OwnStanding } from "../standing/standing.own.part.page.tsx";
import { type ResultSlip, readOwnResults, readResultSlip } from "./student-result.contract.ts";
import { RecordOf } from "./student-result.record.part.page.tsx";
import { Awaited, quotient, ResultsTable, termTitle } from "./student-result.sheet.part.page.tsx";

const PAGE = "/student/results";

/** `/student/results`: what was given, semester by semester, and what it comes to. */
export function StudentResultsPage() {
  const read = useRead(readOwnResults);
  // Without this answer the results stand there all the same.
  const { data: asked } = useRead(readOwnInquiries);
  const askable = new Map(asked?.askable.map(({ result, until }) => [result, until] as const));
  return (
    <>
      <PageHeading title="Results" subtitle="Semester by semester, with what each figure is made of" />
      <Read from={read} waiting={<CardBones />}>
        {(of) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <OwnStanding />
            <RecordOf of={of} own={{ slipAt: (slip) => `${PAGE}/${slip}`, askable }} />
          </div>
        )}
      </Read>
    </>
  );
}

/** `/student/results/:id`: the slip of one semester, to print or to show. */
export function StudentResultSlipPage() {
  const { id = "" } = useParams();
  const read = useRead(readResultSlip, { id });
  return (
    <>
      <div className="no-print">
        <PageHeading title="Result slip" subtitle="Whoever reads it checks it by its code" />
      </div>
      <Read from={read} waiting={<CardBones />}>
        {(of) => (
          <>
            <div className="no-print mb-4 flex flex-wrap gap-2">
              <PrintButton />
              <Link to={PAGE} className="button button-quiet">
                All results
              </Link>
            </div>
            <Slip of={of} />
          </>
        )}
      </Read>
    </>
  );
}

const Slip = ({ of }: { of: ResultSlip }) => (
  <article
    aria-label={`Result slip of ${of.name}`}
    className="mx-auto flex max-w-[52rem] flex-col gap-4 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0"
  >
    <Letterhead {...letterhead} />
    <h2 className="text-title">Result slip</h2>
    <PaperLines>
      <PaperLine label="Name">
        <strong>{of.name}</strong>
      </PaperLine>
      <PaperLine label="Matric number">{of.matric}</PaperLine>
      <PaperLine label="Programme">{of.programme}</PaperLine>
      <PaperLine label="Semester">{termTitle(of.semester)}</PaperLine>
    </PaperLines>
    <ResultsTable of={of.semester} />
    <Awaited of={of.semester.awaited} />
    <PaperLines>
      <PaperLine label="GPA">
        {of.semester.gpa && (
          <strong className="figures">
            {of.semester.gpa.shown} ({quotient(of.semester.gpa)})
          </strong>
        )}
      </PaperLine>
      <PaperLine label="CGPA after this semester">
        {of.semester.cgpa && (
          <strong className="figures">
            {of.semester.cgpa.shown} ({quotient(of.semester.cgpa)})
          </strong>
        )}
      </PaperLine>
      <PaperLine label="Standing">{of.semester.standing}</PaperLine>
    </PaperLines>
    <p className="text-small">A slip is no transcript. Its code tells what is on record when it is checked.</p>
    <PaperCheck
      address={of.genuine}
      says={["Result slip", of.matric ?? of.name, termTitle(of.semester)]}
      asOf={of.asOf}
    />
  </article>
);
