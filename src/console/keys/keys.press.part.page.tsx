import { useEffect, useRef } from "react";
import { keptPreference } from "../preference/preference.part.page.tsx";

type Deeds = Readonly<Record<string, () => void>>;

/** What the screen says of its keys: by key, what it does. */
type Said = Readonly<Record<string, string>>;

const screens = new Set<{ readonly current: { readonly deeds: Deeds; readonly said: Said } }>();

/** The keys that work on this screen now, with what it says of those that are its own. */
export const keysHere = (): ReadonlyMap<string, string | undefined> =>
  new Map(
    [...screens].flatMap(({ current: { deeds, said } }) => Object.keys(deeds).map((key) => [key, said[key]] as const)),
  );

/**
 * What single keys do on this screen, by `KeyboardEvent.key`. Never while somebody types or a dialog is open, and not at
 * all where they were switched off. WCAG 2.1.4. `said` tells the list of keys what those do that only this screen has.
 */
export function useKeys(deeds: Deeds, said: Said = {}): void {
  const latest = useRef({ deeds, said });
  useEffect(() => {
    latest.current = { deeds, said };
  });
  useEffect(() => {
    screens.add(latest);
    const press = (event: KeyboardEvent) => {
      const deed = latest.current.deeds[event.key];
      if (!deed || event.defaultPrevented || !isFree(event)) return;
      event.preventDefault();
      deed();
    };
    document.addEventListener("keydown", press);
    return () => {
      screens.delete(latest);
      document.removeEventListener("keydown", press);
    };
  }, []);
}

const isFree = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  keptPreference("keys") === "on" &&
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
