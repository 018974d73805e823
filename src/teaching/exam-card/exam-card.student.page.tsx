import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { PageHeading } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { readOwnCard } from "./exam-card.contract.ts";
import { ExamCardSheet, NoCard } from "./exam-card.sheet.part.page.tsx";

/** `/student/exam-card`: what one may sit, to print and take into the hall. */
export function StudentExamCardPage() {
  const read = useRead(readOwnCard);
  return (
    <>
      <div className="no-print">
        <PageHeading title="Examination card" subtitle="Print it and bring it to each examination" />
      </div>
      <Read from={read} waiting={<CardBones />}>
        {(of) =>
          of === null ? (
            <EmptyState title="No semester runs" text="Your card stands here once the college has begun its session." />
          ) : of.stop ? (
            <div className="grid justify-items-start gap-4">
              <NoCard of={of} title="You have no examination card yet" />
              {of.stop.link && (
                <Link to={of.stop.link} className="button">
                  Go there
                </Link>
              )}
            </div>
          ) : (
            <>
              <div className="no-print mb-4 flex flex-wrap gap-2">
                <PrintButton />
                <Link to="/student/attendance" className="button button-quiet">
                  See your attendance
                </Link>
              </div>
              <ExamCardSheet of={of} />
            </>
          )
        }
      </Read>
    </>
  );
}
