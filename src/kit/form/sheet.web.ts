import { useEffect, useId } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type ResolverResult,
  set,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import * as v from "valibot";

/** What a field needs to show itself; all of it from the contract. Spread it: `<TextField {...sheet.field("jamb")} />`. */
export interface FieldFacts {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly optional: boolean;
  /** The values of a closed list. */
  readonly options: readonly string[];
}

export interface Sheet<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly schema: v.GenericSchema;
  field(name: FieldPath<Values>): FieldFacts;
}

/** What stands in the fields at first; an empty text where nothing is chosen yet. */
export type Start<Input> = {
  readonly [Name in keyof Input]?: NonNullable<Input[Name]> extends object ? Start<Input[Name]> : Input[Name] | "";
};

/** A form's state over a contract's body. Errors show once a field was left, then at each key. Specification 5. */
export function useSheet<Input extends FieldValues, Output>(
  schema: v.GenericSchema<Input, Output>,
  start: Start<NoInfer<Input>>,
): Sheet<Input> {
  const id = useId();
  const form = useForm<Input>({
    mode: "onTouched",
    // What was typed is sent; the server normalises it by the same contract.
    resolver: (typed) => judged(schema, typed),
    defaultValues: start as DefaultValues<Input>,
    shouldFocusError: false,
  });
  return { form, schema, field: (name) => ({ id: fieldId(id, name), name, ...factsOf(schema, name) }) };
}

/** For fields that the server judges together: what it refused speaks of all that was sent, so any change takes it away. */
export function useJudgedTogether<Values extends FieldValues>({ form }: Sheet<Values>): void {
  useEffect(() => {
    const watching = form.watch(() => {
      const names = Object.keys(form.getValues()) as FieldPath<Values>[];
      const refused = names.filter((name) => form.getFieldState(name).error?.type === "server");
      if (refused.length > 0) form.clearErrors(refused);
    });
    return () => watching.unsubscribe();
  }, [form]);
}

/** The first sentence per field, as the form library keeps them: nested like the values. */
function judged<Input extends FieldValues>(
  schema: v.GenericSchema<Input, unknown>,
  typed: Input,
): ResolverResult<Input> {
  const { issues = [] } = v.safeParse(schema, typed);
  if (issues.length === 0) return { values: typed, errors: {} };
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? "root";
    if (!get(errors, path)) set(errors, path, { type: issue.type, message: issue.message });
  }
  return { values: {}, errors: errors as FieldErrors<Input> };
}

const fieldId = (sheet: string, name: string) => `${sheet}-${name.replaceAll(".", "-")}`;

/** A part of a pipe, which may be a pipe itself. */
interface Part {
  readonly type: string;
  readonly options?: readonly string[];
  readonly pipe?: readonly Part[];
}

type Known = v.GenericSchema & {
  readonly entries?: Record<string, Known>;
  readonly pipe?: readonly Part[];
  /** The forms of a body that has several. */
  readonly options?: readonly Known[];
  /** The rows of a list. */
  readonly item?: Known;
};

/** Label, optional and options of `name`, which may be a path such as `results.cgpa`. */
function factsOf(schema: Known, name: string): Pick<FieldFacts, "label" | "optional" | "options"> {
  const entry = fieldAt(schema, name.split("."));
  if (!entry) return { label: name, optional: false, options: [] };
  const title = v.getTitle(entry as Parameters<typeof v.getTitle>[0]);
  return { label: title || name, optional: entry.type === "optional", options: optionsOf(entry.pipe) };
}

const optionsOf = (pipe: readonly Part[] = []): readonly string[] =>
  pipe.flatMap((part) => (part.type === "picklist" ? (part.options ?? []) : optionsOf(part.pipe)));

/** The field at the end of a path, from the first form that has it. */
function fieldAt(schema: Known | undefined, [step, ...rest]: readonly string[]): Known | undefined {
  if (step === undefined) return schema;
  const forms = schema?.options ?? [schema];
  return forms.map((form) => fieldAt(form?.item ?? form?.entries?.[step], rest)).find((found) => found);
}
