import type { ReactNode } from "react";
import type { FieldPath, FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { draftKeeper } from "./draft-keeper.web.ts";
import { DraftRestored } from "./draft-notice.web.tsx";
import { type Attempt, type Draft, readDraft } from "./draft-shelf.web.ts";

/** What a form finds out when a draft is put back into it. */
interface Restored {
  /** Whether anything was put back. */
  readonly any: boolean;
  /** Whether what the form starts with, such as a saved record, is another one than when the draft was typed. */
  readonly overtaken: boolean;
}

/**
 * Puts back what its owner typed, field by field: a field that was left alone shows what is saved now, and one that is
 * being typed into stays as it is.
 */
function restoreInto<Values extends FieldValues>(form: UseFormReturn<Values>, draft: Draft<Values>): Restored {
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
const withoutSecrets = <Values extends FieldValues>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isSecret(name))) as Values;

const isSecret = (name: string): boolean => /password/i.test(name);

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isBlank = (value: unknown): boolean =>
  !value || (typeof value === "object" && Object.values(value).every(isBlank));

/** What a form tells its draft. */
export interface FormDraft {
  /** What is typed is being sent: an answer may be lost, and the page be loaded again before it comes. */
  sending(): void;
  sent(): void;
}

interface Opened<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly place: string;
  /** When the form is gone. */
  readonly over: AbortSignal;
  readonly attempt: { current: Attempt };
  /** Shows a notice above the form; null takes it away. */
  show(notice: ReactNode): void;
}

/** Puts back what was typed into a form, and keeps what is typed from here on. */
export async function openFormDraft<Values extends FieldValues>(opened: Opened<Values>): Promise<FormDraft> {
  const { form, place, over, attempt, show } = opened;
  const found = await readDraft<Values>(place);
  const keeper = draftKeeper<Values>(place, over);
  let start = form.formState.defaultValues as Values;
  let sent: Values | null = null;
  const make = (): Draft<Values> | null => {
    const draft = draftOf(form.getValues(), start, attempt.current);
    return draft && same(draft.typed, sent) ? null : draft;
  };
  const discard = () => {
    attempt.current = { of: "", key: "" };
    form.reset();
    keeper.drop();
    show(null);
    const [first] = Object.keys(start);
    if (first) form.setFocus(first as FieldPath<Values>);
  };

  if (!over.aborted) {
    const isBegun = make() !== null; // Before a slow device had found the draft.
    const { any = false, overtaken = false } = found ? restoreInto(form, found) : {};
    if (found?.attempt) attempt.current = found.attempt;
    if (found && any) {
      const but = overtaken ? OVERTAKEN : Object.keys(start).some(isSecret) ? SECRET : undefined;
      show(<DraftRestored at={found.at} but={but} onDiscard={discard} />);
    }
    if (!any || isBegun) keeper.later(make);
    const stop = form.subscribe({
      formState: { values: true },
      callback({ defaultValues }) {
        start = defaultValues as Values;
        keeper.later(make);
      },
    });
    over.addEventListener("abort", stop);
  }
  return {
    sending() {
      keeper.later(make);
      keeper.now();
    },
    sent() {
      sent = withoutSecrets(form.getValues());
      keeper.drop();
      show(null);
    },
  };
}

const OVERTAKEN = "The saved answers have changed since then: check each one.";
const SECRET = "Type your password again: it is never kept.";

/** What is kept of a form; null when it says what it began with. */
function draftOf<Values extends FieldValues>(values: Values, start: Values, attempt: Attempt): Draft<Values> | null {
  const [typed, begun] = [withoutSecrets(values), withoutSecrets(start)];
  if (same(typed, begun)) return null;
  // What was sent holds the password, where there is one.
  const keeps = attempt.key !== "" && same(typed, values);
  return { at: Date.now(), typed, begun, ...(keeps && { attempt }) };
}
