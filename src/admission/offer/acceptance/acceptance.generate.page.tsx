import { programmeTitle } from "#college/programme/programme.contract.ts";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { statusWord } from "../offer.rules.ts";
import type { ApplicationView } from "../offer.status.contract.ts";
import { lastDayInWords } from "../offer.status.rules.ts";
import { generateAcceptanceFee } from "./acceptance.contract.ts";
import { AcceptanceItems } from "./acceptance.items.page.tsx";

interface GenerateParts {
  readonly application: ApplicationView;
  /** Answers null when the provider takes its time: then the card goes on. */
  make(application: string, attempt: string): Promise<unknown>;
  onHide(): void;
}

/** What is accepted, what it costs and by when, and only then the reference. */
export function GenerateDialog({ application, make, onHide }: GenerateParts) {
  const { _id, programme, session, status, due, daysleft } = application;
  const sheet = useSheet(generateAcceptanceFee.body, { application: _id });
  return (
    <Dialog title="Generate payment reference" onHide={onHide}>
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={null}
        send={(body, attempt) => make(body.application, attempt)}
        submit="Generate reference"
      >
        <p>
          You accept {statusWord(status)} to <strong>{programmeTitle(programme)}</strong>, session {session.name}, by
          paying its acceptance fee.
        </p>
        <AcceptanceItems session={session} />
        {due && daysleft !== null && (
          <p>
            Pay it by <strong>{lastDayInWords(due, daysleft)}</strong>, online, at any bank or in your bank's app. A
            payment made by that day counts, even when the bank tells us later.
          </p>
        )}
      </DialogForm>
    </Dialog>
  );
}
