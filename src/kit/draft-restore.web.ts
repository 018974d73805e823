import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import type { Draft } from "./draft-shelf.web.ts";

/** What a form finds out when a draft is put back into it. */
export interface Restored {
  /** Whether anything was put back. */
  readonly any: boolean;
  /** Whether what the form starts with, such as a saved record, is another one than when the draft was typed. */
  readonly overtaken: boolean;
}

/**
 * Puts back what its owner typed, field by field: a field that was left alone shows what is saved now, and one that is
 * being typed into stays as it is.
 */
export function restoreInto<Values extends FieldValues>(form: UseFormReturn<Values>, draft: Draft<Values>): Restored {
  const start: FieldValues = form.formState.defaultValues ?? {};
  const here: FieldValues = form.getValues();
  const fields = Object.entries(draft.typed).map(([name, typed]) => {
    const own = !same(typed, draft.begun[name]) || isBlank(start[name]);
    return {
      name: name as Path<Values>,
      typed: typed as PathValue<Values, Path<Values>>,
      back: own && !same(typed, start[name]) && same(here[name], start[name]),
      overtaken: !isBlank(start[name]) && !same(start[name], draft.begun[name]) && !same(start[name], typed),
    };
  });
  const back = fields.filter((field) => field.back);
  for (const { name, typed } of back) form.setValue(name, typed, { shouldDirty: true });
  return { any: back.length > 0, overtaken: fields.some(({ overtaken }) => overtaken) };
}

/** Passwords are never kept. */
export const withoutSecrets = <Values extends FieldValues>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name))) as Values;

export const isSecret = (name: string): boolean => /password/i.test(name);

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isBlank = (value: unknown): boolean =>
  !value || (typeof value === "object" && Object.values(value).every(isBlank));
