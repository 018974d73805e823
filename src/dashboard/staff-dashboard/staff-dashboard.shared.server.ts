import type { FastifyInstance } from "fastify";

/** Below this many rows a count is made anew each time; above it is kept, since counting them takes its time. */
const MANY = 20_000;
const KEPT_MS = 60_000;
/** Sessions and reaches of a busy office; whatever is beyond them is counted anew. */
const MOST_KEPT = 500;

/** A count with the time when it was made, and how many rows were read for it. */
export interface Made<T> {
  readonly value: T;
  readonly at: string;
  readonly rows: number;
}

interface Kept {
  readonly made: Promise<Made<unknown>>;
  /** Infinite while it is being made. */
  until: number;
}

const shelves = new WeakMap<object, Map<string, Kept>>();

/**
 * Counts once for all who ask at the same moment, and keeps what was made of many rows for a minute, in this process: so
 * the dashboards of a whole office cost one count a minute for each session and reach, and a small college sees every
 * application at once.
 */
export function counted<T>(app: FastifyInstance, key: string, make: () => Promise<Made<T>>): Promise<Made<T>> {
  const shelf = shelves.get(app.portal) ?? new Map<string, Kept>();
  shelves.set(app.portal, shelf);
  const now = Date.now();
  const held = shelf.get(key);
  if (held && held.until > now) return held.made as Promise<Made<T>>;
  for (const [old, { until }] of shelf) if (until <= now) shelf.delete(old);
  if (shelf.size >= MOST_KEPT) return make();
  const made = make();
  const kept: Kept = { made, until: Number.POSITIVE_INFINITY };
  shelf.set(key, kept);
  made.then(
    ({ rows }) => {
      kept.until = rows > MANY ? Date.now() + KEPT_MS : 0;
    },
    () => shelf.delete(key),
  );
  return made;
}
