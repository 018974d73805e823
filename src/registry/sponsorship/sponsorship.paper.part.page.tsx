import type { Row } from "#console/record/record.contract.ts";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import { ReceiptSheet } from "#payments/receipt/receipt.sheet.part.page.tsx";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { readSponsored, readSponsorReceipt, type ShareOfBill, sponsorships } from "./sponsorship.contract.ts";

const sheet =
  "mx-auto flex max-w-[52rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0";

/** What the sponsor is handed: the request to pay, and once it is paid the receipt, both with every student. */
export function PaperPage({ id }: { id: string }) {
  const row = useRead(sponsorships.calls.read, { id });
  const shares = useRead(readSponsored, { id });
  return (
    <>
      <div className="no-print mb-4 flex flex-wrap gap-2">
        <Link to={`${sponsorships.link}/${id}`} className="button button-quiet">
          Back to the sponsorship
        </Link>
        <PrintButton />
      </div>
      <ReadRecord from={row} of={sponsorships}>
        {(found) => (
          <Read from={shares} waiting={<div className="bone late h-64" />}>
            {(of) =>
              of.payment?.receipt ? (
                <Receipt id={id} />
              ) : (
                <Request row={found as Row} shares={of.shares} payment={of.payment} words={of.words} />
              )
            }
          </Read>
        )}
      </ReadRecord>
    </>
  );
}

function Receipt({ id }: { id: string }) {
  const read = useRead(readSponsorReceipt, { id });
  return (
    <ReadRecord from={read} of={sponsorships}>
      {(of) => (
        <div className={sheet}>
          <ReceiptSheet {...of} rrr={of.RRR} phone={of.details.payerPhone} />
        </div>
      )}
    </ReadRecord>
  );
}

interface RequestParts {
  readonly row: Row;
  readonly shares: readonly ShareOfBill[];
  readonly payment: { readonly rrr: string | null; readonly amount: number } | null;
  readonly words: Readonly<Record<"heading" | "opening" | "closing", string>>;
}

const Request = ({ row, shares, payment, words }: RequestParts) => (
  <article className={sheet}>
    <Letterhead {...letterhead} />
    <div>
      <h1 className="text-title">{words.heading}</h1>
      <p className="mt-1">
        {String(row.name)}: {String(row.label)}
      </p>
    </div>
    <PaperWords text={words.opening} />
    <p className="text-large">
      Reference (RRR): <strong className="figures">{payment?.rrr ? groupedRrr(payment.rrr) : "not made yet"}</strong>
      <br />
      Amount: <strong className="figures">{asNaira(payment?.amount ?? Number(row.total))}</strong>
    </p>
    <ul className="border-line border-y">
      {shares.map(({ bill, name, matric, amount }) => (
        <li
          key={bill}
          className="keep-together flex justify-between gap-x-4 border-line border-b py-1.5 last:border-b-0"
        >
          <span className="min-w-0">
            {name}
            <span className="figures block text-small text-soft">{matric}</span>
          </span>
          <span className="figures whitespace-nowrap">{asNaira(amount)}</span>
        </li>
      ))}
    </ul>
    <div className="text-small text-soft">
      <PaperWords text={words.closing} />
      <p>This is no receipt.</p>
    </div>
  </article>
);
