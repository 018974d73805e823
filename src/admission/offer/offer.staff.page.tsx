import { useMemo } from "react";
import { heldOf } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { call } from "#kit/call/call.web.ts";
import { Read, useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { asDay, lagosDay } from "#kit/value/dates.rules.ts";
import { OfferConditions } from "./condition/condition.staff.part.page.tsx";
import { departures } from "./departure/departure.contract.ts";
import { reasonCounts } from "./departure/departure.reasons.contract.ts";
import { extendOffers, extensionForm, offers, readOfferStanding } from "./offer.contract.ts";
import { LetterVersion } from "./offer.standing.part.page.tsx";
import { ProposeRecall } from "./recall/recall.staff-deeds.part.page.tsx";

function ExtendChosen({ picked }: { picked: Picked }) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className="button button-quiet" onClick={show}>
        Extend
      </button>
      {shown && <Extend picked={picked} now={null} onHide={hide} />}
    </>
  );
}

function ExtendOne({ row }: { row: Row }) {
  const { shown, show, hide } = useShown();
  const reread = useReread();
  const picked = { chosen: { ids: [row._id], count: 1 }, named: row._title, beyond: false, done: reread };
  return (
    <>
      <button type="button" className="button" onClick={show}>
        Extend
      </button>
      {shown && <Extend picked={picked} now={String(row.due)} onHide={hide} />}
    </>
  );
}

interface DialogParts {
  readonly picked: Picked;
  /** The last day of the one offer; null for several. */
  readonly now: string | null;
  onHide(): void;
}

function Extend({ picked, now, onHide }: DialogParts) {
  const { chosen, named, beyond, done } = picked;
  const sheet = useSheet(extensionForm, { due: "", reason: "" });
  return (
    <Dialog title={`Extend ${named}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit="Extend"
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) =>
          call(extendOffers, { body: { ...typed, ...chosen, ids: chosen.ids && [...chosen.ids] }, attempt })
        }
        done={async () => {
          onHide();
          await done();
        }}
      >
        <p>
          {chosen.count === 1 ? "The offer can" : `All ${named} can`} be accepted until the end of the new last day
          {beyond && ", also those on other pages of the list"}. Open references are paid by then, a lapsed offer stands
          again, and each applicant gets a mail. A payment that came too late before stays with the bursary.
        </p>
        {now && (
          <p>
            Last day now: <strong className="figures">{asDay(now)}</strong>
          </p>
        )}
        <DayField {...sheet.field("due")} min={earliest(now)} />
        <TextArea {...sheet.field("reason")} hint="It stands in the application’s file, under What happened" />
      </Form>
    </Dialog>
  );
}

/** The day after the last one, or today when that is over. */
function earliest(now: string | null): string {
  const today = lagosDay(new Date().toISOString());
  const next = now && new Date(Date.parse(now) + 86_400_000).toISOString().slice(0, 10);
  return next && next > today ? next : today;
}

/** By which letter an offer went out, and the way to the file. */
function OfferPapers({ id }: { id: string }) {
  const read = useRead(readOfferStanding, { id });
  const seesFiles = useRight("applications");
  return (
    <Read from={read} waiting={<div className="bone late h-12" />}>
      {(of) =>
        of && (
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            {of.kind === "Conditional" && <OfferConditions application={of.application} />}
            <p>
              Letter: <LetterVersion of={of.letter} />
            </p>
            {seesFiles && (
              <p>
                <Link to={`/staff/applications/${of.application}`} className="link">
                  See the application
                </Link>
              </p>
            )}
          </div>
        )
      }
    </Read>
  );
}

const { link } = offers;
const replacing = `${link}/replace`;

const Replacements = opened(() =>
  import("./replacement/replacement.staff.part.page.tsx").then((part) => part.ReplacementScreens),
);

const Departures = opened(() =>
  import("./departure/departure.staff-screens.part.page.tsx").then((part) => part.DepartureScreens),
);

/** Every offer and its clock; one of them; where places are given on, and what applicants gave up. */
export function OffersPage() {
  const { pathname } = useLocation();
  const mayChange = useRight("offers.change");
  const newestFirst = useMemo(() => ({ ...offers, usual: "-createdAt" }), []);
  if (pathname === replacing) return <Replacements />;
  if (pathname.startsWith(departures.link) || pathname.startsWith(reasonCounts.link)) return <Departures />;
  if (pathname !== link)
    return (
      <ListingScreens of={offers} deeds={(row) => <Deeds row={row} />}>
        {(row) => <OfferPapers id={row._id} />}
      </ListingScreens>
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      beside={
        <>
          <Link to={departures.link} className="button button-quiet">
            Given up
          </Link>
          <Link to={replacing} className="button button-quiet">
            Replacements
          </Link>
        </>
      }
      chosenDeeds={mayChange ? (picked: Picked) => <ExtendChosen picked={picked} /> : undefined}
    >
      <OfferTabs />
    </RecordList>
  );
}

const tabs = [
  ["", "All"],
  ["?sort=due&standing=Waiting", "Waiting"],
  ["?standing=Accepted", "Accepted"],
  ["?sort=due&standing=Lapsed", "Lapsed"],
  ["?standing=Freed", "Freed"],
  ["?standing=Recalled", "Recalled"],
  ["?standing=Declined", "Declined"],
] as const;

function OfferTabs() {
  const { search } = useLocation();
  const here = heldOf(
    tabs.map(([query]) => query),
    search,
  );
  return (
    <nav aria-label="Where offers stand" className="views">
      {tabs.map(([query, word]) => (
        <Link key={query} to={`${link}${query}`} className="tab" aria-current={query === here ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}

function Deeds({ row }: { row: Row }) {
  const mayExtend = useRight("offers.change");
  const mayRecall = useRight("releases.change");
  const { standing } = row;
  return (
    <>
      {mayRecall && standing === "Waiting" && <ProposeRecall of={{ application: row._id }} named={row._title} />}
      {mayExtend && (standing === "Waiting" || standing === "Lapsed" || standing === "Freed") && (
        <ExtendOne row={row} />
      )}
    </>
  );
}
