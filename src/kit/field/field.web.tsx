import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import type { FieldFacts } from "../form/sheet.web.ts";

export interface FieldParts extends FieldFacts {
  readonly hint?: string;
}

/** What ties a control to its field: name, events, error and descriptions. */
export function useControl({ id, name, hint }: Pick<FieldParts, "id" | "name" | "hint">) {
  const { register, getFieldState, formState } = useFormContext();
  const error = getFieldState(name, formState).error?.message;
  const registered = register(name);
  return {
    error,
    control: {
      ...registered,
      onBlur: unlessPressing(registered.onBlur),
      id,
      className: "control",
      "aria-invalid": error ? true : undefined,
      "aria-describedby": describedBy(id, hint, error),
    },
  };
}

/** An error that appears while a button is being pressed would move the button from under the finger. */
export const unlessPressing =
  <E extends React.FocusEvent>(onBlur: (event: E) => unknown) =>
  (event: E) => {
    const next = event.relatedTarget;
    if (!(next instanceof Element && next.closest("button, a"))) void onBlur(event);
  };

export const describedBy = (id: string, hint: string | undefined, error: string | undefined): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;

interface FrameParts extends Pick<FieldParts, "id" | "label" | "optional" | "hint"> {
  readonly error: string | undefined;
  readonly children: ReactNode;
}

/** Label above, hint under it, then the control, and the error under that. Specification 5. */
export function FieldFrame({ id, label, optional, hint, error, children }: FrameParts) {
  return (
    <div className={error ? "border-bad border-l-4 pl-3" : ""}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        <LabelText label={label} optional={optional} />
      </label>
      <FieldHint id={id} hint={hint} />
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

export function LabelText({ label, optional }: Pick<FieldParts, "label" | "optional">) {
  return optional ? (
    <>
      {label} <span className="font-normal text-soft">(optional)</span>
    </>
  ) : (
    // Of a bare text nothing would be translated: an element holds it.
    <span>{label}</span>
  );
}

export function FieldHint({ id, hint }: { id: string; hint: string | undefined }) {
  return (
    hint && (
      <p id={`${id}-hint`} className="mb-1.5 text-small text-soft">
        {hint}
      </p>
    )
  );
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    error && (
      <p id={`${id}-error`} className="mt-1.5 font-semibold text-bad text-small">
        <span className="sr-only">Error: </span>
        {error}
      </p>
    )
  );
}
