import { useState } from "react";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import { type Listed, useAsked, useListPage } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import { useRead } from "#kit/call/read.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { readClearanceDesk } from "./clearance.contract.ts";
import { type ClearanceState, clearanceDeeds, clearanceStates, stepsFrom } from "./clearance.rules.ts";
import { TickDialog } from "./clearance.staff-dialog.part.page.tsx";

interface ChosenParts {
  readonly of: Listed;
  readonly picked: Picked;
}

/** What can be done with the selected ticks: of one item, and where they stand alike. */
export function ChosenTicks({ of, picked }: ChosenParts) {
  const { query } = useAsked(of);
  const rows = useListPage(of, query).data?.list ?? [];
  const desk = useRead(readClearanceDesk).data ?? [];
  const { chosen } = picked;
  const seen = chosen.ids ? rows.filter(({ _id }) => chosen.ids?.includes(_id)) : [];
  // Of rows on other pages only the filters tell.
  const alike = (name: "state" | "item", found: readonly string[]) =>
    query.filters[name] ?? (new Set(found).size === 1 ? found[0] : undefined);
  const state = alike(
    "state",
    seen.map((row) => String(row.state)),
  );
  const standing = clearanceStates.find((known) => known === state);
  const itemId = alike(
    "item",
    seen.map(({ item }) => (item as { readonly _id: string })._id),
  );
  const item = desk.find(({ _id }) => _id === itemId);
  if (!standing || !item)
    return (
      <p className="self-center text-small text-soft">
        {chosen.ids ? "Select ticks of one item that stand alike" : "Choose an item and a state above first"}
      </p>
    );
  return <TickDeeds key={`${item._id} ${standing}`} picked={picked} item={item} standing={standing} />;
}

interface DeedsParts {
  readonly picked: Picked;
  readonly item: { readonly label: string; readonly asks: string | null; readonly proof: boolean };
  readonly standing: ClearanceState;
}

const keys: Readonly<Record<ClearanceState, string>> = { Cleared: "c", Refused: "r", Waived: "w", Open: "u" };

function TickDeeds({ picked: { chosen, done }, item, standing }: DeedsParts) {
  const [open, setOpen] = useState<ClearanceState | null>(null);
  const isOneByOne = item.proof && chosen.count > 1;
  const steps = stepsFrom(standing).filter((to) => !(isOneByOne && to === "Cleared"));
  useKeys(
    Object.fromEntries(steps.map((to) => [keys[to], () => setOpen(to)])),
    Object.fromEntries(steps.map((to) => [keys[to], clearanceDeeds[to]])),
  );
  return (
    <>
      {isOneByOne && steps.length < stepsFrom(standing).length && (
        <p className="self-center text-small text-soft">A scan is asked for: clear them one by one</p>
      )}
      {steps.map((to) => (
        <button
          key={to}
          type="button"
          aria-keyshortcuts={keys[to]}
          className={to === "Cleared" ? "button" : "button button-quiet"}
          onClick={() => setOpen(to)}
        >
          {clearanceDeeds[to]}
        </button>
      ))}
      {open && (
        <TickDialog
          chosen={chosen}
          named={asCount(chosen.count, "person", "people")}
          label={item.label}
          asks={item.asks}
          proofasked={item.proof}
          standing={standing}
          to={open}
          onHide={() => setOpen(null)}
          onDone={done}
        />
      )}
    </>
  );
}
