import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { WordBadge } from "#kit/look/badge.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asDay } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import {
  approvePairMerge,
  comparePair,
  declinePairMerge,
  lockPair,
  proposePairMerge,
  reopenPair,
  tellApart,
  undoPairMerge,
  unlockPair,
  withdrawPairMerge,
} from "./duplicate-person.contract.ts";

type Compared = Replied<typeof comparePair>;
type Side = Compared["one"];

const change = "duplicate-persons.change";
const approve = "duplicate-persons.approve";

/** What may be done with a pair as a whole, as it stands. */
export function PairDeeds({ row }: { row: Row }) {
  const read = useRead(comparePair, { id: row._id });
  if (!read.data) return null;
  const { own, version } = read.data;
  const params = { id: row._id };
  const stayTwo = <p>Both stay two accounts. It can be proposed anew.</p>;
  const deeds: Readonly<Record<string, readonly ProposalDeed[]>> = {
    Open: [
      {
        word: "Different people",
        right: change,
        by: "anybody",
        title: "These are two people",
        follows: <p>Say how you know: the pair is kept with your reason, and is not found again.</p>,
        draft: `pair-different:${row._id}`,
        send: (body, attempt) => call(tellApart, { params, body, attempt }),
      },
    ],
    Different: [
      {
        word: "Open again",
        right: change,
        by: "anybody",
        title: "Look at these two again",
        follows: <p>The pair is open again.</p>,
        draft: `pair-reopen:${row._id}`,
        send: (body, attempt) => call(reopenPair, { params, body, attempt }),
      },
    ],
    Locked: [
      {
        word: "Unlock",
        right: change,
        by: "anybody",
        title: "Unlock the account",
        follows: <p>Its owner can pay and apply with it again, and gets a mail.</p>,
        draft: `pair-unlock:${row._id}`,
        send: (body, attempt) => call(unlockPair, { params, body, attempt }),
      },
    ],
    Proposed: [
      {
        word: "Withdraw",
        right: change,
        by: "proposer",
        title: "Withdraw the merge",
        follows: stayTwo,
        send: (attempt) => call(withdrawPairMerge, { params, attempt }),
      },
      {
        word: "Decline",
        right: approve,
        by: "another",
        title: "Decline the merge",
        follows: stayTwo,
        draft: `pair-decline:${row._id}`,
        send: (body, attempt) => call(declinePairMerge, { params, body, attempt }),
      },
      {
        word: "Approve",
        right: approve,
        by: "another",
        isMain: true,
        title: "Merge these two accounts",
        follows: (
          <p>
            The account that goes is closed for paying and applying, and signed out. Both addresses get a mail that says
            which account stays. It can be taken back.
          </p>
        ),
        draft: `pair-approve:${row._id}`,
        send: (body, attempt) => call(approvePairMerge, { params, body: { ...body, seen: version }, attempt }),
      },
    ],
    Merged: [
      {
        word: "Take back",
        right: approve,
        by: "anybody",
        title: "Take the merge back",
        follows: <p>Both accounts are open again, each with all that it had.</p>,
        draft: `pair-undo:${row._id}`,
        send: (body, attempt) => call(undoPairMerge, { params, body, attempt }),
      },
    ],
  };
  return <ProposalDeeds deeds={deeds[String(row.state)] ?? []} isOwn={own} />;
}

/** Both accounts side by side, each with what may be done to it. */
export function PairCompared({ row }: { row: Row }) {
  const read = useRead(comparePair, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-64" />}>
      {(pair) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {row.state === "Proposed" && pair.own && (
            <Alert look="info" title="You proposed to merge these">
              <p>A colleague who may approve it decides.</p>
            </Alert>
          )}
          <p>
            <WordBadge look={row.strength === "Strong" ? "bad" : "warn"} word={String(row.strength)} />{" "}
            {String(row.reasons)}
          </p>
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
            <SideCard row={row} pair={pair} side={pair.one} other={pair.other} />
            <SideCard row={row} pair={pair} side={pair.other} other={pair.one} />
          </div>
        </div>
      )}
    </Read>
  );
}

interface SideParts {
  readonly row: Row;
  readonly pair: Compared;
  readonly side: Side;
  readonly other: Side;
}

function SideCard({ row, pair, side, other }: SideParts) {
  const facts = [
    ["JAMB number", side.jamb, other.jamb],
    ["Date of birth", side.dateofbirth && asDay(side.dateofbirth), other.dateofbirth && asDay(other.dateofbirth)],
    ["Email address", side.emailaddress, other.emailaddress],
    ["Phone number", localPhone(side.phonenumber), localPhone(other.phonenumber)],
    ["O-Level", side.sittings.join(", "), other.sittings.join(", ")],
    ["Opened", asDay(side.createdAt), ""],
  ] as const;
  const role = pair.kept === null ? null : pair.kept === side._id ? "Stays" : "Goes";
  return (
    <section aria-labelledby={side._id} className="card grid grid-cols-[minmax(0,1fr)] gap-3 px-5 py-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 id={side._id} className="wrap-anywhere min-w-0 text-large">
          {side.name}
        </h2>
        {role && <WordBadge look={role === "Stays" ? "good" : "plain"} word={role} />}
        {side.locked && <WordBadge look="bad" word="Locked" />}
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {facts.map(([label, said, beside]) => (
          <div key={label}>
            <dt className="flex flex-wrap justify-between gap-x-3 text-small text-soft">
              {label}
              {said && said === beside && <span className="font-semibold text-ink">The same</span>}
            </dt>
            <dd className="wrap-anywhere">{said || <span className="text-soft">Not given</span>}</dd>
          </div>
        ))}
        <Done side={side} />
      </dl>
      <SideDeeds row={row} side={side} />
      {row.state !== "Merged" && other.stops.length > 0 && (
        <p className="text-small text-soft">
          The other account cannot be merged into this one: {other.stops.join(". ")}.
        </p>
      )}
    </section>
  );
}

function Done({ side: { applications, paid } }: { side: Side }) {
  const seesFiles = useRight("applications");
  return (
    <>
      <div>
        <dt className="text-small text-soft">Applications</dt>
        <dd className="flex flex-wrap gap-x-3">
          {applications.length === 0 && <span className="text-soft">None</span>}
          {applications.map(({ _id, code }) =>
            seesFiles ? (
              <Link key={_id} to={`/staff/applications/${_id}`} className="link">
                {code}
              </Link>
            ) : (
              <span key={_id}>{code}</span>
            ),
          )}
        </dd>
      </div>
      <div>
        <dt className="text-small text-soft">Paid</dt>
        <dd className="figures">{paid.length === 0 ? <span className="text-soft">Nothing</span> : paid.join(", ")}</dd>
      </div>
    </>
  );
}

/** Locking this account, and keeping it while the other goes. */
function SideDeeds({ row, side }: { row: Row; side: Side }) {
  const read = useRead(comparePair, { id: row._id });
  if (!read.data || (row.state !== "Open" && row.state !== "Locked")) return null;
  const { one, other, kept } = read.data;
  const beside = side._id === one._id ? other : one;
  const params = { id: row._id };
  const lock: ProposalDeed = {
    word: "Lock this account",
    right: change,
    by: "anybody",
    title: `Lock the account of ${side.emailaddress}`,
    follows: (
      <p>
        Nobody pays or applies with it any more. What was paid is safe, and its papers stay. Its owner gets a mail with
        the address of the office{side.paid.length > 0 ? ", and the bursary one too, because it has paid" : ""}.
      </p>
    ),
    draft: `pair-lock:${side._id}`,
    send: (body, attempt) => call(lockPair, { params, body: { ...body, gone: side._id }, attempt }),
  };
  const keep: ProposalDeed = {
    word: "Merge into this one",
    right: change,
    by: "anybody",
    title: `Keep the account of ${side.emailaddress}`,
    follows: (
      <p>
        {beside.emailaddress} is closed for paying and applying, once a colleague has approved it. What was typed there
        stays there and moves nowhere.
      </p>
    ),
    draft: `pair-merge:${side._id}`,
    send: (body, attempt) => call(proposePairMerge, { params, body: { ...body, kept: side._id }, attempt }),
  };
  const mayKeep = beside.stops.length === 0 && (kept === null || kept === side._id);
  const deeds = [...(row.state === "Open" ? [lock] : []), ...(mayKeep ? [keep] : [])];
  return (
    <div className="flex flex-wrap gap-2">
      <ProposalDeeds deeds={deeds} isOwn={false} />
    </div>
  );
}
