import type pg from "pg";
import { tooMany } from "#kit/wire/refusal.server.ts";
import { openPlaces } from "#platform/limits/gate.server.ts";
import type { Row } from "../record/record.contract.ts";

// Rows of one fetch: enough that the way to the database does not count, few enough for a flat memory.
const FETCHED = 1_000;

// Each file holds a connection until it is taken: so many of a person's, and so many of the pool's twenty.
const AT_ONCE = 2;
const ALL_AT_ONCE = 6;
const AGAIN_S = 10;

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Rows that wait to be taken; `close` must be called in the end, however far they were. */
export interface Opened {
  readonly pages: AsyncIterable<readonly Row[]>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the rows of a statement, a thousand at a time, all as they stood at one moment. Refuses a third file of one
 * person's at once (429): each is told apart by a lock of the database, in whichever process it runs. Refuses more than six of
 * everybody's in this process (503), so that paused downloads leave the connections to those who apply.
 */
export async function openRows(pool: pg.Pool, staff: string, statement: Statement): Promise<Opened> {
  const leave = await placesOf(pool)();
  try {
    const opened = await openCursor(pool, staff, statement);
    return { ...opened, close: () => opened.close().finally(leave) };
  } catch (fault) {
    leave();
    throw fault;
  }
}

const places = new WeakMap<pg.Pool, ReturnType<typeof openPlaces>>();

function placesOf(pool: pg.Pool): ReturnType<typeof openPlaces> {
  const made = places.get(pool) ?? openPlaces(ALL_AT_ONCE);
  places.set(pool, made);
  return made;
}

async function openCursor(pool: pg.Pool, staff: string, statement: Statement): Promise<Opened> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const close = async () => {
    await client.query("rollback").catch((fault: Error) => {
      broken = fault;
    });
    client.release(broken);
  };
  try {
    await client.query("begin isolation level repeatable read read only");
    // A receiver may pause: a browser that asks where to save, a line that is slow.
    await client.query("set local idle_in_transaction_session_timeout = '5min'");
    if (!(await takesPlace(client, staff)))
      throw tooMany(
        "exports-under-way",
        AGAIN_S,
        `${AT_ONCE} files are being made for you already. Wait until one of them is there`,
      );
    await client.query(`declare exported no scroll cursor for ${statement.sql}`, [...statement.parameters]);
  } catch (fault) {
    await close();
    throw fault;
  }
  return { pages: fetched(client), close };
}

async function takesPlace(client: pg.PoolClient, staff: string): Promise<boolean> {
  for (let place = 1; place <= AT_ONCE; place += 1) {
    const { rows } = await client.query("select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken", [
      `export ${place} of ${staff}`,
    ]);
    if (rows[0].taken) return true;
  }
  return false;
}

async function* fetched(client: pg.PoolClient): AsyncGenerator<readonly Row[]> {
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${FETCHED} from exported`);
    if (rows.length > 0) yield rows;
    if (rows.length < FETCHED) return;
  }
}
