import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FieldErrors, type FieldPath, type FieldValues, FormProvider } from "react-hook-form";
import * as v from "valibot";
import { CallFailure, newAttempt } from "./call.web.ts";
import { type Problem, Problems } from "./problems.web.tsx";
import type { Sheet } from "./sheet.web.ts";
import { toast } from "./toast.web.tsx";

interface FormParts<Values extends FieldValues, Reply> {
  readonly sheet: Sheet<Values>;
  /** Sends what was typed. `attempt` stays the same while the same values are sent again. */
  send(values: Values, attempt: string): Promise<Reply>;
  /** After a success. Its message is shown as a toast before. */
  done(reply: Reply, values: Values): void | Promise<void>;
  /** What the button does. */
  readonly submit: string;
  readonly children: ReactNode;
  /** Further buttons. */
  readonly beside?: ReactNode;
}

/** A form that loses nothing: every refusal stays on the page, at its field, with the keyboard taken to it. */
export function Form<Values extends FieldValues, Reply>(parts: FormParts<Values, Reply>) {
  const { sheet, submit, children, beside } = parts;
  const { busy, problems, trySending } = useSending(parts);
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <FormProvider {...sheet.form}>
      {/* Drawn at build, the form waits for its script: else the browser itself would send what was typed. */}
      <form method="post" noValidate onSubmit={trySending} className="grid gap-5">
        {problems && <Problems key={problems.number} message={problems.message} list={problems.list} />}
        {children}
        <div className="flex flex-col gap-3 sm:flex-row">
          <button type="submit" className={hydrated ? "button" : "button button-waiting"} disabled={busy || !hydrated}>
            {busy ? "Please wait..." : submit}
          </button>
          {beside}
        </div>
      </form>
    </FormProvider>
  );
}

interface Shown {
  readonly number: number;
  readonly message: string;
  readonly list: readonly Problem[];
}

function useSending<Values extends FieldValues, Reply>({ sheet, send, done }: FormParts<Values, Reply>) {
  const { form, schema } = sheet;
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Shown | null>(null);
  const attempt = useRef({ of: "", key: "" });

  const show = (message: string, list: readonly Problem[]) =>
    setProblems((last) => ({ number: (last?.number ?? 0) + 1, message, list }));

  const invalid = (errors: FieldErrors<Values>) => {
    const sentence = v.getDescription(schema as Parameters<typeof v.getDescription>[0]);
    if (sentence) toast("warn", sentence);
    show(
      "",
      listed(errors).map(([name, message]) => ({ ...sheet.field(name as FieldPath<Values>), message })),
    );
  };

  const refused = (failure: unknown) => {
    const { message, status, fields, reference } = failureOf(failure);
    toast(status === 200 ? "warn" : "bad", message);
    const list = Object.entries(fields).map(([name, sentence]) => {
      form.setError(name as FieldPath<Values>, { type: "server", message: sentence });
      return { ...sheet.field(name as FieldPath<Values>), message: sentence };
    });
    show(list.length > 0 ? "" : reference ? `${message} (reference ${reference})` : message, list);
  };

  const valid = async (values: Values) => {
    const of = JSON.stringify(values);
    if (attempt.current.of !== of) attempt.current = { of, key: newAttempt() };
    try {
      const reply = await send(values, attempt.current.key);
      attempt.current = { of: "", key: "" };
      setProblems(null);
      const message = successIn(reply);
      if (message) toast("good", message);
      await done(reply, values);
    } catch (failure) {
      refused(failure);
    }
  };

  const trySending = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    void form
      .handleSubmit(valid, invalid)()
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

/** Every field's first error with its path, in the order of the form. */
function listed(errors: object, before = ""): [string, string][] {
  return Object.entries(errors).flatMap(([key, error]: [string, { message?: unknown } | undefined]) => {
    if (!error) return [];
    if (typeof error.message === "string") return [[before + key, error.message] as [string, string]];
    return listed(error, `${before}${key}.`);
  });
}
