import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import {
  confirmResult,
  type PostingStanding,
  practicePostings,
  readPosting,
  readPostingLetter,
  releasePosting,
  returnResult,
} from "./teaching-practice.contract.ts";
import { resultWords } from "./teaching-practice.rules.ts";

const { link } = practicePostings;

const Plans = opened(() => import("./plan/plan.page.tsx").then((part) => part.PracticePlans));
const PostByHand = opened(() => import("./posting/posting.deeds.page.tsx").then((part) => part.PostByHand));
const Supervise = opened(() => import("./posting/posting.deeds.page.tsx").then((part) => part.SuperviseChosen));
const Move = opened(() => import("./posting/posting.deeds.page.tsx").then((part) => part.MovePosting));
const Letter = opened(() => import("./teaching-practice.letter.part.page.tsx").then((part) => part.PostingLetter));
const Warnings = opened(() => import("./posting/posting.visits.page.tsx").then((part) => part.PostingWarnings));
const Visits = opened(() => import("./posting/posting.visits.page.tsx").then((part) => part.PostingVisits));
const Propose = opened(() => import("./posting/posting.visits.page.tsx").then((part) => part.ProposeResult));

const newestFirst = { ...practicePostings, usual: "-createdAt" };

/** Who is posted where; one of them with the visits; and how a round is posted by wishes. */
export function TeachingPracticePage() {
  const { pathname } = useLocation();
  const mayChange = useRight("teaching-practice.change");
  if (pathname.startsWith(`${link}/plan`)) return <Plans />;
  const printed = matched(`${link}/:id/letter`, pathname)?.id;
  if (printed) return <PrintedLetter key={printed} id={printed} />;
  if (pathname !== link)
    return (
      <ListingScreens
        of={practicePostings}
        first={(row) => <Before row={row} />}
        deeds={(row) => <Deeds key={row._id} row={row} />}
      >
        {(row) => <Standing row={row} />}
      </ListingScreens>
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        mayChange && (
          <>
            <PostByHand />
            <Link to={`${link}/plan`} className="button">
              Post by wishes
            </Link>
          </>
        )
      }
      chosenDeeds={mayChange ? (picked: Picked) => <Supervise picked={picked} /> : undefined}
    >
      <Tabs />
    </RecordList>
  );
}

const tabs = [
  ["", "All"],
  ["?state=Posted", "Posted"],
  ["?state=Proposed", "To confirm"],
  ["?state=Confirmed", "Confirmed"],
  ["?state=Released", "Given up"],
] as const;

function Tabs() {
  const { search } = useLocation();
  return (
    <nav aria-label="Where postings stand" className="views">
      {tabs.map(([query, word]) => (
        <Link key={word} to={`${link}${query}`} className="tab" aria-current={search === query ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}

function Before({ row }: { row: Row }) {
  const read = useRead(readPosting, { id: row._id });
  return read.data ? <Warnings of={read.data} /> : null;
}

function Standing({ row }: { row: Row }) {
  const read = useRead(readPosting, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {(of) => <Visits of={of} />}
    </Read>
  );
}

function Deeds({ row }: { row: Row }) {
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
      {mayChange && of.state === "Posted" && <Move id={row._id} name={of.name} />}
      <ProposalDeeds isOwn={of.proposedByMe} deeds={deedsOf(of)} />
      {mayChange && <Propose of={of} />}
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

function PrintedLetter({ id }: { id: string }) {
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
            <Letter of={of} />
          </div>
        )}
      </ReadRecord>
    </>
  );
}
