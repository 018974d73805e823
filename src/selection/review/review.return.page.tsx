import { call } from "#kit/call.web.ts";
import { CloseButton, Dialog } from "#kit/dialog.web.tsx";
import { Form } from "#kit/form.web.tsx";
import { useReread } from "#kit/read.web.tsx";
import { useSheet } from "#kit/sheet.web.ts";
import { TextArea } from "#kit/text-fields.web.tsx";
import { returnForm, returnToChecking } from "./review.deeds.contract.ts";
import type { ReviewFile } from "./review.file.contract.ts";

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
