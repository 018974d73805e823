import { type ReactNode, useState } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import type * as v from "valibot";
import { ReferenceField } from "#console/form/form.field.part.page.tsx";
import { useReread } from "#kit/call/read.web.tsx";
import { CloseButton, Dialog } from "#kit/dialog/dialog.web.tsx";
import { TextField } from "#kit/field/text-fields.web.tsx";
import { Form } from "#kit/form/form.web.tsx";
import { type Start, useSheet } from "#kit/form/sheet.web.ts";
import { useSearchParams } from "#kit/page/router.web.tsx";

interface MoveParts<Values extends FieldValues> {
  readonly title: string;
  readonly children: ReactNode;
  readonly form: v.GenericSchema<Values, Values>;
  /** The fields that choose the fee, each named as the noun that it refers to. */
  readonly chosen: readonly FieldPath<Values>[];
  /** The field of the new service. */
  readonly service: FieldPath<Values>;
  send(values: Values, attempt: string): Promise<{ readonly message: string }>;
  onHide(): void;
}

/** Another service for a whole fee. What the list is filtered by is chosen already. */
export function MoveDialog<Values extends FieldValues>(parts: MoveParts<Values>) {
  const { title, children, form, chosen, service, send, onHide } = parts;
  const [asked] = useSearchParams();
  const [labels] = useState(() => new Map<string, string>());
  const start = Object.fromEntries([...chosen.map((name) => [name, asked.get(name) ?? ""]), [service, ""]]);
  const sheet = useSheet(form, start as Start<Values>);
  const reread = useReread();
  return (
    <Dialog title={title} onHide={onHide}>
      <div className="grid gap-5">
        <div>{children}</div>
        <Form
          sheet={sheet}
          draft={null}
          submit={title}
          send={send}
          done={async () => {
            onHide();
            await reread();
          }}
          beside={<CloseButton onHide={onHide} />}
        >
          {chosen.map((name) => (
            <ReferenceField key={name} {...sheet.field(name)} noun={name} labels={labels} />
          ))}
          <TextField {...sheet.field(service)} />
        </Form>
      </div>
    </Dialog>
  );
}
