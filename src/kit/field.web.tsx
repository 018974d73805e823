import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import type { FieldFacts } from "./sheet.web.ts";

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

/** Label above, hint under it, then the error, then the control. */
export function FieldFrame({ id, label, optional, hint, error, children }: FrameParts) {
  return (
    <div className={error ? "border-bad border-l-4 pl-3" : ""}>
      <label htmlFor={id} className="mb-1 block font-semibold">
        <LabelText label={label} optional={optional} />
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
      {children}
    </div>
  );
}

export function LabelText({ label, optional }: Pick<FieldParts, "label" | "optional">) {
  return optional ? (
    <>
      {label} <span className="font-normal text-soft">(optional)</span>
    </>
  ) : (
    label
  );
}

interface Notes {
  readonly id: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
}

export function FieldNotes({ id, hint, error }: Notes) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="mb-1.5 text-small text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mb-1.5 font-semibold text-bad text-small">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
    </>
  );
}
