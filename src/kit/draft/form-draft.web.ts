import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { Sheet } from "../form/sheet.web.ts";
import type { FormDraft } from "./draft-form.web.tsx";
import { placeOfDraft } from "./draft-place.web.ts";
import type { Attempt } from "./draft-shelf.web.ts";

interface DraftOfForm extends FormDraft {
  readonly attempt: RefObject<Attempt>;
  /** What stands above the form when a draft was put back. */
  readonly notice: ReactNode;
}

/** Puts back what was typed into a form under this name, and keeps what is typed; a form without a name keeps nothing. */
export function useFormDraft<Values extends FieldValues>({ form }: Sheet<Values>, name: string | null): DraftOfForm {
  const [notice, setNotice] = useState<ReactNode>(null);
  const attempt = useRef<Attempt>({ of: "", key: "" });
  const draft = useRef<Promise<FormDraft | undefined>>(Promise.resolve(undefined));
  useEffect(() => {
    const place = placeOfDraft(name);
    if (!place) return;
    const over = new AbortController();
    draft.current = import("./draft-form.web.tsx")
      .then((part) => part.openFormDraft({ form, place, over: over.signal, attempt, show: setNotice }))
      .catch(() => undefined); // Without a connection there are no drafts yet.
    return () => over.abort();
  }, [form, name]);
  return {
    attempt,
    notice,
    sending: () => void draft.current.then((open) => open?.sending()),
    sent: () => void draft.current.then((open) => open?.sent()),
  };
}
