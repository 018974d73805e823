import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { PasswordField } from "#kit/field/text-fields.web.tsx";
import type { FieldFacts } from "#kit/form/sheet.web.ts";

interface PasswordParts {
  readonly first: FieldFacts;
  readonly second: FieldFacts;
  readonly hint: string;
}

/** A new password and the same once more. The second is right or wrong by the first one too, so both are judged. */
export function NewPasswordFields({ first, second, hint }: PasswordParts) {
  const { watch, trigger, getFieldState } = useFormContext();
  const typed = watch(first.name);
  useEffect(() => {
    if (typed && getFieldState(second.name).isTouched) void trigger(second.name);
  }, [typed, second.name, getFieldState, trigger]);
  return (
    <>
      <PasswordField {...first} autoComplete="new-password" hint={hint} />
      <PasswordField {...second} autoComplete="new-password" />
    </>
  );
}
