import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Printer } from "lucide-react";
import { useAsked, withQuery } from "#console/list/list.asked.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { writeQuery } from "#console/list/list.rules.ts";
import type { Row } from "#console/record/record.contract.ts";
import { ReadRecord } from "#console/screens/screens.read.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { useTitle } from "#kit/page/heading.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { PrintButton } from "#kit/paper/print.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { readOfficeReceipt } from "#payments/receipt/receipt.contract.ts";
import { ReceiptSheet } from "#payments/receipt/receipt.sheet.part.page.tsx";
import { readReceiptTotals, receipts } from "./receipt-register.contract.ts";

function ReceiptPaper({ id }: { id: string }) {
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
  useTitle(of.title);
  return (
    <div className="mx-auto max-w-[52rem] rounded-card border border-line bg-surface p-5 sm:p-8 print:max-w-none print:border-0 print:p-0">
      <ReceiptSheet {...of} rrr={of.RRR} phone={of.details.payerPhone} />
    </div>
  );
}

function ReceiptTotals() {
  const asked = useAsked(receipts);
  const text = writeQuery({ ...asked.query, sort: "", after: "", view: "" });
  const { data } = useQuery({
    queryKey: [readReceiptTotals.path, text],
    queryFn: ({ signal }) => call(withQuery(readReceiptTotals, text), { signal }),
    placeholderData: keepPreviousData,
  });
  if (!data) return <div className="mb-3 h-12" />;
  const { filters } = asked.query;
  return (
    <section aria-label="What these receipts come to" className="mb-3 flex flex-wrap items-baseline gap-x-6 gap-y-1">
      <p role="status">
        <span className="figures font-semibold text-large">{asNaira(data.amount)}</span>{" "}
        <span className="text-soft">in {asCount(data.count, "receipt")}</span>
      </p>
      {data.standings.length > 1 && (
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-small">
          {data.standings.map(({ standing, count, amount }) => (
            <li key={standing}>
              <Link to={asked.to({ filters: { ...filters, standing } })} className="link">
                {standing}
              </Link>{" "}
              <span className="figures">
                {asNaira(amount)} in {asFigure(count)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function ReceiptsPage() {
  const { pathname } = useLocation();
  const printed = matched(`${receipts.link}/:id/print`, pathname)?.id;
  if (printed) return <ReceiptPaper key={printed} id={printed} />;
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      openAt={({ _id }) => `/staff/payments/${_id}`}
      deeds={(row) => <ToPaper row={row} />}
    >
      <ReceiptTotals />
    </RecordList>
  );
}

const newestFirst = { ...receipts, usual: "-createdAt" };

const ToPaper = ({ row }: { row: Row }) => (
  <Link to={`${receipts.link}/${row._id}/print`} className="button button-plain">
    <Printer aria-hidden className="size-4" />
    <span className="sr-only">Receipt of {row._title}</span>
  </Link>
);
