import { ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Choice, Row } from "#console/record/record.contract.ts";
import { useGiven } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useRereadWhile } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import {
  approvePublication,
  approveRecall,
  callOffPublication,
  declinePublication,
  declineRecall,
  proposeRecall,
  readPublication,
  withdrawPublication,
  withdrawRecall,
} from "./publication.contract.ts";
import { OutlookShown } from "./publication.outlook.part.page.tsx";

/** What goes out with it, while that is to come; and a recall that waits. */
export function BeforePublication({ row }: { row: Row }) {
  const read = useRead(readPublication, { id: row._id });
  useRereadWhile(row.state === "Being made" || row.state === "Being recalled");
  return (
    <Read from={read} waiting={<div className="bone late h-32" />}>
      {(of) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {row.state === "Being made" && (
            <Alert look="info" title="It is being made">
              <p>The results are frozen now. They are read from {asMinute(String(row.at))} on.</p>
            </Alert>
          )}
          {of.recall?.state === "Proposed" && (
            <Alert look="warn" title={`${of.recall.by} has proposed to recall it`}>
              <p>{of.recall.reason}</p>
            </Alert>
          )}
          {of.outlook && <OutlookShown of={of.outlook} />}
          <section aria-labelledby="batches" className="card max-w-3xl px-5 py-4">
            <h2 id="batches" className="text-large">
              Programmes and levels
            </h2>
            <ul>
              {of.batches.map(({ programme, title, level }) => (
                <li key={`${programme} ${level}`}>
                  {title}, {level} level
                </li>
              ))}
            </ul>
          </section>
        </div>
      )}
    </Read>
  );
}

export function PublicationDeeds({ row }: { row: Row }) {
  const { me } = useGiven();
  const read = useRead(readPublication, { id: row._id });
  const params = { id: row._id };
  const isOwn = (row.proposedby as Choice)._id === me._id;
  if (row.state === "Proposed") return <Deciding row={row} isOwn={isOwn} />;
  if (row.state === "Planned")
    return (
      <ProposalDeeds
        isOwn={isOwn}
        deeds={[
          {
            word: "Call off",
            right: "publications.approve",
            by: "anybody",
            title: "Call this publication off",
            follows: <p>Nothing goes out, and nobody is told. It can be proposed anew.</p>,
            draft: `publication-call-off:${row._id}`,
            send: (body, attempt) => call(callOffPublication, { params, body, attempt }),
          },
        ]}
      />
    );
  if (row.state !== "Published" || !read.data) return null;
  const { recall } = read.data;
  return recall?.state === "Proposed" ? <DecidingRecall of={recall} /> : <Recall row={row} />;
}

function Deciding({ row, isOwn }: { row: Row; isOwn: boolean }) {
  const params = { id: row._id };
  const stays = <p>Nothing goes out. It can be proposed anew.</p>;
  return (
    <ProposalDeeds
      isOwn={isOwn}
      deeds={[
        {
          word: "Take the proposal back",
          right: "publications.change",
          by: "proposer",
          title: "Take the proposal back?",
          follows: stays,
          send: (attempt) => call(withdrawPublication, { params, attempt }),
        },
        {
          word: "Decline",
          right: "publications.approve",
          by: "another",
          title: "Decline this publication",
          follows: stays,
          draft: `publication-decline:${row._id}`,
          send: (body, attempt) => call(declinePublication, { params, body, attempt }),
        },
        {
          word: "Approve",
          right: "publications.approve",
          by: "another",
          isMain: true,
          title: "Approve this publication?",
          follows: <p>The results are frozen at once, and students read them from {asMinute(String(row.at))} on.</p>,
          send: (attempt) => call(approvePublication, { params, attempt }),
        },
      ]}
    />
  );
}

const Recall = ({ row }: { row: Row }) => (
  <ProposalDeeds
    isOwn={false}
    deeds={[
      {
        word: "Propose to recall it",
        right: "publications.change",
        by: "anybody",
        title: "Propose to recall these results",
        follows: <p>Once another approves it, nobody reads them any more, and each student is told why.</p>,
        draft: `publication-recall:${row._id}`,
        send: (body, attempt) => call(proposeRecall, { params: { id: row._id }, body, attempt }),
      },
    ]}
  />
);

function DecidingRecall({ of: { _id, own } }: { of: { readonly _id: string; readonly own: boolean } }) {
  const params = { id: _id };
  const stays = <p>The results stay out.</p>;
  return (
    <ProposalDeeds
      isOwn={own}
      deeds={[
        {
          word: "Take the recall proposal back",
          right: "publications.change",
          by: "proposer",
          title: "Take the recall proposal back?",
          follows: stays,
          send: (attempt) => call(withdrawRecall, { params, attempt }),
        },
        {
          word: "Decline the recall",
          right: "publications.approve",
          by: "another",
          title: "Decline the recall",
          follows: stays,
          draft: `publication-recall-decline:${_id}`,
          send: (body, attempt) => call(declineRecall, { params, body, attempt }),
        },
        {
          word: "Recall",
          right: "publications.approve",
          by: "another",
          isMain: true,
          title: "Recall these results?",
          follows: <p>Nobody reads them any more, and each student is told why. The sheets can be returned then.</p>,
          send: (attempt) => call(approveRecall, { params, attempt }),
        },
      ]}
    />
  );
}
