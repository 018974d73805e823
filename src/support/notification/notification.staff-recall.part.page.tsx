import type { Row } from "#console/record/record.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { useShown } from "#kit/page/shown.web.ts";
import { recallForm, recallNotification } from "./notification.contract.ts";
import { mayBeRecalled } from "./notification.states.contract.ts";

/** Takes a notification back, with the reason. */
export function Recall({ row }: { row: Row }) {
  const { shown, show, hide } = useShown();
  if (!mayBeRecalled(String(row.state))) return null;
  return (
    <>
      <button type="button" className="button button-danger" onClick={show}>
        Recall
      </button>
      {shown && <RecallDialog row={row} onHide={hide} />}
    </>
  );
}

function RecallDialog({ row, onHide }: { row: Row; onHide(): void }) {
  const sheet = useSheet(recallForm, { reason: "" });
  const reread = useReread();
  return (
    <Dialog title={`Recall ${row._title}`} onHide={onHide}>
      <div className="grid gap-4">
        <p>
          Nobody sees it on the portal any more, and what is not sent yet is not sent. E-mails that were sent cannot be
          taken back.
        </p>
        <Form
          sheet={sheet}
          draft={null}
          submit="Recall"
          beside={<CloseButton onHide={onHide} />}
          send={(body, attempt) => call(recallNotification, { params: { id: row._id }, body, attempt })}
          done={() => {
            onHide();
            return reread();
          }}
        >
          <TextArea {...sheet.field("reason")} hint="It stands in the audit" />
        </Form>
      </div>
    </Dialog>
  );
}
