import { Printer } from "lucide-react";
import { useState } from "react";
import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { waivedFees } from "#bursary/fee-waiver/fee-waiver.rules.ts";
import { PressDeed } from "#console/confirm/confirm.press.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { shortMinute } from "#console/record/record.rules.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { opened } from "#kit/page/opened.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { PaymentBadge } from "#payments/payment-reference/payment-reference.part.page.tsx";
import { isPayable } from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import {
  callGroupOff,
  groupPayments,
  makeGroupReference,
  readGroupPayment,
  verifyGroupPayment,
} from "./group-payment.contract.ts";

const LineDialog = opened(() => import("./line/line.part.page.tsx").then((part) => part.LineDialog));

type Found = Replied<typeof readGroupPayment>;
type Line = Found["lines"][number];

/** What may be done with a list, as it stands. */
export function Deeds({ row }: { row: Row }) {
  const read = useRead(readGroupPayment, { id: row._id });
  if (!read.data) return null;
  const { payment } = read.data;
  const params = { id: row._id };
  const end: ProposalDeed = {
    word: "Call off",
    right: "group-payments.change",
    by: "anybody",
    title: `Call off: ${row._title}`,
    follows: (
      <p>
        The payer is not asked to pay any more and gets a mail, and the applicants are free for another list. An open
        reference is cancelled; whoever pays it all the same has a credit.
      </p>
    ),
    draft: `group-payment-call-off:${row._id}`,
    send: (body, attempt) => call(callGroupOff, { params, body, attempt }),
  };
  const isOpen = row.state === "Open";
  return (
    <>
      {isOpen && (!payment || !isPayable(payment.state)) && (
        <PressDeed
          right="group-payments.change"
          word="Make the payment reference"
          send={(attempt) => call(makeGroupReference, { params, attempt })}
        />
      )}
      {payment && isPayable(payment.state) && (
        <PressDeed
          right="group-payments.change"
          word="Ask whether it is paid"
          send={(attempt) => call(verifyGroupPayment, { params, attempt })}
        />
      )}
      {isOpen && <ProposalDeeds deeds={[end]} isOwn={false} />}
      {payment?.rrr && (
        <Link to={`${groupPayments.link}/${row._id}/print`} className="button button-quiet">
          <Printer aria-hidden className="size-4" />
          {payment.receipt ? "Receipt" : "Request to pay"}
        </Link>
      )}
    </>
  );
}

/** For whom it is, who has used it, and where its payment stands. */
export function Lines({ row }: { row: Row }) {
  const read = useRead(readGroupPayment, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-40" />}>
      {({ lines, payment }) => (
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
          {payment && <PaymentOf payment={payment} />}
          <ListOf row={row} lines={lines} />
        </div>
      )}
    </Read>
  );
}

function PaymentOf({ payment }: { payment: NonNullable<Found["payment"]> }) {
  const { _id, rrr, amount, state, message, credit } = payment;
  const seesPayments = useRight("payments");
  return (
    <section aria-labelledby="payment" className="card px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="payment" className="text-large">
          Payment
        </h2>
        <PaymentBadge state={state} surplus={null} />
      </div>
      <p className="figures">
        {rrr &&
          (seesPayments ? (
            <Link to={`/staff/payments/${_id}`} className="link">
              {groupedRrr(rrr)}
            </Link>
          ) : (
            groupedRrr(rrr)
          ))}
        {rrr && ", "}
        {asNaira(amount)}
      </p>
      <p className="text-soft">{message}</p>
      {credit > 0 && (
        <p>
          <strong className="figures">{asNaira(credit)}</strong> of it is the payer's credit: give a freed line to
          another applicant, or give it back by a correction of the payment.
        </p>
      )}
    </section>
  );
}

function ListOf({ row, lines }: { row: Row; lines: Found["lines"] }) {
  const mayChange = useRight("group-payments.change");
  const [asked, setAsked] = useState<{ readonly line: Line; readonly deed: "free" | "exchange" } | null>(null);
  const standing = lines.filter((one) => one.standing !== "Given to another");
  const used = standing.filter((one) => one.standing === "Used");
  const fee = waivedFees[row.purpose as keyof typeof waivedFees].toLowerCase();
  return (
    <section aria-labelledby="applicants" className="card px-5 py-3">
      <h2 id="applicants" className="text-large">
        {asCount(standing.length, "applicant")}
      </h2>
      {used.length > 0 && <p className="text-soft">{asCount(used.length, "applicant")} used it.</p>}
      <ul>
        {lines.map((line) => (
          <li key={line._id} className="border-line border-b py-2 last:border-b-0">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span>
                {line.name}, <span className="figures">{line.jamb}</span>
              </span>
              <span className="figures">{asNaira(line.amount)}</span>
            </p>
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-small text-soft">
              <span>{line.programme}</span>
              <span>
                {line.standing}
                {line.usedAt && `, ${shortMinute(line.usedAt)}`}
              </span>
            </p>
            {line.why && <p className="text-small text-soft">{line.why}</p>}
            {mayChange && deedsOf(row, line).length > 0 && (
              <p className="mt-1 flex flex-wrap gap-2">
                {deedsOf(row, line).map((deed) => (
                  <button
                    key={deed}
                    type="button"
                    className="button button-quiet"
                    aria-label={`${words[deed]}: ${line.name}`}
                    onClick={() => setAsked({ line, deed })}
                  >
                    {words[deed]}
                  </button>
                ))}
              </p>
            )}
          </li>
        ))}
      </ul>
      {asked && <LineDialog list={row._id} {...asked} fee={fee} onHide={() => setAsked(null)} />}
    </section>
  );
}

const words = { exchange: "Give to another", free: "Free" } as const;

/** As the server lets it. */
function deedsOf({ state }: Row, { standing }: Line): ("exchange" | "free")[] {
  if (state === "Open" && standing === "To be paid") return ["exchange"];
  if (state === "Paid" && standing === "Paid, not used") return ["exchange", "free"];
  return state === "Paid" && standing === "Freed" ? ["exchange"] : [];
}
