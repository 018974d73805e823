import { useState } from "react";
import type { FieldErrors, FieldPath, FieldValues } from "react-hook-form";
import * as v from "valibot";
import { CallFailure, newAttempt } from "../call/call.web.ts";
import type { useFormDraft } from "../draft/form-draft.web.ts";
import { echo, toast } from "../toast/toast.web.tsx";
import type { Problem } from "./problems.web.tsx";
import type { Sheet } from "./sheet.web.ts";

interface Sent<Values extends FieldValues, Reply> {
  readonly sheet: Sheet<Values>;
  send(values: Values, attempt: string): Promise<Reply>;
  done(reply: Reply, values: Values): void | Promise<void>;
  readonly silent?: boolean;
}

interface Shown {
  readonly number: number;
  readonly message: string;
  readonly list: readonly Problem[];
}

/** What fields still bring, by the control of their form. */
const underway = new WeakMap<object, Set<Promise<unknown>>>();

/** Has a form that is sent meanwhile wait for a file that is on its way to one of its fields. */
export function sendAfter(control: object, work: Promise<unknown>): void {
  const works = underway.get(control) ?? new Set();
  underway.set(control, works.add(work));
  void work.finally(() => works.delete(work));
}

/** Judges what was typed and sends it; what is wrong with it is in `problems`. */
export function useSending<Values extends FieldValues, Reply>(
  { sheet, send, done, silent }: Sent<Values, Reply>,
  { attempt, sending, sent }: Pick<ReturnType<typeof useFormDraft>, "attempt" | "sending" | "sent">,
) {
  const { form, schema } = sheet;
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Shown | null>(null);

  const show = (message: string, list: readonly Problem[]) =>
    setProblems((last) => ({ number: (last?.number ?? 0) + 1, message, list: inOrder(list) }));

  const invalid = (errors: FieldErrors<Values>) => {
    const sentence = sentenceOf(schema);
    if (sentence) echo("warn", sentence);
    show(
      "",
      listed(errors).map(([name, message]) => ({ ...sheet.field(name as FieldPath<Values>), message })),
    );
  };

  const refused = (failure: unknown) => {
    const { message, status, fields, reference } = failureOf(failure);
    const list = Object.entries(fields).map(([name, sentence]) => {
      form.setError(name as FieldPath<Values>, { type: "server", message: sentence });
      return { ...sheet.field(name as FieldPath<Values>), message: sentence };
    });
    if (isToasted(schema, status, list)) echo(status === 200 ? "warn" : "bad", message);
    show(list.length > 0 ? "" : reference ? `${message} (reference ${reference})` : message, list);
  };

  const valid = async (values: Values) => {
    const of = JSON.stringify(values);
    if (attempt.current.of !== of) attempt.current = { of, key: newAttempt() };
    sending();
    try {
      const reply = await send(values, attempt.current.key);
      attempt.current = { of: "", key: "" };
      sent();
      setProblems(null);
      const message = successIn(reply);
      if (message && !silent) toast("good", message);
      await done(reply, values);
    } catch (failure) {
      refused(failure);
    }
  };

  const trySending = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void Promise.allSettled(underway.get(form.control) ?? [])
      .then(() => form.handleSubmit(valid, invalid)())
      .finally(() => setBusy(false));
  };
  return { busy, problems, trySending };
}

const failureOf = (failure: unknown) =>
  failure instanceof CallFailure
    ? failure
    : new CallFailure(failure instanceof Error ? failure.message : "Sorry something went wrong, please try again", 0);

const successIn = (reply: unknown): string | undefined =>
  typeof reply === "object" && reply && "type" in reply && "message" in reply ? String(reply.message) : undefined;

const sentenceOf = (schema: v.GenericSchema) => v.getDescription(schema as Parameters<typeof v.getDescription>[0]);

/** A validator's refusal stands under its fields; over them it is said by the forms alone that have a sentence for it. */
const isToasted = (schema: v.GenericSchema, status: number, list: readonly Problem[]): boolean =>
  status === 200 || list.length === 0 || sentenceOf(schema) !== undefined;

/** As the fields stand on the page, whatever order they were judged in. */
const inOrder = (list: readonly Problem[]): Problem[] => {
  const controls = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  const place = ({ id }: Problem) => controls.indexOf(id) >>> 0;
  return [...list].sort((one, other) => place(one) - place(other));
};

/** Every field's first error with its path. */
function listed(errors: object, before = ""): [string, string][] {
  return Object.entries(errors).flatMap(([key, error]: [string, { message?: unknown } | undefined]) => {
    if (!error) return [];
    if (typeof error.message === "string") return [[before + key, error.message] as [string, string]];
    return listed(error, `${before}${key}.`);
  });
}
