import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones } from "#kit/look/states.web.tsx";
import { PageHeading, useTitle } from "#kit/page/heading.web.tsx";
import { Link, useParams } from "#kit/page/router.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { readOwnPostingLetter } from "./letter.contract.ts";
import { PostingLetter } from "./letter.part.page.tsx";

/** `/student/practice-letter/:id`: the letter to print. */
export function StudentPostingLetterPage() {
  const { id = "" } = useParams();
  const read = useRead(readOwnPostingLetter, { id });
  useTitle("Posting letter");
  return (
    <>
      <div className="no-print mb-4 flex flex-wrap gap-2">
        <Link to="/student/practice" className="button button-quiet">
          Teaching practice
        </Link>
        {read.data && <PrintButton />}
      </div>
      {!read.data && <PageHeading title="Posting letter" />}
      <Read from={read} waiting={<CardBones />}>
        {(of) => (
          <div className="mx-auto max-w-[52rem] rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0">
            <PostingLetter of={of} />
          </div>
        )}
      </Read>
    </>
  );
}
