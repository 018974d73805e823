import { useState } from "react";
import { toast } from "../toast/toast.web.tsx";
import { sentenceOf } from "./call.web.ts";
import { useReread } from "./read.web.tsx";

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
