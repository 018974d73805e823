import { createHash } from "node:crypto";
import type pg from "pg";

const MAX_NAMES = 1_000;
const names = new Map<string, string>();

/**
 * Lets a connection plan each statement once and run it by name afterwards: a short statement spends most of its time
 * in being parsed and planned. The texts are the portal's own, so there are few of them.
 */
export function prepareStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  const named = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === "string" && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined;
    return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest);
  };
  Object.assign(client, { query: named });
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MAX_NAMES) return known;
  const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
  names.set(text, name);
  return name;
}
