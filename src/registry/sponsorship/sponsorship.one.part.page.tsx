import { Printer } from "lucide-react";
import type { ReactNode } from "react";
import { type ProposalDeed, ProposalDeeds } from "#access/proposal/proposal.part.page.tsx";
import { PressDeed } from "#console/confirm/confirm.press.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Alert } from "#kit/look/alert.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { PaymentBadge } from "#payments/payment-reference/payment-reference.part.page.tsx";
import { isPayable } from "#payments/payment-reference/payment-reference.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import {
  approveSponsorship,
  callSponsorshipOff,
  declineSponsorship,
  makeSponsorReference,
  readSponsored,
  type ShareOfBill,
  sponsorships,
  verifySponsorPayment,
  withdrawSponsorship,
} from "./sponsorship.contract.ts";

type Sponsored = Replied<typeof readSponsored>;

const unchanged = <p>Nobody is asked to pay, and it can be proposed anew.</p>;

/** What may be done with a sponsorship, as it stands. */
export function Deeds({ row }: { row: Row }) {
  const read = useRead(readSponsored, { id: row._id });
  if (!read.data) return null;
  const { own, spreads, payment } = read.data;
  const params = { id: row._id };
  const deeds: readonly ProposalDeed[] = [
    {
      word: "Withdraw",
      right: "sponsorships.change",
      by: "proposer",
      title: `Withdraw: ${row._title}`,
      follows: unchanged,
      send: (attempt) => call(withdrawSponsorship, { params, attempt }),
    },
    {
      word: "Decline",
      right: "sponsorships.approve",
      by: "another",
      title: `Decline: ${row._title}`,
      follows: unchanged,
      draft: `sponsorship-decline:${row._id}`,
      send: (body, attempt) => call(declineSponsorship, { params, body, attempt }),
    },
    {
      word: "Approve",
      right: "sponsorships.approve",
      by: "another",
      isMain: true,
      title: `Approve: ${row._title}`,
      follows: (
        <p>
          {spreads
            ? "The money comes onto the bills at once, and each student gets a mail."
            : "The sponsor can then be asked to pay, by one payment reference over the sum."}
        </p>
      ),
      send: (attempt) => call(approveSponsorship, { params, attempt }),
    },
  ];
  if (row.state === "Proposed") return <ProposalDeeds deeds={deeds} isOwn={own} />;
  const end: ProposalDeed = {
    word: "Call off",
    right: "sponsorships.approve",
    by: "anybody",
    title: `Call off: ${row._title}`,
    follows: (
      <p>
        The sponsor is not asked to pay any more, and the bills are free for another. A payment reference that is open
        is cancelled, and the sponsor gets a mail. Whoever pays it all the same has a credit.
      </p>
    ),
    draft: `sponsorship-call-off:${row._id}`,
    send: (body, attempt) => call(callSponsorshipOff, { params, body, attempt }),
  };
  const toPay = (row.state === "Approved" || row.state === "Taken back") && !spreads;
  return (
    <>
      {toPay && (!payment || !isPayable(payment.state)) && (
        <PressDeed
          right="sponsorships.change"
          word="Make the payment reference"
          send={(attempt) => call(makeSponsorReference, { params, attempt })}
        />
      )}
      {toPay && payment && isPayable(payment.state) && (
        <PressDeed
          right="sponsorships.change"
          word="Ask whether it is paid"
          send={(attempt) => call(verifySponsorPayment, { params, attempt })}
        />
      )}
      {row.state === "Approved" && <ProposalDeeds deeds={[end]} isOwn={own} />}
      {payment?.rrr && (
        <Link to={`${sponsorships.link}/${row._id}/print`} className="button button-quiet">
          <Printer aria-hidden className="size-4" />
          {payment.receipt ? "Receipt" : "Request to pay"}
        </Link>
      )}
    </>
  );
}

/** Whom it is for, what each bill gets or got, and where its payment stands. */
export function Shares({ row }: { row: Row }) {
  const read = useRead(readSponsored, { id: row._id });
  return (
    <Read from={read} waiting={<div className="bone late h-40" />}>
      {(found) => <Found row={row} of={found} />}
    </Read>
  );
}

function Found({ row, of: { own, shares, payment, spreads } }: { row: Row; of: Sponsored }) {
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      {row.state === "Proposed" && own && (
        <Alert look="info" title="You proposed this">
          <p>A colleague who may approve it decides.</p>
        </Alert>
      )}
      {row.state === "Approved" && !payment && (
        <Alert look="info" title="Approved">
          <p>Make the payment reference, and send the sponsor the request to pay.</p>
        </Alert>
      )}
      {payment && <PaymentOf payment={payment} spreads={spreads} />}
      <SponsoredBills
        shares={shares}
        note={({ counted, amount }) =>
          counted !== null &&
          counted < amount && (
            <span className="block text-small text-warn">
              {counted === 0 ? "Nothing of it was" : `Only ${asNaira(counted)} of it was`} still to be paid: the rest is
              unspent
            </span>
          )
        }
      />
    </div>
  );
}

function PaymentOf({ payment, spreads }: { payment: NonNullable<Sponsored["payment"]>; spreads: boolean }) {
  const { _id, rrr, amount, state, message, unspent } = payment;
  const seesPayments = useRight("payments");
  return (
    <section aria-labelledby="payment" className="card px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="payment" className="text-large">
          {spreads ? "Paid out of" : "Payment"}
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
      {unspent > 0 && (
        <p>
          <strong className="figures">{asNaira(unspent)}</strong> of it is unspent: spread it by a new sponsorship of
          the same sponsor, or give it back by a correction of the payment.
        </p>
      )}
    </section>
  );
}

const figure = "figures whitespace-nowrap py-1.5 pl-4 text-right align-top";

interface SponsoredParts<S extends ShareOfBill> {
  readonly shares: readonly S[];
  readonly note?: (share: S) => ReactNode;
}

export function SponsoredBills<S extends ShareOfBill>({ shares, note }: SponsoredParts<S>) {
  return (
    <div className="card overflow-x-auto px-4 py-2">
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-line border-b text-left text-small text-soft">
            <th scope="col" className="py-2 pr-4 font-semibold">
              Student
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-semibold max-sm:hidden">
              Left of the bill
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-semibold">
              Sponsor pays
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => (
            <tr key={share.bill} className="border-line border-b last:border-b-0">
              <th scope="row" className="py-1.5 text-left align-top font-normal">
                {share.name}
                <span className="figures block text-small text-soft">{share.matric}</span>
                {note?.(share)}
              </th>
              <td className={`${figure} max-sm:hidden`}>
                {share.left < 0 ? `${asNaira(-share.left)} credit` : asNaira(share.left)}
              </td>
              <td className={`${figure} font-semibold`}>{asNaira(share.amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
