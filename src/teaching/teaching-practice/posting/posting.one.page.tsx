import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { readPostingLetter } from "../letter/letter.contract.ts";
import { PostingLetter } from "../letter/letter.part.page.tsx";
import {
  confirmResult,
  type PostingStanding,
  practicePostings,
  readPosting,
  releasePosting,
  returnResult,
} from "../teaching-practice.contract.ts";
import { resultWords } from "../teaching-practice.rules.ts";
import { MovePosting } from "./posting.deeds.page.tsx";
import { PostingVisits, PostingWarnings, ProposeResult } from "./posting.visits.page.tsx";

const { link } = practicePostings;

/** What should be looked at first. */
export function BeforePosting({ row }: { row: Row }) {
  const read = useRead(readPosting, { id: row._id });
  return read.data ? <PostingWarnings of={read.data} /> : null;
}

/** The visits and where the result stands. */
export function StandingOfPosting({ row }: { row: Row }) {
  const read = useRead(readPosting, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {(of) => <PostingVisits of={of} />}
    </Read>
  );
}

/** What may be done with a posting. */
export function PostingDeeds({ row }: { row: Row }) {
  const read = useRead(readPosting, { id: row._id });
  const mayChange = useRight("teaching-practice.change");
  const of = read.data;
  if (!of) return null;
  return (
    <>
      {of.state !== "Released" && (
        <Link to={`${link}/${row._id}/letter`} className="button button-quiet">
          Posting letter
        </Link>
      )}
      {mayChange && of.state === "Posted" && <MovePosting id={row._id} name={of.name} />}
      <ProposalDeeds isOwn={of.proposedByMe} deeds={deedsOf(of)} />
      {mayChange && <ProposeResult of={of} />}
    </>
  );
}

function deedsOf(of: PostingStanding): readonly ProposalDeed[] {
  const params = { id: of._id };
  const seen = of.version;
  if (of.state === "Posted")
    return [
      {
        word: "Take back",
        right: "teaching-practice.change",
        by: "anybody",
        title: `Take the posting of ${of.name} back?`,
        follows: (
          <p>The place is free again at once. The student reads your reason, and the letter is not valid any more.</p>
        ),
        draft: `practice-release:${of._id}`,
        send: (body, attempt) => call(releasePosting, { params, body, attempt }),
      },
    ];
  if (of.state !== "Proposed") return [];
  const right = "teaching-practice.approve";
  return [
    {
      word: "Send back",
      right,
      by: "another",
      title: `Send the result of ${of.name} back?`,
      follows: <p>Whoever supervises reads your reason. Visits may be added, and it is proposed anew.</p>,
      draft: `practice-return:${of._id}`,
      send: (body, attempt) => call(returnResult, { params, body: { ...body, seen }, attempt }),
    },
    {
      word: "Confirm",
      right,
      by: "another",
      isMain: true,
      title: `Confirm the result of ${of.name}?`,
      follows: (
        <p>
          <strong>{resultWords(of, of.passline)}</strong>. It stands from then on, and the student reads it.
        </p>
      ),
      send: (attempt) => call(confirmResult, { params, body: { seen }, attempt }),
    },
  ];
}

/** The letter, to print at the office. */
export function PrintedLetter({ id }: { id: string }) {
  const read = useRead(readPostingLetter, { id });
  return (
    <>
      <div className="no-print">
        <ConsoleHeading title="Posting letter">
          <Link to={`${link}/${id}`} className="button button-quiet">
            Back to the posting
          </Link>
          {read.data && <PrintButton />}
        </ConsoleHeading>
      </div>
      <ReadRecord from={read} of={practicePostings}>
        {(of) => (
          <div className="max-w-[52rem] rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0">
            <PostingLetter of={of} />
          </div>
        )}
      </ReadRecord>
    </>
  );
}
