import { createHash } from "node:crypto";
import pg from "pg";

const MAX_NAMES = 1_000;

/** A migration locks one table after the other, and may meet the same question's locks at each of them. */
const MOST_REPEATS = 5;
const names = new Map<string, string>();

/** Grows when a table has changed under running processes: every statement is planned anew, under a new name. */
let generation = 0;

type Callback = (error: Error | undefined, result: unknown) => void;
type Query = (...given: unknown[]) => Promise<unknown> | undefined;

/**
 * Lets a connection plan each statement once and run it by name afterwards: a short statement spends most of its time
 * in being parsed and planned. The texts are the portal's own, so there are few of them. A plan that a new column has made
 * unusable is made anew and run, and so is a statement that met a migration's locks in a circle, five times at most; but not
 * inside a transaction, which such a refusal has ended.
 */
export function prepareStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const runPrepared: Query = (text, values, callback) => {
    if (typeof text !== "string" || !Array.isArray(values)) return query(text, values, callback);
    let repeats = client.getTransactionStatus() === "I" ? MOST_REPEATS : 0;
    let planned = generation;
    const isLost = (error: unknown) => {
      const stale = isStalePlan(error);
      if (stale && generation === planned) generation += 1;
      repeats -= 1;
      return repeats >= 0 && (stale || isDeadlock(error));
    };
    const run = (ended?: Callback) => {
      planned = generation;
      return values.length === 0 ? query(text, values, ended) : query({ name: nameOf(text), text, values }, ended);
    };
    const runPatiently = (): Promise<unknown> | undefined =>
      run()?.catch((error: unknown) => {
        if (isLost(error)) return runPatiently();
        throw error;
      });
    if (typeof callback !== "function") return runPatiently();
    const ended: Callback = (error, result) => {
      if (isLost(error)) run(ended);
      else (callback as Callback)(error, result);
    };
    return run(ended);
  };
  Object.assign(client, { query: runPrepared });
}

/** For a connection whose next statement another process of PostgreSQL may run: what a package names is sent without its name. */
export function forgetNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const unnamed: Query = (asked, ...rest) =>
    query(
      typeof asked === "object" && asked !== null && "name" in asked ? { ...asked, name: undefined } : asked,
      ...rest,
    );
  Object.assign(client, { query: unnamed });
}

/** PostgreSQL refuses to run a plan whose columns are no longer those that it was made with. It has done nothing yet. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.code === "0A000" &&
  error.message.startsWith("cached plan must not change");

export const isDeadlock = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === "40P01";

function nameOf(text: string): string | undefined {
  const known = names.get(text) ?? nameAnew(text);
  return known && `${known}_${generation}`;
}

function nameAnew(text: string): string | undefined {
  if (names.size >= MAX_NAMES) return undefined;
  const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
  names.set(text, name);
  return name;
}
