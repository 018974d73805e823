import { useState } from "react";
import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { ReasonDialog } from "#console/confirm/confirm.reason.part.page.tsx";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { useGiven, useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asAgo, asMinute } from "#kit/value/dates.rules.ts";
import {
  approveRetention,
  declineRetention,
  listRetention,
  proposeRetention,
  type RetentionProposal,
  type RetentionRule,
  withdrawRetention,
} from "./retention.contract.ts";
import { retained } from "./retention.rules.ts";
import { RetentionDryRun } from "./retention.staff-dry-run.part.page.tsx";

/** `/staff/retention-rules`: after how many days the portal lets go of what. Nothing goes before two people have seen its dry run. */
export function RetentionRulesPage() {
  const read = useRead(listRetention);
  return (
    <>
      <ConsoleHeading title="How long data are kept" />
      <p className="mb-4 max-w-prose text-soft">
        What people gave is kept no longer than it is needed. A rule is in force once a second person has approved it;
        then the portal keeps it each night. Accounts that are not verified go after 30 days without any rule. Payments,
        the record of students, marks and awards stay.
      </p>
      <Read from={read} waiting={<div className="bone late h-96" />}>
        {(rules) => (
          <div className="grid max-w-200 gap-4">
            {rules.map((one) => (
              <Rule key={one.kind} of={one} />
            ))}
          </div>
        )}
      </Read>
    </>
  );
}

function Rule({ of }: { of: RetentionRule }) {
  const { kind, days, lastAt, proposal } = of;
  const { name, goes, from } = retained[kind];
  const mayChange = useRight("retention-rules.change");
  const [open, setOpen] = useState<"run" | "stop" | null>(null);
  const reread = useReread();
  const hide = () => setOpen(null);
  return (
    <section aria-labelledby={kind} className="card px-5 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={kind} className="text-large">
          {name}
        </h2>
        {days === null ? (
          <WordBadge look="plain" word="Not in force" />
        ) : (
          <WordBadge look="good" word={`After ${asCount(days, "day")}`} />
        )}
      </div>
      <p className="mt-1 max-w-prose">{goes}</p>
      <p className="mt-1 max-w-prose text-soft">Counted from {from}.</p>
      {days !== null && (
        <p className="mt-1 text-small text-soft">
          {lastAt === null ? "It has not run yet: it runs each night" : `It ran last ${asAgo(lastAt)}`}
        </p>
      )}
      {proposal && <Waiting of={proposal} name={name} />}
      <div className="mt-3 flex flex-wrap gap-2">
        <button type="button" className="button" onClick={() => setOpen("run")} aria-label={`Dry run: ${name}`}>
          Dry run
        </button>
        {mayChange && days !== null && !proposal && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => setOpen("stop")}
            aria-label={`Propose to stop: ${name}`}
          >
            Propose to stop
          </button>
        )}
      </div>
      {open === "run" && <RetentionDryRun of={of} mayPropose={mayChange && !proposal} onHide={hide} />}
      {open === "stop" && (
        <ReasonDialog
          title={`Stop the rule: ${name}?`}
          submit="Propose it"
          draft={`retention-stop:${kind}`}
          send={({ reason }, attempt) =>
            call(proposeRetention, { params: { kind }, body: { days: null, count: 0, reason }, attempt })
          }
          onHide={hide}
          onDone={reread}
        >
          <p>Somebody else must approve it. Then nothing goes by this rule any more.</p>
        </ReasonDialog>
      )}
    </section>
  );
}

const proposed = ({ days }: RetentionProposal) => (days === null ? "To stop it" : `After ${asCount(days, "day")}`);

function Waiting({ of, name }: { of: RetentionProposal; name: string }) {
  const { me } = useGiven();
  const isOwn = of.proposedby._id === me._id;
  return (
    <div className="mt-3">
      <Alert look="warn" title={`${proposed(of)}: waits for ${isOwn ? "somebody else" : "approval"}`}>
        <p>
          “{of.reason}”, {of.proposedby.name}, {asMinute(of.createdAt)}.{" "}
          {of.days !== null && `${asCount(of.count, "row")} would go in the first night.`}
        </p>
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          <ProposalDeeds deeds={deedsOn(of, name)} isOwn={isOwn} />
        </div>
      </Alert>
    </div>
  );
}

const deedsOn = ({ _id, days, count }: RetentionProposal, name: string): readonly ProposalDeed[] => [
  {
    word: "Withdraw",
    right: "retention-rules.change",
    by: "proposer",
    title: "Withdraw the proposal?",
    follows: <p>Everything stays as it is.</p>,
    send: (attempt) => call(withdrawRetention, { params: { id: _id }, attempt }),
  },
  {
    word: "Approve",
    right: "retention-rules.approve",
    by: "another",
    isMain: true,
    title: days === null ? `Stop the rule: ${name}?` : `${name}: after ${asCount(days, "day")}?`,
    follows:
      days === null ? (
        <p>Nothing goes by this rule any more.</p>
      ) : (
        <p>{asCount(count, "row")} would go in the first night. What has gone cannot be brought back.</p>
      ),
    send: (attempt) => call(approveRetention, { params: { id: _id }, body: { count }, attempt }),
  },
  {
    word: "Decline",
    right: "retention-rules.approve",
    by: "another",
    title: "Decline the proposal?",
    follows: <p>Everything stays as it is, and whoever proposed it reads why.</p>,
    draft: `retention-decline:${_id}`,
    send: (body, attempt) => call(declineRetention, { params: { id: _id }, body, attempt }),
  },
];
