import { useState } from "react";
import { sentenceOf } from "./call.web.ts";

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
