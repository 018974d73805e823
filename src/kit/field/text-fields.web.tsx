import { type HTMLInputAutoCompleteAttribute, useState } from "react";
import { FieldFrame, type FieldParts, useControl } from "./field.web.tsx";

interface Filled extends FieldParts {
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
}

export function TextField({ autoComplete = "off", ...field }: Filled) {
  const { control, error } = useControl(field);
  return (
    <FieldFrame {...field} error={error}>
      <input {...control} type="text" autoComplete={autoComplete} />
    </FieldFrame>
  );
}

/** Codes and numbers that are read letter by letter: no correction, no capitals of the phone's own. */
export function CodeField({ autoComplete = "off", ...field }: Filled) {
  const { control, error } = useControl(field);
  return (
    <FieldFrame {...field} error={error}>
      <input {...control} type="text" autoComplete={autoComplete} autoCapitalize="characters" spellCheck={false} />
    </FieldFrame>
  );
}

/** Digits only, with the phone's digit keys. */
export function DigitsField(field: FieldParts) {
  const { control, error } = useControl(field);
  return (
    <FieldFrame {...field} error={error}>
      <input {...control} type="text" inputMode="numeric" autoComplete="off" />
    </FieldFrame>
  );
}

export function EmailField({ autoComplete = "email", ...field }: Filled) {
  const { control, error } = useControl(field);
  return (
    <FieldFrame {...field} error={error}>
      <input
        {...control}
        type="email"
        inputMode="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
      />
    </FieldFrame>
  );
}

/** Any usual spelling is taken; nothing is rewritten while it is typed. */
export function PhoneField({
  autoComplete = "tel",
  hint = "A Nigerian number, as 0803 123 4567 or +2348xxxxxxxxx",
  ...field
}: Filled) {
  const { control, error } = useControl({ ...field, hint });
  return (
    <FieldFrame {...field} hint={hint} error={error}>
      <input {...control} type="tel" autoComplete={autoComplete} />
    </FieldFrame>
  );
}

export function TextArea({ autoComplete = "off", ...field }: Filled) {
  const { control, error } = useControl(field);
  return (
    <FieldFrame {...field} error={error}>
      <textarea {...control} rows={3} autoComplete={autoComplete} />
    </FieldFrame>
  );
}

interface Secret extends FieldParts {
  readonly autoComplete: "current-password" | "new-password";
}

export function PasswordField({ autoComplete, ...field }: Secret) {
  const { control, error } = useControl(field);
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...field} error={error}>
      <div className="flex gap-2">
        <input
          {...control}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
        <button
          type="button"
          className="button button-quiet min-w-20 shrink-0"
          aria-label={`${shown ? "Hide" : "Show"} ${field.label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? "Hide" : "Show"}
        </button>
      </div>
    </FieldFrame>
  );
}
