import { useMemo, useState } from "react";
import { heldOf, useAsked, useListPage } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { RecordList } from "#console/list/list.records.part.page.tsx";
import type { Choice, ChosenRows, Row } from "#console/record/record.contract.ts";
import { useRight } from "#console/rights/rights.given.part.page.tsx";
import { ListingScreens } from "#console/screens/screens.listing.part.page.tsx";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Link, useLocation } from "#kit/page/router.web.tsx";
import { asCount, asFigure } from "#kit/value/count.rules.ts";
import { exitClearances, exitTickForm, readExitDesk, tickExits } from "./exit-clearance.contract.ts";
import { type ExitState, exitDeeds, exitStates, exitStepsFrom, saysWhy } from "./exit-clearance.rules.ts";

const byName = { ...exitClearances, usual: "name" };

/** Each item with how many leavers it is open for; the ticks, one by one or many at once. */
export function ExitClearancePage() {
  const { pathname } = useLocation();
  const mayTick = useRight("exit-clearance.change");
  const items = useRead(readExitDesk).data;
  const ticks = useMemo(() => byName, []);
  if (pathname !== exitClearances.link)
    return <ListingScreens of={exitClearances} deeds={(row) => mayTick && <OneTick row={row} />} />;
  return (
    <RecordList
      of={ticks}
      addAt={null}
      chosenDeeds={mayTick ? (picked: Picked) => <ChosenTicks picked={picked} /> : undefined}
    >
      <DeskTabs items={items ?? []} />
    </RecordList>
  );
}

function DeskTabs({ items }: { items: readonly { _id: string; label: string; open: number }[] }) {
  const { search } = useLocation();
  const ways = items.map(({ _id }) => `item=${_id}&state=Open`);
  const here = heldOf(ways, search);
  return (
    <nav aria-label="What is asked" className="views min-h-9">
      <Link to={exitClearances.link} className="tab" aria-current={here === undefined ? "page" : undefined}>
        All
      </Link>
      {items.map(({ _id, label, open }, at) => (
        <Link
          key={_id}
          to={`${exitClearances.link}?${ways[at]}`}
          className="tab"
          aria-current={ways[at] === here ? "page" : undefined}
        >
          {label}
          <span className="figures text-soft">{asFigure(open)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** What can be done with the selected ticks, where they stand alike. */
function ChosenTicks({ picked: { chosen, done } }: { picked: Picked }) {
  const { query } = useAsked(byName);
  const rows = useListPage(byName, query).data?.list ?? [];
  const seen = chosen.ids ? rows.filter(({ _id }) => chosen.ids?.includes(_id)) : [];
  // Of rows on other pages only the filter tells.
  const states = new Set(seen.map((row) => String(row.state)));
  const state = query.filters.state ?? (states.size === 1 ? [...states][0] : undefined);
  const standing = exitStates.find((known) => known === state);
  if (!standing)
    return (
      <p className="self-center text-small text-soft">
        {chosen.ids ? "Select ticks that stand alike" : "Choose a state above first"}
      </p>
    );
  return <Ticking chosen={chosen} named={asCount(chosen.count, "tick")} standing={standing} onDone={done} />;
}

function OneTick({ row }: { row: Row }) {
  const reread = useReread();
  return (
    <Ticking
      chosen={{ ids: [row._id], count: 1 }}
      named={`${(row.item as Choice).label}, ${row._title}`}
      standing={row.state as ExitState}
      onDone={reread}
    />
  );
}

interface TickingParts {
  readonly chosen: ChosenRows;
  readonly named: string;
  readonly standing: ExitState;
  onDone(): void | Promise<void>;
}

function Ticking({ chosen, named, standing, onDone }: TickingParts) {
  const [open, setOpen] = useState<ExitState | null>(null);
  return (
    <>
      {exitStepsFrom(standing).map((to) => (
        <button
          key={to}
          type="button"
          className={to === "Cleared" ? "button" : "button button-quiet"}
          onClick={() => setOpen(to)}
        >
          {exitDeeds[to]}
        </button>
      ))}
      {open && <TickDialog {...{ chosen, named, standing, onDone }} to={open} onHide={() => setOpen(null)} />}
    </>
  );
}

const effects: Readonly<Record<ExitState, string>> = {
  Cleared: "Your name and the time are kept with it.",
  Refused: "The certificate waits until it is cleared. The person reads what you write here.",
  Open: "It is open again. The person reads what you write here, and the history keeps who ticked.",
};

function TickDialog({ chosen, named, standing, to, onHide, onDone }: TickingParts & { to: ExitState; onHide(): void }) {
  const reread = useReread();
  const sheet = useSheet(exitTickForm, { to, reason: "" });
  return (
    <Dialog title={`${exitDeeds[to]}: ${named}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`exit-tick:${to}:${chosen.ids?.join() ?? "all"}`}
        submit={exitDeeds[to]}
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) =>
          call(tickExits, { body: { ...typed, standing, ...chosen } as never, attempt }).catch(async (failure) => {
            if (failure instanceof CallFailure && failure.status === 409) await reread();
            throw failure;
          })
        }
        done={async () => {
          onHide();
          await onDone();
        }}
      >
        <p>{effects[to]}</p>
        {saysWhy(to) && <TextArea {...sheet.field("reason")} optional={false} />}
      </Form>
    </Dialog>
  );
}
