import type { ReactNode } from "react";
import type * as v from "valibot";
import { TextField } from "../field/text-fields.web.tsx";
import { Form } from "../form/form.web.tsx";
import { useSheet } from "../form/sheet.web.ts";
import { deleteForm } from "../wire/endpoint.contract.ts";
import { CloseButton, Dialog } from "./dialog.web.tsx";

export interface DeleteParts {
  readonly title: string;
  send(body: v.InferInput<typeof deleteForm>, attempt: string): Promise<unknown>;
  onHide(): void;
  onDeleted(): void | Promise<void>;
  readonly children?: ReactNode;
}

/** A record is deleted when the word Delete was typed exactly. Specification 9. */
export function DeleteForm({ title, send, onHide, onDeleted, children }: DeleteParts) {
  const sheet = useSheet(deleteForm, { delete: "" });
  return (
    <Dialog title={title} onHide={onHide}>
      {children}
      <p className="mb-4">This cannot be undone.</p>
      <div className="deletion">
        <Form
          sheet={sheet}
          draft={null}
          send={send}
          done={async () => {
            onHide();
            await onDeleted();
            // The button that opened this went with its record.
            document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
          }}
          submit="Delete Record"
          beside={<CloseButton onHide={onHide} />}
        >
          <TextField {...sheet.field("delete")} />
        </Form>
      </div>
    </Dialog>
  );
}
