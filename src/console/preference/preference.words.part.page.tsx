import { useSyncExternalStore } from "react";

const YEAR_S = 31_536_000;
const readers = new Set<() => void>();

/** Words that are kept on this device under a name, such as the columns of a list; null while none were kept. */
export function useKeptWords(name: string): readonly string[] | null {
  const held = useSyncExternalStore(onKept, () => keptUnder(name));
  return held === "" ? null : held.split(".");
}

/** Keeps words of letters, digits and underscores; null or none forgets. */
export function keepWords(name: string, words: readonly string[] | null): void {
  const kept = words?.join(".") ?? "";
  // biome-ignore lint/suspicious/noDocumentCookie: the applicants' first page empties this origin's storage (Specification 4)
  document.cookie = `staff-${name}=${kept}; path=/staff; max-age=${kept ? YEAR_S : 0}; samesite=strict`;
  for (const reader of readers) reader();
}

function keptUnder(name: string): string {
  const [, held = ""] = new RegExp(`(?:^|; )staff-${name}=([\\w.]+)`).exec(document.cookie) ?? [];
  return held;
}

function onKept(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
