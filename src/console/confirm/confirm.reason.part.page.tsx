import type { ReactNode } from "react";
import type { FieldPath, FieldValues, PathValue } from "react-hook-form";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextArea } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { type Sheet, useSheet } from "#kit/form/sheet.web.ts";
import { reasonForm } from "./confirm.contract.ts";

interface ReasonParts {
  /** What will be done. */
  readonly title: string;
  /** What follows from it. */
  readonly children: ReactNode;
  readonly submit: string;
  /** Under which the reason is kept on the device until it was sent, such as `reopen:2026-11-20`. */
  readonly draft: string;
  /** Reasons that are given most, so that nobody types them again and again. */
  readonly usual?: readonly string[];
  send(body: { readonly reason: string }, attempt: string): Promise<{ readonly message: string }>;
  onHide(): void;
  onDone(): void | Promise<void>;
}

/** Asks for the reason of a deed that others will ask about. A refusal stays in view. */
export function ReasonDialog({ title, children, submit, draft, usual, send, onHide, onDone }: ReasonParts) {
  const sheet = useSheet(reasonForm, { reason: "" });
  return (
    <Dialog title={title} onHide={onHide}>
      <Form
        sheet={sheet}
        draft={draft}
        submit={submit}
        beside={<CloseButton onHide={onHide} />}
        send={send}
        done={async () => {
          onHide();
          await onDone();
        }}
      >
        <div>{children}</div>
        <div>
          <TextArea {...sheet.field("reason")} hint="It stands in the history for whoever asks later" />
          {usual && <UsualReasons sheet={sheet} usual={usual} />}
        </div>
      </Form>
    </Dialog>
  );
}

interface UsualParts<V extends FieldValues> {
  readonly sheet: Sheet<V>;
  readonly usual: readonly string[];
}

/** Reasons that are given most, to be pressed: one takes the place of another, and stands below what was typed. */
export function UsualReasons<V extends FieldValues>({ sheet, usual }: UsualParts<V>) {
  const name = "reason" as FieldPath<V>;
  const fill = (sentence: string) => {
    const typed = String(sheet.form.getValues(name) ?? "");
    if (typed.includes(sentence)) return;
    const isReplaced = typed.trim() === "" || usual.includes(typed.trim());
    const filled = isReplaced ? sentence : `${typed.trimEnd()}\n${sentence}`;
    sheet.form.setValue(name, filled as PathValue<V, FieldPath<V>>, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <ul aria-label="Usual reasons" className="mt-1.5 grid gap-0.5">
      {usual.map((sentence) => (
        <li key={sentence}>
          <button type="button" className="link cursor-pointer py-0.5 text-left" onClick={() => fill(sentence)}>
            {sentence}
          </button>
        </li>
      ))}
    </ul>
  );
}
