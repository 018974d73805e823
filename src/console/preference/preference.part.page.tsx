import { useSyncExternalStore } from "react";

/** What a person chooses for this device, and the values of each; the first is the usual one. */
export const preferences = {
  scheme: ["system", "light", "dark"],
  density: ["compact", "comfortable"],
  keys: ["on", "off"],
  /** Whether the filters of lists that have many are folded. */
  filters: ["folded", "open"],
  /** Whether somebody has signed in here: then the sign-in page looks whether that still holds. */
  known: ["no", "yes"],
} as const;

type Name = keyof typeof preferences;
type Value<N extends Name> = (typeof preferences)[N][number];

const YEAR_S = 31_536_000;
const readers = new Set<() => void>();

/** What was chosen on this device. */
export function keptPreference<N extends Name>(name: N): Value<N> {
  const values: readonly string[] = preferences[name];
  const [, held = ""] = new RegExp(`(?:^|; )staff-${name}=(\\w+)`).exec(document.cookie) ?? [];
  return (values.includes(held) ? held : values[0]) as Value<N>;
}

/** Keeps a choice, and shows it: the page's root says it to the style. */
export function keepPreference<N extends Name>(name: N, value: Value<N>): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the applicants' first page empties this origin's storage (Specification 4)
  document.cookie = `staff-${name}=${value}; path=/staff; max-age=${YEAR_S}; samesite=strict`;
  document.documentElement.dataset[name] = value;
  for (const reader of readers) reader();
}

export const usePreference = <N extends Name>(name: N): Value<N> =>
  useSyncExternalStore(onKept, () => keptPreference(name));

/** Words that are kept on this device under a name, such as the columns of a list; null while none were kept. */
export function useKeptWords(name: string): readonly string[] | null {
  const held = useSyncExternalStore(onKept, () => keptUnder(name));
  return held === "" ? null : held.split(".");
}

/** Keeps words of letters, digits, underscores and hyphens; null or none forgets. */
export function keepWords(name: string, words: readonly string[] | null): void {
  const kept = words?.join(".") ?? "";
  // biome-ignore lint/suspicious/noDocumentCookie: the applicants' first page empties this origin's storage (Specification 4)
  document.cookie = `staff-${name}=${kept}; path=/staff; max-age=${kept ? YEAR_S : 0}; samesite=strict`;
  for (const reader of readers) reader();
}

function keptUnder(name: string): string {
  const [, held = ""] = new RegExp(`(?:^|; )staff-${name}=([\\w.-]+)`).exec(document.cookie) ?? [];
  return held;
}

function onKept(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
