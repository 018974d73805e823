import { useSyncExternalStore } from "react";
import { useLocation } from "../page/router.web.tsx";

/** `textIn` for what is shown: a page that was drawn at build is taken over as it was drawn, without the text. */
export function useHandedText(name: string): string {
  const { state } = useLocation();
  return useSyncExternalStore(
    () => () => undefined,
    () => textIn(state, name),
    () => "",
  );
}

/** A text that the last screen handed over in `state`; empty where it handed none. */
export function textIn(state: unknown, name: string): string {
  const found = typeof state === "object" && state !== null ? (state as Record<string, unknown>)[name] : undefined;
  return typeof found === "string" ? found : "";
}
