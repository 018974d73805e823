import { Printer } from "lucide-react";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { Link, useLocation, useSearchParams } from "#kit/page/router.web.tsx";
import { scheduleOfFeeItems } from "./schedule-of-fee-item.contract.ts";
import { ScheduleSheet } from "./schedule-of-fee-item.sheet.part.page.tsx";

export function FeeSchedulePage() {
  const { pathname } = useLocation();
  if (matched(`${scheduleOfFeeItems.link}/print`, pathname)) return <ScheduleSheet />;
  return <RecordScreens of={scheduleOfFeeItems} beside={<ToPaper />} above={above} />;
}

/** The paper of the session by which the list is filtered. */
function ToPaper() {
  const [asked] = useSearchParams();
  const session = asked.get("session");
  return (
    <Link
      to={`${scheduleOfFeeItems.link}/print${session ? `?session=${session}` : ""}`}
      className="button button-quiet"
    >
      <Printer aria-hidden className="size-4" />
      Print schedule
    </Link>
  );
}

const above = (
  <p className="mb-3 text-soft">What parents are told that a year costs. Nothing is billed by these lines.</p>
);
