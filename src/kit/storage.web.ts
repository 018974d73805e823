/** Local storage that survives a browser which forbids it: then the page itself remembers, until it is closed. */
const remembered = new Map<string, string>();

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? remembered.get(key) ?? null;
  } catch {
    return remembered.get(key) ?? null;
  }
}

const readers = new Set<() => void>();

/** Tells a reader of every change that this page makes; answers how to stop. For useSyncExternalStore. */
export function onKept(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}

export function keep(key: string, text: string): void {
  remembered.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // Blocked or full: the page remembers.
  }
  for (const reader of readers) reader();
}

export function forgetAll(): void {
  remembered.clear();
  try {
    localStorage.clear();
  } catch {
    // Blocked: there is nothing in it.
  }
}
