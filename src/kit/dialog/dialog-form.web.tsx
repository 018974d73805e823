import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { useReread } from "../call/read.web.tsx";
import { Form } from "../form/form.web.tsx";
import { CloseButton } from "./dialog.web.tsx";

type DialogFormParts<Values extends FieldValues, Reply> = Omit<
  ComponentProps<typeof Form<Values, Reply>>,
  "done" | "beside"
> & { onHide(): void };

/** A form inside a dialog: what was sent closes it, and what is on the screen is read again. */
export function DialogForm<Values extends FieldValues, Reply>(parts: DialogFormParts<Values, Reply>) {
  const { onHide } = parts;
  const reread = useReread();
  const done = () => {
    onHide();
    return reread();
  };
  return <Form {...parts} done={done} beside={<CloseButton onHide={onHide} />} />;
}
