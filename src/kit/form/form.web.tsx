import { type ReactNode, useEffect, useRef, useState } from "react";
import { type FieldErrors, type FieldValues, FormProvider, get } from "react-hook-form";
import { useOffline } from "../call/connection.web.ts";
import { placeOfDraft } from "../draft/draft-place.web.ts";
import { useFormDraft } from "../draft/form-draft.web.ts";
import { type Problem, Problems } from "./problems.web.tsx";
import { useSending } from "./sending.web.ts";
import type { Sheet } from "./sheet.web.ts";

interface FormParts<Values extends FieldValues, Reply> {
  readonly sheet: Sheet<Values>;
  /**
   * The name under which what is typed is kept on the device until it was sent, such as `sitting:<id>`; null for what
   * must not be kept: passwords, codes, the word that deletes.
   */
  readonly draft: string | null;
  /** Sends what was typed. `attempt` stays the same while the same values are sent again. */
  send(values: Values, attempt: string): Promise<Reply>;
  /** After a success. Its message is shown as a toast before, unless the form is `silent`. */
  done(reply: Reply, values: Values): void | Promise<void>;
  /** What follows says it on the page. */
  readonly silent?: boolean;
  /** What the button does. */
  readonly submit: string;
  readonly children: ReactNode;
  /** Further buttons. */
  readonly beside?: ReactNode;
}

/** A form that loses nothing: every refusal stays on the page, at its field, with the keyboard taken to it. */
export function Form<Values extends FieldValues, Reply>(parts: FormParts<Values, Reply>) {
  const draft = useFormDraft(parts.sheet, parts.draft);
  const offline = useOffline();
  const where =
    parts.draft !== null && placeOfDraft(parts.draft) !== null ? ", your answers are saved on this device" : "";
  return (
    <Frame
      {...parts}
      {...useSending(parts, draft)}
      notice={draft.notice}
      hindrance={offline ? `You are offline${where}` : ""}
    />
  );
}

/**
 * A form that sends nothing: its answers go on to a later one, by which they are sent. It needs no connection, and its
 * draft stays until `forgetDraft`.
 */
export function Step<Values extends FieldValues, Reply>(parts: FormParts<Values, Reply>) {
  const { attempt, notice, sending } = useFormDraft(parts.sheet, parts.draft);
  return (
    <Frame
      {...parts}
      {...useSending(parts, { attempt, sending, sent: () => undefined })}
      notice={notice}
      hindrance=""
    />
  );
}

interface FrameParts<Values extends FieldValues>
  extends Pick<FormParts<Values, unknown>, "sheet" | "submit" | "children" | "beside">,
    ReturnType<typeof useSending> {
  readonly notice: ReactNode;
  /** Why nothing can be sent now; empty when it can. */
  readonly hindrance: string;
}

function Frame<Values extends FieldValues>(parts: FrameParts<Values>) {
  const { sheet, submit, children, beside, busy, problems, trySending, notice, hindrance } = parts;
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  const rememberKeyboard = useKeyboardBack(busy);
  const left = stillWrong(problems?.list ?? [], sheet.form.formState.errors);
  return (
    <FormProvider {...sheet.form}>
      {/* Drawn at build, the form waits for its script: else the browser itself would send what was typed. */}
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          rememberKeyboard();
          if (hindrance) event.preventDefault();
          else trySending(event);
        }}
        className="grid gap-5"
      >
        {notice}
        {problems && (left.length > 0 || problems.list.length === 0) && (
          <Problems key={problems.number} message={problems.message} list={left} />
        )}
        {/* What would be typed while it is sent would be lost with the answer. */}
        <div inert={busy} className="grid gap-5">
          {children}
        </div>
        <div>
          <p role="status" className={hindrance && "mb-3 font-semibold text-warn"}>
            {hindrance}
          </p>
          <div className="flex flex-col gap-3 sm:flex-row">
            <button
              type="submit"
              className={hydrated ? "button" : "button button-waiting"}
              disabled={busy || !hydrated || hindrance !== ""}
            >
              {busy ? "Please wait..." : submit}
            </button>
            {beside}
          </div>
        </div>
      </form>
    </FormProvider>
  );
}

/** What was mended meanwhile is a problem no more, and what is wrong in another way says so. */
const stillWrong = (list: readonly Problem[], errors: FieldErrors): Problem[] =>
  list.flatMap((problem) => {
    const error = get(errors, problem.name) as { message?: unknown } | undefined;
    return error ? [{ ...problem, message: String(error.message ?? problem.message) }] : [];
  });

/** Fields that stand still lose the keyboard: what had it when the form was sent has it back, unless it went elsewhere. */
function useKeyboardBack(busy: boolean): () => void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    if (busy || document.activeElement !== document.body) return;
    if (last.current instanceof HTMLElement && last.current.isConnected) last.current.focus({ preventScroll: true });
  }, [busy]);
  return () => {
    last.current = document.activeElement;
  };
}
