import { matched } from "#kit/call/address.web.ts";
import { useRead } from "#kit/call/read.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asNaira } from "#kit/value/money.contract.ts";
import { RecordList } from "../list/list.records.part.page.tsx";
import { ListingScreens } from "../screens/screens.listing.part.page.tsx";
import { outgoingSms, readSmsDay } from "./outgoing-sms.contract.ts";

/** What today has cost, of what it may. */
function SmsDay() {
  const { data } = useRead(readSmsDay);
  if (!data) return <div className="mb-3 h-12" />;
  const { configured, spent, ceiling, sent, delivered, undelivered, held } = data;
  return (
    <section aria-label="Today's SMS" className="mb-3">
      <p role="status" className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span>
          <span className="figures font-semibold text-large">{asNaira(spent)}</span>{" "}
          <span className="text-soft">of {asNaira(ceiling)} today</span>
        </span>
        <span className="text-soft">
          {asCount(sent, "SMS", "SMS")} sent, {asFigure(delivered)} delivered, {asFigure(undelivered)} not
        </span>
      </p>
      {held > 0 && (
        <p className="mt-1 font-semibold text-bad">
          {asCount(held, "SMS was", "SMS were")} held back: the day may cost no more. The mails went out.{" "}
          <Link to="/staff/texts?state=Over+the+ceiling" className="link">
            See them
          </Link>
        </p>
      )}
      {!configured && (
        <p className="mt-1 text-soft">
          The portal has no SMS gateway, so none are written. Whoever runs it sets SMS_URL, SMS_KEY and SMS_SENDER.
        </p>
      )}
    </section>
  );
}

/** `/staff/texts`: SMS that went beside mails, and whether they were delivered. */
export function TextsPage() {
  const { pathname } = useLocation();
  if (matched(`${outgoingSms.link}/:id`, pathname)) return <ListingScreens of={outgoingSms} />;
  return (
    <RecordList of={newestFirst} addAt={null}>
      <SmsDay />
    </RecordList>
  );
}

const newestFirst = { ...outgoingSms, usual: "-createdAt" };
