import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link, useParams } from "#kit/page/router.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { readOwnInquiries } from "../mark-inquiry/mark-inquiry.contract.ts";
import { OwnStanding } from "../standing/standing.own.part.page.tsx";
import { readOwnResults, readResultSlip } from "./student-result.contract.ts";
import { RecordOf } from "./student-result.record.part.page.tsx";
import { ResultSlipSheet } from "./student-result.slip.part.page.tsx";

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
            <ResultSlipSheet of={of} />
          </>
        )}
      </Read>
    </>
  );
}
