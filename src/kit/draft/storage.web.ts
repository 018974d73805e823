import { LANGUAGE } from "../language/languages.rules.ts";

/** What this page itself remembers: serves where a browser forbids storage, until the page is closed. */
const remembered = new Map<string, string>();

/** Stands in the tab's storage while whoever uses the tab does so on a device of others. */
const SHARED = "isSharedDevice";

/** Whether this tab's user said "This is a shared device": then nothing may be kept that outlives the tab. */
export function isSharedDevice(): boolean {
  return remembered.has(SHARED) || inStorage(() => sessionStorage.getItem(SHARED) !== null, false);
}

/** From here to `forgetAll` everything is kept for this tab alone, which forgets it when it is closed. */
export function markSharedDevice(): void {
  remembered.set(SHARED, "");
  inStorage(() => sessionStorage.setItem(SHARED, ""), undefined);
}

export function kept(key: string): string | null {
  return inStorage(() => shelf().getItem(key), null) ?? remembered.get(key) ?? null;
}

const readers = new Set<() => void>();

/** Tells a reader of every change that this page makes; answers how to stop. For useSyncExternalStore. */
export function onKept(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

export function keep(key: string, text: string): void {
  remembered.set(key, text);
  inStorage(() => shelf().setItem(key, text), undefined);
  for (const reader of readers) reader();
}

export function forget(key: string): void {
  remembered.delete(key);
  inStorage(() => shelf().removeItem(key), undefined);
  for (const reader of readers) reader();
}

/** With this begins the name of each answer that is kept to be read without a connection, and of their list. */
export const KEPT_READS = "lastRead";

/** Forgets every such answer; drafts and sign-ins stay. */
export function forgetKeptReads(): void {
  const names = inStorage(() => Object.keys(localStorage), []);
  for (const name of names) if (name.startsWith(KEPT_READS)) forget(name);
}

/** The same list, but what is kept under a key stands first. `names` are what one of the list may be kept as. */
export function keptFirst<T>(key: string, list: readonly T[], names: (one: T) => readonly (string | null)[]): T[] {
  const chosen = kept(key);
  const isChosen = (one: T) => chosen !== null && names(one).includes(chosen);
  return [...list.filter(isChosen), ...list.filter((one) => !isChosen(one))];
}

/** Leaves a text for a later page of this tab; on a device of others nothing. */
export function leaveInTab(key: string, text: string): void {
  if (!isSharedDevice()) inStorage(() => sessionStorage.setItem(key, text), undefined);
}

/** Takes what was left in this tab, once. */
export function takeFromTab(key: string): string | null {
  const left = inStorage(() => sessionStorage.getItem(key), null);
  inStorage(() => sessionStorage.removeItem(key), undefined);
  return left;
}

export function forgetAll(): void {
  // On one's own device the tab holds nothing of a sign-in, but perhaps what a visitor has begun to type.
  if (isSharedDevice()) inStorage(() => sessionStorage.clear(), undefined);
  remembered.clear();
  inStorage(() => {
    const language = localStorage[LANGUAGE];
    localStorage.clear();
    if (language) localStorage[LANGUAGE] = language;
  }, undefined);
}

const shelf = (): Storage => (isSharedDevice() ? sessionStorage : localStorage);

/** A browser may forbid storage, or have no room: then the page remembers. */
function inStorage<T>(use: () => T, otherwise: T): T {
  try {
    return use();
  } catch {
    return otherwise;
  }
}
