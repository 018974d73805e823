import { useEffect, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { Dialog } from "#kit/dialog/dialog.web.tsx";
import { useNavigate } from "#kit/page/router.web.tsx";
import { hold, letGo, type Way } from "./leaving.way.part.page.tsx";

interface GuardParts<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** What is edited, by its name. */
  readonly title: string;
}

/** Holds who leaves a form that is not saved. What was typed is kept on the device all the same. */
export function Guarded<Values extends FieldValues>({ form, title }: GuardParts<Values>) {
  const { isDirty } = form.formState;
  const [way, setWay] = useState<Way | null>(null);
  const navigate = useNavigate();
  useEffect(() => (isDirty ? hold(setWay) : undefined), [isDirty]);
  if (!way) return null;
  const leave = () => {
    letGo();
    setWay(null);
    if (way.to === null) history.back();
    else navigate(way.to);
  };
  return (
    <Dialog title="Leave without saving?" onHide={() => setWay(null)}>
      <p>
        What you typed for <strong>{title}</strong> is not saved. It stays on this device and is there again when you
        open this form.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="button" className="button" onClick={() => setWay(null)}>
          Stay here
        </button>
        <button type="button" className="button button-quiet" onClick={leave}>
          Leave, and keep it for later
        </button>
        <button
          type="button"
          className="button button-danger"
          onClick={() => {
            form.reset();
            leave();
          }}
        >
          Leave, and discard it
        </button>
      </div>
    </Dialog>
  );
}
