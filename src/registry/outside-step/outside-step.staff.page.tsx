import { Download, RefreshCw } from "lucide-react";
import { ConsoleHeading } from "#console/heading/heading.console.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { RecordScreens } from "#console/screens/screens.record.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { usePress } from "#kit/call/press.web.ts";
import { Read, useRead } from "#kit/call/read.web.tsx";
import { CardBones, EmptyState } from "#kit/look/states.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { asAgo } from "#kit/value/dates.rules.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { lookForNeeds, nationalNeedLines, outsideDays, readNeedCounts } from "./outside-step.contract.ts";
import { everyNeed, nationalNeeds } from "./outside-step.rules.ts";

/** Steps with JAMB: their days, and who still lacks what for the National Matriculation List. */
export function OutsideStepsPage() {
  const { pathname } = useLocation();
  if (isBelow(outsideDays.link, pathname)) return <RecordScreens of={outsideDays} />;
  if (pathname === nationalNeedLines.link) return <RecordList of={byName} addAt={null} />;
  if (isBelow(nationalNeedLines.link, pathname)) return <ListingScreens of={nationalNeedLines} />;
  return <NeedDesk />;
}

const isBelow = (link: string, pathname: string) => pathname === link || pathname.startsWith(`${link}/`);

const byName = { ...nationalNeedLines, usual: "name" };

function NeedDesk() {
  const { search } = useLocation();
  const session = new URLSearchParams(search).get("session") || "now";
  const read = useRead(readNeedCounts, { session });
  return (
    <>
      <ConsoleHeading title="Steps with JAMB">
        <Link to={outsideDays.link} className="button button-quiet">
          Days of the steps
        </Link>
      </ConsoleHeading>
      <Read from={read} waiting={<CardBones />}>
        {(of) =>
          of.session ? (
            <Counts of={of} session={of.session} />
          ) : (
            <EmptyState
              title="No session admits"
              text="Open a session for admission, then its people are counted here."
            />
          )
        }
      </Read>
    </>
  );
}

type Counted = Replied<typeof readNeedCounts>;

function Counts({ of, session }: { of: Counted; session: NonNullable<Counted["session"]> }) {
  const counts = new Map(of.needs.map(({ need, count }) => [need, count]));
  return (
    <section aria-labelledby="needs" className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="needs" className="text-large">
          Still needed for the National Matriculation List, {session.name}
        </h2>
        <LookAgain session={session._id} lookedAt={of.lookedAt} />
      </div>
      <p>
        {asCount(of.people, "person has a place", "people have a place")}; {asFigure(of.complete)} of them lack nothing.
        Beside each need stands what the person reads.
      </p>
      <ul className="card">
        {everyNeed.map((need) => {
          const count = counts.get(need) ?? 0;
          const query = new URLSearchParams({ need, session: session._id });
          return (
            <li
              key={need}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-line border-b px-4 py-2 last:border-b-0 lg:grid-cols-[15rem_minmax(0,1fr)_auto]"
            >
              {count > 0 ? (
                <Link to={`${nationalNeedLines.link}?${query}`} className="link py-1">
                  {need}
                </Link>
              ) : (
                <span className="py-1 text-soft">{need}</span>
              )}
              <span className="order-last col-span-2 text-small text-soft lg:order-none lg:col-span-1">
                {nationalNeeds[need]}
              </span>
              <span className={`figures text-right ${count > 0 ? "font-semibold" : "text-soft"}`}>
                {asFigure(count)}
              </span>
            </li>
          );
        })}
      </ul>
      {of.needs.length > 0 && (
        <p className="flex flex-wrap items-center gap-3">
          <a
            href={`/api${nationalNeedLines.calls.export.path}?session=${session._id}&sort=name`}
            download
            className="button button-quiet"
          >
            <Download aria-hidden className="size-4" />
            Export CSV
          </a>
          <Link to={`${nationalNeedLines.link}?session=${session._id}`} className="link py-1.5">
            Look at the list
          </Link>
        </p>
      )}
    </section>
  );
}

function LookAgain({ session, lookedAt }: { session: string; lookedAt: string | null }) {
  const mayChange = useRight("outside-steps.change");
  const { busy, press } = usePress();
  const look = () => press(() => call(lookForNeeds, { body: { session } }));
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-small text-soft">
      {lookedAt ? `Looked ${asAgo(lookedAt)}` : "Not looked yet"}
      {mayChange && (
        <button type="button" className="button button-plain" disabled={busy} onClick={() => void look()}>
          <RefreshCw aria-hidden className="size-4" />
          {busy ? "Please wait..." : "Look now"}
        </button>
      )}
    </p>
  );
}
