import type { Row } from "#console/record/record.contract.ts";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { Letterhead } from "#kit/paper/letterhead.web.tsx";
import { PaperWords } from "#kit/paper/paper-words.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { ReceiptSheet } from "#payments/receipt/receipt.sheet.part.page.tsx";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import { letterhead } from "#reference/brand/brand.letterhead.rules.ts";
import { groupPayments, readGroupPayment, readGroupReceipt } from "./group-payment.contract.ts";

type Found = Replied<typeof readGroupPayment>;

const sheet =
  "mx-auto flex max-w-[52rem] flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0";

/** What the payer is handed: the request to pay, and once it is paid the receipt, both with every applicant. */
export function PaperPage({ id }: { id: string }) {
  const row = useRead(groupPayments.calls.read, { id });
  const lines = useRead(readGroupPayment, { id });
  return (
    <>
      <div className="no-print mb-4 flex flex-wrap gap-2">
        <Link to={`${groupPayments.link}/${id}`} className="button button-quiet">
          Back to the list
        </Link>
        <PrintButton />
      </div>
      <ReadRecord from={row} of={groupPayments}>
        {(found) => (
          <Read from={lines} waiting={<div className="bone late h-64" />}>
            {(of) =>
              of.payment?.receipt ? <Receipt id={id} lines={of.lines} /> : <Request row={found as Row} {...of} />
            }
          </Read>
        )}
      </ReadRecord>
    </>
  );
}

function Receipt({ id, lines }: { id: string; lines: Found["lines"] }) {
  const read = useRead(readGroupReceipt, { id });
  return (
    <ReadRecord from={read} of={groupPayments}>
      {(of) => (
        <div className={sheet}>
          <ReceiptSheet {...of} rrr={of.RRR} phone={of.details.payerPhone} />
          <h2 className="text-large">For whom it was paid, as it stands today</h2>
          <Applicants lines={lines} />
        </div>
      )}
    </ReadRecord>
  );
}

interface RequestParts extends Found {
  readonly row: Row;
}

const Request = ({ row, lines, payment, words }: RequestParts) => (
  <article className={sheet}>
    <Letterhead {...letterhead} />
    <div>
      <h1 className="text-title">{words.heading}</h1>
      <p className="mt-1">{String(row.payername)}</p>
    </div>
    <PaperWords text={words.opening} />
    <p className="text-large">
      Reference (RRR): <strong className="figures">{payment?.rrr ? groupedRrr(payment.rrr) : "not made yet"}</strong>
      <br />
      Amount: <strong className="figures">{asNaira(payment?.amount ?? Number(row.total))}</strong>
    </p>
    <Applicants lines={lines} />
    <div className="text-small text-soft">
      <PaperWords text={words.closing} />
      <p>This is no receipt.</p>
    </div>
  </article>
);

const Applicants = ({ lines }: Pick<Found, "lines">) => (
  <ul className="border-line border-y">
    {lines
      .filter(({ standing }) => standing !== "Given to another")
      .map(({ _id, name, jamb, programme, amount, standing }) => (
        <li
          key={_id}
          className="keep-together flex justify-between gap-x-4 border-line border-b py-1.5 last:border-b-0"
        >
          <span className="min-w-0">
            {name}, <span className="figures">{jamb}</span>
            <span className="block text-small text-soft">{programme}</span>
          </span>
          <span className="text-right">
            <span className="figures whitespace-nowrap">{asNaira(amount)}</span>
            <span className="block text-small text-soft">{standing}</span>
          </span>
        </li>
      ))}
  </ul>
);
