import { RecordList } from "#console/list/list.records.part.page.tsx";
import { NoAccess, useRight } from "#console/rights/rights.given.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
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
      <CorrectionTabs />
    </RecordList>
  );
}

const tabs = [
  ["", "All"],
  ["Proposed", "Waiting for a second person"],
] as const;

function CorrectionTabs() {
  const { search } = useLocation();
  const state = new URLSearchParams(search).get("state") ?? "";
  return (
    <nav aria-label="Corrections" className="views">
      {tabs.map(([value, word]) => (
        <Link
          key={value}
          to={value ? `${link}?state=${value}` : link}
          className="tab"
          aria-current={state === value ? "page" : undefined}
        >
          {word}
        </Link>
      ))}
    </nav>
  );
}
