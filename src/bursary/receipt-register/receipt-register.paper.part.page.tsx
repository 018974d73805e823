import { programmeTitle } from "#college/programme/programme.contract.ts";
import { ReadRecord } from "#console/record/record.read.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { Breakable } from "#kit/look/facts.web.tsx";
import { useTitle } from "#kit/page/heading.web.tsx";
import { Link } from "#kit/page/router.web.tsx";
import { PaperLine } from "#kit/paper/paper.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asMinute } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { readOfficeReceipt } from "#payments/receipt/receipt.contract.ts";
import { PaidFor, PaidOn, ReceiptSheet } from "#payments/receipt/receipt.sheet.part.page.tsx";
import { receipts } from "./receipt-register.contract.ts";

/** One receipt, as its payer prints it: A4, seen before it is printed. */
export function ReceiptPaper({ id }: { id: string }) {
  const read = useRead(readOfficeReceipt, { id });
  return (
    <>
      <div className="no-print mb-4 flex flex-wrap gap-2">
        <Link to={receipts.link} className="button button-quiet">
          Back to the register
        </Link>
        <Link to={`/staff/payments/${id}`} className="button button-quiet">
          The payment
        </Link>
        <PrintButton />
      </div>
      <ReadRecord from={read} of={receipts}>
        {(found) => <Sheet of={found} />}
      </ReadRecord>
    </>
  );
}

function Sheet({ of }: { of: Replied<typeof readOfficeReceipt> }) {
  const { title, session, state, surplus, creditused, RRR, message, details, genuine, asOf } = of;
  useTitle(title);
  return (
    <div className="mx-auto max-w-[52rem] rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0">
      <ReceiptSheet
        {...{ title, session: session.name, state, surplus, creditused, rrr: RRR, message, genuine, asOf }}
        {...{ payer: details.payerName, items: details.items, amount: details.amount }}
      >
        <PaperLine label="Payer">
          <strong>{details.payerName}</strong>
        </PaperLine>
        <PaperLine label="JAMB number">{of.jamb}</PaperLine>
        <PaperLine label="Phone">{localPhone(details.payerPhone)}</PaperLine>
        <PaperLine label="Programme">
          <Breakable text={programmeTitle(of.programme)} />
          <br />
          <span className="text-small">
            {of.programme.code}, {of.programme.department}
          </span>
        </PaperLine>
        {of.code && <PaperLine label="Application code">{of.code}</PaperLine>}
        <PaidFor description={details.description} session={session.name} />
        <PaidOn state={state} told={details.paidOn} />
        <PaperLine label="Verified">{of.verified ? asMinute(of.verified) : "Not verified"}</PaperLine>
      </ReceiptSheet>
    </div>
  );
}
