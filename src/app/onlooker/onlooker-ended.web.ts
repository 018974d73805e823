const readers = new Set<() => void>();
let over = false;

/** The view is over: it went by, or it was ended elsewhere. */
export function viewEnded(): void {
  over = true;
  for (const reader of readers) reader();
}

export const isViewOver = (): boolean => over;

/** Tells a reader when it is; answers how to stop. For useSyncExternalStore. */
export function onViewEnded(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
