import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { StudentCard } from "../student/student.card.part.page.tsx";
import { students } from "../student/student.contract.ts";
import {
  approveMerge,
  type checkMerge,
  declineMerge,
  readMergeEffect,
  withdrawMerge,
} from "./student-merge.contract.ts";

export type Compared = Replied<typeof checkMerge>;

/** Both records side by side: what is the same speaks for one person, what differs against it. */
export function SideBySide({ of: { kept, gone, fields } }: { of: Pick<Compared, "kept" | "gone" | "fields"> }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        <div>
          <h2 className="mb-1 text-base">Stays</h2>
          <StudentCard of={kept} />
        </div>
        <div>
          <h2 className="mb-1 text-base">Goes</h2>
          <StudentCard of={gone} />
        </div>
      </div>
      <section aria-labelledby="compared" className="card px-5 py-4">
        <h2 id="compared" className="text-large">
          Side by side
        </h2>
        <ul>
          {fields.map(({ label, kept: stays, gone: goes, same }) => (
            <li key={label} className="border-line border-b py-2 last:border-b-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-small text-soft">
                {label}
                {same ? (
                  <WordBadge look="good" word="The same" />
                ) : (
                  stays !== null && goes !== null && <WordBadge look="bad" word="Differs" />
                )}
              </p>
              {same ? (
                <p className="break-words">{stays}</p>
              ) : (
                <div className="grid grid-cols-2 gap-4">
                  <p className="min-w-0 break-words">{stays ?? <span className="text-soft">Empty</span>}</p>
                  <p className="min-w-0 break-words">{goes ?? <span className="text-soft">Empty</span>}</p>
                </div>
              )}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** What must be settled first, what moves, and what stays where it is. */
export function MergeEffect({ of, isDone }: { of: Pick<Compared, "moves" | "stays" | "stops">; isDone: boolean }) {
  const parts = [
    [isDone ? "What moved" : "What moves", of.moves],
    [isDone ? "What stayed" : "What stays as it is", of.stays],
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {of.stops.length > 0 && (
        <Alert look="bad" title="Something must be settled first">
          <Sentences of={of.stops} />
        </Alert>
      )}
      <section aria-label="What follows" className="card grid gap-3 px-5 py-4">
        {parts.map(([heading, list]) => (
          <div key={heading}>
            <h2 className="text-large">{heading}</h2>
            {list.length === 0 ? <p className="text-soft">Nothing.</p> : <Sentences of={list} />}
          </div>
        ))}
      </section>
    </div>
  );
}

const Sentences = ({ of }: { of: readonly string[] }) => (
  <ul className="mt-1 grid list-disc gap-1.5 pl-5">
    {of.map((sentence) => (
      <li key={sentence}>{sentence}.</li>
    ))}
  </ul>
);

/** What a merge would come to while it waits, and what it came to. */
export function MergeBefore({ row }: { row: Row }) {
  const { me } = useGiven();
  const read = useRead(readMergeEffect, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-48" />}>
      {({ compared, ...effect }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
          {row.state === "Proposed" && (row.proposedby as Choice)._id === me._id && (
            <div className="lg:col-span-2">
              <Alert look="info" title="You proposed this">
                <p>A colleague who may approve it decides.</p>
              </Alert>
            </div>
          )}
          {compared && <SideBySide of={compared} />}
          {row.state !== "Declined" && row.state !== "Withdrawn" && (
            <div>
              <MergeEffect of={effect} isDone={row.state === "Approved"} />
              {row.state === "Approved" && (
                <p className="mt-3">
                  <Link to={`${students.link}/${(row.kept as Choice)._id}`} className="link">
                    Open {(row.kept as Choice).label}
                  </Link>
                </p>
              )}
            </div>
          )}
        </div>
      )}
    </Read>
  );
}

export function MergeDeeds({ row }: { row: Row }) {
  const { me } = useGiven();
  const read = useRead(readMergeEffect, { id: row._id });
  if (row.state !== "Proposed" || !read.data) return null;
  const { compared, stops } = read.data;
  const params = { id: row._id };
  const stays = <p>Nothing is changed: both records stay as they are. It can be proposed anew.</p>;
  const approval = {
    word: "Approve",
    right: "student-merges.approve",
    by: "another",
    isMain: true,
    title: `Merge ${row.name}?`,
    follows: (
      <p>
        What follows from it stands on this page. It is not undone: look at both records and at their papers before you
        approve.
      </p>
    ),
    send: (attempt: string) => call(approveMerge, { params, body: { seen: compared?.seen ?? 0 }, attempt }),
  } as const;
  return (
    <ProposalDeeds
      isOwn={(row.proposedby as Choice)._id === me._id}
      deeds={[
        {
          word: "Withdraw",
          right: "student-merges.change",
          by: "proposer",
          title: `Withdraw the merge of ${row.name}?`,
          follows: stays,
          send: (attempt) => call(withdrawMerge, { params, attempt }),
        },
        {
          word: "Decline",
          right: "student-merges.approve",
          by: "another",
          title: `Decline the merge of ${row.name}`,
          follows: stays,
          draft: `merge-decline:${row._id}`,
          send: (body, attempt) => call(declineMerge, { params, body, attempt }),
        },
        ...(compared && stops.length === 0 ? [approval] : []),
      ]}
    />
  );
}
