import type { ChosenRows } from "#console/record/record.contract.ts";
import { CallFailure, call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { RadioField } from "#kit/field/choice-fields.web.tsx";
import { DayField } from "#kit/field/day-field.web.tsx";
import { TextArea, TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { Alert } from "#kit/look/alert.web.tsx";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay, lagosToday } from "#kit/value/dates.rules.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import { EvidenceField } from "#profile/upload/upload.evidence.part.page.tsx";
import {
  askBoards,
  decideDispute,
  disputeForm,
  findingForm,
  recordFinding,
  type ShownFinding,
  sendFindingProof,
  type WholeCheck,
} from "../olevel-check.contract.ts";
import { type Outcome, outcomes } from "../olevel-check.rules.ts";

const meanings: Readonly<Record<Outcome, string>> = {
  Confirmed: "The board shows the same name, subjects and grades",
  Differs: "The board shows another name, subject or grade",
  "Not found": "The board knows no such number in that year",
};

interface AskParts {
  readonly chosen: ChosenRows;
  onHide(): void;
  onDone(): void | Promise<void>;
}

const askForm = fields({ askedon: askBoards.body.entries.askedon });

/** That the board was asked about the chosen sittings, and when. */
export function AskDialog({ chosen, onHide, onDone }: AskParts) {
  const sheet = useSheet(askForm, { askedon: lagosToday() });
  const many = asCount(chosen.count, "sitting");
  return (
    <Dialog title={`Mark ${many} as asked`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={null}
        submit={`Mark ${many}`}
        beside={<CloseButton onHide={onHide} />}
        send={(typed, attempt) => call(askBoards, { body: { ...typed, ...chosen } as never, attempt })}
        done={async () => {
          onHide();
          await onDone();
        }}
      >
        <p>
          The list of them, as a file for the board, comes from “Export”. When the answer is there, keep it at each
          sitting.
        </p>
        <DayField {...sheet.field("askedon")} />
      </Form>
    </Dialog>
  );
}

interface FindParts {
  readonly check: WholeCheck;
  /** What each colleague found last and was read on this page, the newest first. */
  readonly colleagues: readonly ShownFinding[];
}

/** What the board answered. Whoever found otherwise than the colleague says so by saving it as a difference. */
export function FindingForm({ check, colleagues }: FindParts) {
  const reread = useReread();
  const sheet = useSheet(findingForm, {
    outcome: "",
    checkedon: lagosToday(),
    reference: "",
    words: "",
    proof: "",
    against: "",
  });
  const chosen = outcomes.find((one) => one === sheet.form.watch("outcome"));
  const other = chosen && chosen !== check.state ? colleagues.find(({ outcome }) => outcome !== chosen) : undefined;
  return (
    <section aria-labelledby="find" className="card p-4 sm:p-5">
      <h2 id="find" className="mb-3 text-large">
        Keep what the board answered
      </h2>
      <Form
        sheet={sheet}
        draft={`olevel-finding:${check._id}`}
        submit={other ? "Save as a difference" : "Save the answer"}
        send={(typed, attempt) =>
          call(recordFinding, {
            params: { id: check._id },
            body: { ...typed, against: other?._id ?? "" },
            version: check.version,
            attempt,
          }).catch(async (failure) => {
            if (failure instanceof CallFailure && failure.status === 409) await reread();
            throw failure;
          })
        }
        done={async () => {
          sheet.form.reset();
          await reread();
        }}
      >
        <RadioField {...sheet.field("outcome")} meanings={meanings} />
        {other && (
          <Alert look="bad" title={`${other.by} found “${other.outcome}” on ${asDay(`${other.checkedon}T12:00:00Z`)}`}>
            {other.words ? `“${other.words}”.` : "No words were kept with it."} If you save a difference, both findings
            stay, the sitting is disputed, and somebody who made neither decides.
          </Alert>
        )}
        <DayField {...sheet.field("checkedon")} />
        <TextArea
          {...sheet.field("words")}
          hint="Needed unless it is confirmed: which name, subject or grade the board shows"
        />
        <TextField
          {...sheet.field("reference")}
          hint="The last signs of the board’s reference or of the card’s serial number. Never a PIN"
        />
        <EvidenceField
          {...sheet.field("proof")}
          hint="The board’s page or letter: a JPEG, PNG or PDF file of at most 2 MB"
          keep={sendFindingProof}
        />
      </Form>
    </section>
  );
}

/** A third person says which finding counts, and why. */
export function DecideDialog({ check, onHide }: { check: WholeCheck; onHide(): void }) {
  const sheet = useSheet(disputeForm, { outcome: "", words: "" });
  return (
    <Dialog title="Decide what counts" onHide={onHide}>
      <DialogForm
        sheet={sheet}
        draft={`olevel-dispute:${check._id}`}
        submit="Decide"
        onHide={onHide}
        send={(typed, attempt) => call(decideDispute, { params: { id: check._id }, body: typed, attempt })}
      >
        <p>All findings stay. Whoever made one of them cannot decide.</p>
        <RadioField {...sheet.field("outcome")} meanings={meanings} />
        <TextArea {...sheet.field("words")} hint="What you asked or saw yourself. It stands with the decision" />
      </DialogForm>
    </Dialog>
  );
}
