import { call } from "#kit/call/call.web.ts";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { returnForm, returnToChecking } from "../review.contract.ts";
import type { ReviewFile } from "../review.file.contract.ts";

/** Asks why a file goes back to checking. */
export function ReturnDialog({ file, onHide }: { file: ReviewFile; onHide(): void }) {
  const sheet = useSheet(returnForm, { reason: "" });
  const reread = useReread();
  return (
    <Dialog title={`Back to checking: ${file.name}`} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={`review-return:${file._id}`}
        submit="Back to checking"
        beside={<CloseButton onHide={onHide} />}
        send={(body, attempt) =>
          call(returnToChecking, { params: { id: file._id }, body, attempt, version: file.version })
        }
        done={() => {
          onHide();
          return reread();
        }}
      >
        <TextArea {...sheet.field("reason")} hint="Your colleagues read it in the file; the applicant does not" />
      </Form>
    </Dialog>
  );
}
