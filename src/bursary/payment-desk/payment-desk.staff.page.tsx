import { useMemo, useState } from "react";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { deskPayments } from "./payment-desk.contract.ts";
import { PaymentPage } from "./payment-desk.payment.part.page.tsx";

const AskMany = opened(() => import("./payment-desk.many.part.page.tsx").then((part) => part.AskMany));
const RequeryProgress = opened(() => import("./payment-desk.many.part.page.tsx").then((part) => part.RequeryProgress));

/** The last question about many, for as long as the console is open: whoever opens a payment finds it again. */
let lastAsked: string | null = null;

/** Every payment reference, newest first, and one of them. */
export function PaymentsPage() {
  const { pathname } = useLocation();
  const newestFirst = useMemo(() => ({ ...deskPayments, usual: "-createdAt" }), []);
  const mayChange = useRight("payments.change");
  const [asked, setAsked] = useState(lastAsked);
  const ask = (requery: string | null) => {
    lastAsked = requery;
    setAsked(requery);
  };
  const id = matched(`${deskPayments.link}/:id`, pathname)?.id;
  if (id) return <PaymentPage key={id} of={newestFirst} id={id} />;
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      chosenDeeds={mayChange ? (picked: Picked) => <AskMany picked={picked} onAsked={ask} /> : undefined}
    >
      {asked && <RequeryProgress key={asked} id={asked} onHide={() => ask(null)} />}
    </RecordList>
  );
}
