import { useState } from "react";
import { UsualReasons } from "#console/confirm/confirm.reason.part.page.tsx";
import { useKeys } from "#console/keys/keys.press.part.page.tsx";
import { type Listed, useAsked, useListPage } from "#console/list/list.asked.part.page.tsx";
import type { Picked } from "#console/list/list.bulk.part.page.tsx";
import type { ChosenRows } from "#console/record/record.contract.ts";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { useRead, useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { EvidenceField } from "#profile/upload/upload.evidence.part.page.tsx";
import { readClearanceDesk, sendClearanceProof, tickClearances, tickForm } from "./clearance.contract.ts";
import {
  type ClearanceState,
  clearanceDeeds,
  clearanceStates,
  needsReason,
  stepsFrom,
  usualReasons,
} from "./clearance.rules.ts";

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

interface TickParts {
  readonly chosen: ChosenRows;
  /** Whose: "Bello Aisha", or "12 people". */
  readonly named: string;
  readonly label: string;
  /** What the note of a tick must say; null where none is asked for. */
  readonly asks: string | null;
  readonly proofasked: boolean;
  readonly standing: ClearanceState;
  readonly to: ClearanceState;
  onHide(): void;
  onDone(): void | Promise<void>;
}

/** What a tick says of what was seen, or why it is not given or taken back; one person's or many at once. */
export function TickDialog({ chosen, named, label, asks, proofasked, standing, to, onHide, onDone }: TickParts) {
  const reread = useReread();
  const sheet = useSheet(tickForm, { to, reason: "", note: "", proof: "" });
  const usual = usualReasons[to];
  return (
    <Dialog title={`${clearanceDeeds[to]}: ${label}, ${named}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit={chosen.count === 1 ? clearanceDeeds[to] : `${clearanceDeeds[to]} for ${named}`}
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) =>
          call(tickClearances, { body: { ...typed, standing, ...chosen } as never, attempt }).catch(async (failure) => {
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
        {to === "Cleared" && asks !== null && (
          <TextField
            {...sheet.field("note")}
            label={asks}
            optional={false}
            hint={chosen.count === 1 ? "It is kept with the tick" : "The same is kept with each of these ticks"}
          />
        )}
        {to === "Cleared" && proofasked && (
          <EvidenceField
            {...sheet.field("proof")}
            optional={false}
            hint="A photo or scan of the paper: a JPEG, PNG or PDF file of at most 2 MB"
            keep={sendClearanceProof}
          />
        )}
        {needsReason(to) && (
          <div>
            <TextArea {...sheet.field("reason")} optional={false} hint={hints[to]} />
            {usual && <UsualReasons sheet={sheet} usual={usual} />}
          </div>
        )}
      </Form>
    </Dialog>
  );
}

const effects: Readonly<Record<ClearanceState, string>> = {
  Cleared: "Your name and the time are kept with it.",
  Refused: "It stays in the way until it is cleared. The person gets a mail with what you write here, and where to go.",
  Waived: "It is asked no more and stands in nobody’s way. The paper itself was not seen.",
  Open: "It is open again, as if nobody had decided. The history keeps who did.",
};

const hints: Readonly<Partial<Record<ClearanceState, string>>> = {
  Refused: "What is wrong, and what to bring instead. The person reads these words",
  Waived: "By whose word, and why. The person reads these words",
  Open: "The person reads these words, and so does who asks later",
};
