import { useMemo } from "react";
import { heldOf, useAsked } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { matched } from "#kit/call/address.web.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { opened } from "#kit/page/opened.web.tsx";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { useShown } from "#kit/page/shown.web.ts";
import { moveForm, moveOrders, serviceOrders } from "./service-order.contract.ts";
import { type OfficeDeed, officeSteps, orderDeeds, orderStates, saidWith } from "./service-order.rules.ts";

const { link } = serviceOrders;

const IdCardPage = opened(() => import("./id-card/id-card.staff.page.tsx").then((part) => part.IdCardPage));
const IdCardPaper = opened(() => import("./id-card/id-card-print.staff.page.tsx").then((part) => part.IdCardPaper));

/** Every order; those that stand alike are moved together. */
export function ServiceOrdersPage() {
  const { pathname } = useLocation();
  const mayMove = useRight("service-orders.change");
  const newestFirst = useMemo(() => ({ ...serviceOrders, usual: "-createdAt" }), []);
  const printed = matched(`${link}/:id/card/print`, pathname)?.id;
  if (printed) return <IdCardPaper key={printed} id={printed} />;
  const card = matched(`${link}/:id/card`, pathname)?.id;
  if (card) return <IdCardPage key={card} id={card} />;
  if (pathname !== link)
    return (
      <ListingScreens
        of={serviceOrders}
        deeds={(row) => (
          <>
            {row.kind === "ID card" && (
              <Link to={`${link}/${row._id}/card`} className="button button-quiet">
                The ID card
              </Link>
            )}
            {mayMove && <OneOrder row={row} />}
          </>
        )}
      />
    );
  return (
    <RecordList
      of={newestFirst}
      addAt={null}
      chosenDeeds={mayMove ? (picked: Picked) => <ChosenOrders of={newestFirst} picked={picked} /> : undefined}
    >
      <OrderTabs />
    </RecordList>
  );
}

const tabs = [
  ["?sort=dueon&state=Paid", "To begin"],
  ["?sort=dueon&state=Being+made", "Being made"],
  ["?state=Returned", "With the student"],
  ["?state=Ready", "To collect"],
  ["?state=Collected", "Collected"],
  ["?state=Ordered", "Not paid"],
  ["", "All"],
] as const;

function OrderTabs() {
  const { search } = useLocation();
  const here = heldOf(
    tabs.map(([query]) => query),
    search,
  );
  return (
    <nav aria-label="Where orders stand" className="views">
      {tabs.map(([query, word]) => (
        <Link key={query} to={`${link}${query}`} className="tab" aria-current={query === here ? "page" : undefined}>
          {word}
        </Link>
      ))}
    </nav>
  );
}

/** Only what the list is narrowed to stands alike. */
function ChosenOrders({ of, picked }: { of: Parameters<typeof useAsked>[0]; picked: Picked }) {
  const { query } = useAsked(of);
  const state = orderStates.find((known) => known === query.filters.state);
  if (!state) return <p className="self-center text-small text-soft">Choose above where they stand first</p>;
  return <Steps from={officeSteps(state)} picked={picked} />;
}

function OneOrder({ row }: { row: Row }) {
  const reread = useReread();
  const state = orderStates.find((known) => known === row.state);
  if (!state) return null;
  const picked = { chosen: { ids: [row._id], count: 1 }, named: row._title, beyond: false, done: reread };
  return <Steps from={officeSteps(state)} picked={picked} />;
}

const isDeed = (to: string): to is OfficeDeed => to in orderDeeds;

const Steps = ({ from, picked }: { from: readonly string[]; picked: Picked }) =>
  from.filter(isDeed).map((to, place) => <Step key={to} to={to} picked={picked} first={place === 0} />);

interface StepParts {
  readonly to: OfficeDeed;
  readonly picked: Picked;
}

function Step({ to, picked, first }: StepParts & { first: boolean }) {
  const { shown, show, hide } = useShown();
  return (
    <>
      <button type="button" className={first ? "button" : "button button-quiet"} onClick={show}>
        {orderDeeds[to]}
      </button>
      {shown && <MoveDialog to={to} picked={picked} onHide={hide} />}
    </>
  );
}

function MoveDialog({ to, picked: { chosen, named, done }, onHide }: StepParts & { onHide(): void }) {
  const says = saidWith[to];
  const sheet = useSheet(moveForm, { to, said: "", count: chosen.count });
  return (
    <Dialog title={`${orderDeeds[to]}: ${named}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit={orderDeeds[to]}
        beside={<CloseButton onHide={onHide} />}
        send={({ said }, attempt) =>
          call(moveOrders, { body: { to, said, ...chosen, ids: chosen.ids && [...chosen.ids] }, attempt })
        }
        done={async () => {
          onHide();
          await done();
        }}
      >
        <p>{follows[to]}</p>
        {says && <TextArea {...sheet.field("said")} label={says.label} optional={!says.needed} />}
      </Form>
    </Dialog>
  );
}

const follows: Readonly<Record<OfficeDeed, string>> = {
  "Being made": "The student sees that somebody works on it.",
  Ready: "The student gets a mail to collect it.",
  Collected: "The order is done.",
  Returned: "The student gets a mail with your words, and the order waits for the answer.",
};
