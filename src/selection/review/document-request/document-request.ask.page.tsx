import { useState } from "react";
import { call } from "#kit/call/call.web.ts";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { FieldFrame, type FieldParts, useControl } from "#kit/field/field.web.tsx";
import { TextField } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { askForDocument, askForm } from "../review.document-request.contract.ts";
import { inDays, LastDay, WhyAsked } from "./document-request.page.tsx";

/** The file of which a document is asked for. */
interface Asked {
  readonly _id: string;
  readonly name: string;
  readonly documents: readonly { readonly requirement: string; readonly label: string }[];
}

interface DialogParts {
  readonly file: Asked;
  /** The one that is meant; empty for any. */
  readonly requirement: string;
  onHide(): void;
}

/** A week is what a business centre, a printer and a scanner need. */
const USUAL_DAYS = 7;

export function AskDialog({ file, requirement, onHide }: DialogParts) {
  const [start] = useState(() => ({ requirement, label: "", reason: "", due: inDays(USUAL_DAYS) }));
  const sheet = useSheet(askForm, start);
  const other = sheet.form.watch("requirement") === "";
  return (
    <Dialog title={`Ask ${file.name} for a document`} onHide={onHide}>
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={`document-request:${file._id}:${requirement}`}
        submit="Ask for it"
        send={(body, attempt) => call(askForDocument, { params: { id: file._id }, body, attempt })}
      >
        <p className="text-soft">
          The applicant gets a mail and sees it on the admission page. Nothing else of the desk is shown.
        </p>
        {file.documents.length > 0 && <DocumentField {...sheet.field("requirement")} list={file.documents} />}
        {other && <TextField {...sheet.field("label")} optional={false} />}
        <WhyAsked sheet={sheet} />
        <LastDay sheet={sheet} />
      </DialogForm>
    </Dialog>
  );
}

/** One of those that the application was made with, or another one. */
function DocumentField({ list, ...field }: FieldParts & { list: Asked["documents"] }) {
  const { control, error } = useControl(field);
  return (
    <FieldFrame {...field} optional={false} error={error}>
      <select {...control}>
        {list.map(({ requirement, label }) => (
          <option key={requirement} value={requirement}>
            {label}
          </option>
        ))}
        <option value="">Another document</option>
      </select>
    </FieldFrame>
  );
}
