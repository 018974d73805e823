import { UsualReasons } from "#console/confirm/confirm.reason.part.page.tsx";
import type { ChosenRows } from "#console/record/record.contract.ts";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { EvidenceField } from "#profile/upload/upload.evidence.part.page.tsx";
import { sendClearanceProof, tickClearances, tickForm } from "./clearance.contract.ts";
import { type ClearanceState, clearanceDeeds, needsReason, usualReasons } from "./clearance.rules.ts";

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
