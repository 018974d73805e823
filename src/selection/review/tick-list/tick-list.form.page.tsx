import * as v from "valibot";
import { reasonForm } from "#console/confirm/confirm.contract.ts";
import { call } from "#kit/call/call.web.ts";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { DialogForm } from "#kit/dialog/dialog-form.web.tsx";
import { DigitsField, TextArea } from "#kit/field/text-fields.web.tsx";
import { useSheet } from "#kit/form/sheet.web.ts";
import { fields } from "#kit/wire/endpoint.contract.ts";
import type { ReviewFile } from "../review.file.contract.ts";
import { type Marked, markForm, markItem, type Tick, tickItem } from "./tick-list.contract.ts";

interface NotInOrderParts {
  readonly file: ReviewFile;
  readonly tick: Tick;
  onHide(): void;
}

export function NotInOrderDialog({ file, tick, onHide }: NotInOrderParts) {
  const sheet = useSheet(reasonForm, { reason: tick.note ?? "" });
  return (
    <Dialog title={`Not in order: ${tick.label}`} onHide={onHide}>
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={`review-tick:${file._id}:${tick._id}`}
        submit="Not in order"
        send={({ reason }, attempt) =>
          call(tickItem, {
            params: { id: file._id },
            body: { item: tick._id, state: "Not in order", note: reason, was: tick.state },
            attempt,
          })
        }
      >
        <TextArea
          {...sheet.field("reason")}
          hint="What is wrong. Your colleagues read it in the file; the applicant does not"
        />
      </DialogForm>
    </Dialog>
  );
}

interface MarkParts {
  readonly file: ReviewFile;
  readonly item: Marked;
  onHide(): void;
}

/** As it is typed. */
const typedMark = (most: number) =>
  fields({
    mark: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^\d{1,3}$/, `Mark must be a whole number from 0 to ${most}`),
      v.check((typed) => Number(typed) <= most, `Mark must be at most ${most}`),
      v.title("Mark"),
    ),
    note: markForm.entries.note,
  });

export function MarkDialog({ file, item, onHide }: MarkParts) {
  const { label, most, own } = item;
  const sheet = useSheet(typedMark(most), { mark: own ? String(own.mark) : "", note: own?.note ?? "" });
  return (
    <Dialog title={`My mark: ${label}`} onHide={onHide}>
      <DialogForm
        onHide={onHide}
        sheet={sheet}
        draft={`review-mark:${file._id}:${item._id}`}
        submit="Give"
        send={({ mark, note }, attempt) =>
          call(markItem, { params: { id: file._id }, body: { item: item._id, mark: Number(mark), note }, attempt })
        }
      >
        <DigitsField
          {...sheet.field("mark")}
          hint={`From 0 to ${most}. What colleagues have given shows once you have given yours`}
        />
        <TextArea {...sheet.field("note")} />
      </DialogForm>
    </Dialog>
  );
}
