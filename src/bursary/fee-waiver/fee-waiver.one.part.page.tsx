import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { shortMinute } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { Evidence } from "#profile/upload/upload.shown.part.page.tsx";
import { approveWaiver, declineWaiver, readWaiver, revokeWaiver, withdrawWaiver } from "./fee-waiver.contract.ts";

type Waived = Replied<typeof readWaiver>;

const unchanged = <p>Nothing is waived, and it can be proposed anew.</p>;

/** What may be done with a waiver, as it stands. */
export function Deeds({ row }: { row: Row }) {
  const read = useRead(readWaiver, { id: row._id });
  // What money has paid nobody decides about.
  if (!read.data || row.kind === "Paid in a list") return null;
  const { own, list } = read.data;
  const params = { id: row._id };
  const proposed: readonly ProposalDeed[] = [
    {
      word: "Withdraw",
      right: "fee-waivers.change",
      by: "proposer",
      title: `Withdraw: ${row._title}`,
      follows: unchanged,
      send: (attempt) => call(withdrawWaiver, { params, attempt }),
    },
    {
      word: "Decline",
      right: "fee-waivers.approve",
      by: "another",
      title: `Decline: ${row._title}`,
      follows: unchanged,
      draft: `fee-waiver-decline:${row._id}`,
      send: (body, attempt) => call(declineWaiver, { params, body, attempt }),
    },
    {
      word: "Approve",
      right: "fee-waivers.approve",
      by: "another",
      isMain: true,
      title: `Approve: ${row._title}`,
      follows: (
        <p>
          {asCount(list.length, "applicant")} need not pay. Each gets a mail, and uses it by asking for a payment
          reference: that is paid at once, over nothing, and no money is booked.
        </p>
      ),
      send: (attempt) => call(approveWaiver, { params, attempt }),
    },
  ];
  if (row.state === "Proposed") return <ProposalDeeds deeds={proposed} isOwn={own} />;
  if (row.state !== "Approved" || list.every(({ standing }) => standing !== "Not used")) return null;
  const revoke: ProposalDeed = {
    word: "Revoke",
    right: "fee-waivers.approve",
    by: "anybody",
    title: `Revoke: ${row._title}`,
    follows: <p>Whoever has not used it pays like anybody, and gets a mail. What was used stays.</p>,
    draft: `fee-waiver-revoke:${row._id}`,
    send: (body, attempt) => call(revokeWaiver, { params, body, attempt }),
  };
  return <ProposalDeeds deeds={[revoke]} isOwn={own} />;
}

/** For whom it is, who has used it, and the paper that it rests on. */
export function Applicants({ row }: { row: Row }) {
  const read = useRead(readWaiver, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-40" />}>
      {({ own, list, evidence }) => (
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
          {row.state === "Proposed" && own && (
            <Alert look="info" title="You proposed this">
              <p>A colleague who may approve it decides.</p>
            </Alert>
          )}
          <List list={list} isMoney={row.kind === "Paid in a list"} />
          {evidence ? (
            <Evidence {...evidence} others={0} shows="payment" />
          ) : (
            <p className="text-soft">
              {row.kind === "Paid in a list"
                ? "It rests on the money that came for the list: see Payments for a list. There a line is freed or given to another."
                : "It rests on the deferred place, which two people have kept: see Given up under Offers."}
            </p>
          )}
        </div>
      )}
    </Read>
  );
}

function List({ list, isMoney }: { list: Waived["list"]; isMoney: boolean }) {
  const used = list.filter(({ standing }) => standing === "Used");
  const sum = used.reduce((all, { waived }) => all + (waived ?? 0), 0);
  return (
    <section aria-labelledby="applicants" className="card px-5 py-3">
      <h2 id="applicants" className="text-large">
        {asCount(list.length, "applicant")}
      </h2>
      {used.length > 0 && (
        <p className="text-soft">
          {asCount(used.length, "applicant")} used it, {asNaira(sum)} in all.
          {!isMoney && " That is no money of the college's."}
        </p>
      )}
      <ul>
        {list.map((one) => (
          <Line key={one.applicant} one={one} />
        ))}
      </ul>
    </section>
  );
}

function Line({ one: { name, jamb, number, standing, usedAt, waived, payment } }: { one: Waived["list"][number] }) {
  const seesPayments = useRight("payments");
  return (
    <li className="border-line border-b py-2 last:border-b-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          {name}, <span className="figures">{jamb}</span>
        </span>
        <span className="text-small text-soft">{standing}</span>
      </p>
      {usedAt && waived !== null && (
        <p className="text-small text-soft">
          {asNaira(waived)}, {shortMinute(usedAt)}, paper{" "}
          {payment && seesPayments ? (
            <Link to={`/staff/payments/${payment}`} className="link figures">
              {groupedRrr(number)}
            </Link>
          ) : (
            <span className="figures">{groupedRrr(number)}</span>
          )}
        </p>
      )}
    </li>
  );
}
