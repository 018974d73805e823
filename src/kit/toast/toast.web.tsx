import { type ComponentType, useEffect, useState } from "react";
import type { AlertLook } from "../look/alert.web.tsx";

// 10 kB that nobody needs for the first paint.
const box = () => import("./toast-box.web.tsx");

/** Says a sentence at the top right for five seconds. Whatever must not be missed belongs into an Alert as well. */
export const toast = (look: AlertLook, sentence: string): void => raise((loaded) => loaded.showToast(look, sentence));

/** The same for the eye alone, where the page says the sentence too: nobody hears it twice. */
export const echo = (look: AlertLook, sentence: string): void => raise((loaded) => loaded.showEcho(look, sentence));

function raise(show: (loaded: Awaited<ReturnType<typeof box>>) => Promise<void>): void {
  askForBox();
  box()
    .then(show)
    .catch(() => undefined);
}

/** Brings the box, if it is not there yet. Without a connection there is none, and the page does without. */
let askForBox = (): void => undefined;

/** The place of the toasts. Stands once, at the root; loads itself after the first paint. */
export function Toasts() {
  const [Box, setBox] = useState<ComponentType | null>(null);
  useEffect(() => {
    askForBox = () =>
      void box().then(
        (loaded) => setBox(() => loaded.ToastBox),
        () => undefined,
      );
    const timer = setTimeout(() => askForBox(), 1_500);
    return () => clearTimeout(timer);
  }, []);
  return Box && <Box />;
}
