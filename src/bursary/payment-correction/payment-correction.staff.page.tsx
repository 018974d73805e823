import { ProposalTabs } from "#access/proposal/proposal.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { useLocation } from "#kit/page/router.web.tsx";
import { paymentCorrections } from "./payment-correction.contract.ts";
import { CorrectionPage } from "./payment-correction.one.part.page.tsx";

const ProposePage = opened(() => import("./payment-correction.propose.part.page.tsx").then((part) => part.ProposePage));

const newestFirst = { ...paymentCorrections, usual: "-createdAt" };
const { link } = paymentCorrections;

/** What was proposed about payments, and what became of it; one of them; and a new one. */
export function PaymentCorrectionsPage() {
  const { pathname, search } = useLocation();
  const mayChange = useRight("payment-corrections.change");
  const payment = new URLSearchParams(search).get("payment");
  if (pathname === `${link}/new` && payment)
    return mayChange ? <ProposePage key={payment} payment={payment} /> : <NoAccess name="Corrections: change" />;
  const id = matched(`${link}/:id`, pathname)?.id;
  if (id && id !== "new") return <CorrectionPage key={id} of={newestFirst} id={id} />;
  return (
    <RecordList of={newestFirst} addAt={null}>
      <ProposalTabs
        name="Corrections"
        link={link}
        waiting={{ state: "Proposed", word: "Waiting for a second person" }}
      />
    </RecordList>
  );
}
