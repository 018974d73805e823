/** From when what stands on the screen is, where it can not be read anew; null where it is what the portal says now. */
let asOf: number | null = null;
const readers = new Set<() => void>();

export const shownAsOf = (): number | null => asOf;

export function showAsOf(at: number | null): void {
  if (at === asOf) return;
  asOf = at;
  for (const reader of readers) reader();
}

/** Tells a reader of every change; answers how to stop. */
export function onShownAsOf(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
