import { Printer } from "lucide-react";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { matched } from "#kit/call/address.web.ts";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { receipts } from "./receipt-register.contract.ts";
import { ReceiptPaper } from "./receipt-register.paper.part.page.tsx";
import { ReceiptTotals } from "./receipt-register.totals.part.page.tsx";

/** The register of receipts, and one receipt as its payer prints it. */
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
