import { useState } from "react";
import { toast } from "../toast/toast.web.tsx";
import { sentenceOf } from "./call.web.ts";
import { useReread } from "./read.web.tsx";

export interface Deed {
  readonly busy: boolean;
  /** Why it was refused; empty where it was not. */
  readonly refused: string;
  /** The answer, or null where it was refused. */
  run<Answer>(deed: () => Promise<Answer>): Promise<Answer | null>;
  /** Takes the refusal away. */
  clear(): void;
}

/** One deed at a time that no form sends. What refused it stays until the next try. */
export function useDeed(): Deed {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState("");
  return {
    busy,
    refused,
    clear: () => setRefused(""),
    run: async (deed) => {
      setBusy(true);
      setRefused("");
      try {
        return await deed();
      } catch (failure) {
        setRefused(sentenceOf(failure));
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** A deed of one press: what it says, or why it was refused, is a toast, and the page is read again either way. */
export function usePress() {
  const [busy, setBusy] = useState(false);
  const reread = useReread();
  const press = async (deed: () => Promise<{ readonly message: string }>): Promise<void> => {
    setBusy(true);
    try {
      toast("good", (await deed()).message);
    } catch (failure) {
      toast("bad", sentenceOf(failure));
    }
    await reread();
    setBusy(false);
  };
  return { busy, press };
}
