import type { Query } from "./list.query.contract.ts";

/** The list that a record was opened from: what it was asked for, its rows, and where the next page begins. */
export interface Way {
  readonly search: Query;
  readonly ids: readonly string[];
  readonly next: string | null;
}

/** What the last screen handed over; null for who came by a link. */
export function wayIn(state: unknown): Way | null {
  const from = (state as { from?: Partial<Way> } | null)?.from;
  return from?.search && Array.isArray(from.ids) ? (from as Way) : null;
}
