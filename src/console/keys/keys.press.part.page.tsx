import { useEffect, useRef } from "react";
import { preferred } from "../preference/preference.device.part.page.tsx";

type Deeds = Readonly<Record<string, () => void>>;

/**
 * What single keys do on this screen, by `KeyboardEvent.key`. Never while somebody types or a dialog is open, and not at
 * all where they were switched off. WCAG 2.1.4.
 */
export function useKeys(deeds: Deeds): void {
  const latest = useRef(deeds);
  useEffect(() => {
    latest.current = deeds;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const deed = latest.current[event.key];
      if (!deed || event.defaultPrevented || !isFree(event)) return;
      event.preventDefault();
      deed();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

const isFree = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  preferred("keys") === "on" &&
  !isTypedIn(target) &&
  document.querySelector("dialog[open]") === null;

const isTypedIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=file])"));

/** Ctrl and K, or Cmd and K, wherever one is. */
export function usePaletteKey(open: () => void): void {
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || event.ctrlKey === event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector("dialog[open]")) latest.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
