import { useMemo, useState } from "react";
import { type Query, whole } from "./list.query.contract.ts";

/** The rows that are selected: some by their `_id`, or all that the list finds, on every page of it. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly all: boolean;
  has(id: string): boolean;
  toggle(id: string): void;
  /** Selects these rows, or none of them if all are selected. */
  togglePage(ids: readonly string[]): void;
  selectAll(): void;
  clear(): void;
}

interface Held {
  /** What the list was asked for: another question has another selection. */
  readonly of: string;
  readonly ids: ReadonlySet<string>;
  readonly all: boolean;
}

export function useSelection(query: Query): Selection {
  const of = whole(query);
  const [held, setHeld] = useState<Held>({ of, ids: new Set(), all: false });
  return useMemo(() => {
    const { ids, all } = held.of === of ? held : { ids: new Set<string>(), all: false };
    const hold = (next: Iterable<string>) => setHeld({ of, ids: new Set(next), all: false });
    return {
      ids,
      all,
      has: (id) => all || ids.has(id),
      toggle: (id) => hold(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
      togglePage(page) {
        const whole = page.every((id) => all || ids.has(id));
        hold(whole ? [...ids].filter((id) => !page.includes(id)) : [...ids, ...page]);
      },
      selectAll: () => setHeld({ of, ids: new Set(), all: true }),
      clear: () => hold([]),
    };
  }, [held, of]);
}
