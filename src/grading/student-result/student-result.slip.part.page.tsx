import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperLine, PaperLines } from "#kit/paper/paper.web.tsx";
import { PaperCheck } from "#kit/paper/paper-marks.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import type { ResultSlip } from "./student-result.contract.ts";
import { Awaited, quotient, ResultsTable, termTitle } from "./student-result.sheet.part.page.tsx";

/** The slip of one semester as it leaves the printer. */
export const ResultSlipSheet = ({ of }: { of: ResultSlip }) => (
  <article
    aria-label={`Result slip of ${of.name}`}
    className="mx-auto flex max-w-[52rem] flex-col gap-4 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0"
  >
    <Letterhead {...letterhead} />
    <h2 className="text-title">{of.words.heading}</h2>
    <PaperWords text={of.words.opening} />
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
    <div className="text-small">
      <PaperWords text={of.words.closing} />
    </div>
    <PaperCheck
      address={of.genuine}
      says={["Result slip", of.matric ?? of.name, termTitle(of.semester)]}
      asOf={of.asOf}
    />
  </article>
);
