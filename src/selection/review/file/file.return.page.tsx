import { call } from "#kit/call/call.web.ts";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { returnForm, returnToChecking } from "../review.contract.ts";
import type { ReviewFile } from "../review.file.contract.ts";

export function ReturnDialog({ file, onHide }: { file: ReviewFile; onHide(): void }) {
  const sheet = useSheet(returnForm, { reason: "" });
  return (
    <Dialog title={`Back to checking: ${file.name}`} onHide={onHide}>
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={`review-return:${file._id}`}
        submit="Back to checking"
        send={(body, attempt) =>
          call(returnToChecking, { params: { id: file._id }, body, attempt, version: file.version })
        }
      >
        <TextArea {...sheet.field("reason")} hint="Your colleagues read it in the file; the applicant does not" />
      </DialogForm>
    </Dialog>
  );
}
