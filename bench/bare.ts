import { sql } from "kysely";
import type pg from "pg";
import { dashboardColumns } from "../src/dashboard/applicant-dashboard/applicant-dashboard.server.ts";
import type { Database } from "../src/platform/database/connect.server.ts";
import { newId } from "../src/platform/database/id.server.ts";
import type { BenchPerson } from "./people.ts";

/** All that the dashboard tells of an applicant, without the sign-in. */
export function dashboardOf(db: Database, applicant: string | undefined): Statement {
  const asked = sql`select ${dashboardColumns(sql.ref("one.applicant"))} from (select ${applicant}::uuid as applicant) one`;
  const { sql: text, parameters } = asked.compile(db);
  return { text, values: [...parameters] };
}

/** The same table without the rules, for the bare transaction. */
export const bareTable = `create table bench_referee (like portal.referee including defaults);
  alter table bench_referee add primary key (_id); create index on bench_referee (applicant, "createdAt" desc)`;

/** A transaction of two inserts and nothing else. */
export async function bareReferee(pool: pg.Pool, people: readonly BenchPerson[]): Promise<void> {
  const owner = people[Math.floor(Math.random() * people.length)]?._id;
  const _id = newId();
  await inTransaction(pool, async (client) => {
    await client.query(
      `insert into bench_referee (_id, applicant, firstname, lastname, phonenumber, homeaddress, place)
       values ($1, $2, 'Musa', 'Bello', '2348031234567', 'No. 4, Kano', 1)`,
      [_id, owner],
    );
    await client.query(
      "insert into portal.audit (_id, actorkind, actor, deed, subject) values ($1, 'applicant', $2, 'referee.add', $3)",
      [newId(), owner, `referee:${_id}`],
    );
  });
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Notes every statement that the pool's connections run until `stop`, which answers those of the one transaction. */
export function recordTransaction(pool: pg.Pool): { stop(): Statement[] } {
  const statements: Statement[] = [];
  const restores = new Map<pg.PoolClient, () => void>();
  const note = (client: pg.PoolClient) => {
    if (restores.has(client)) return;
    const query = client.query as (...given: unknown[]) => unknown;
    const noting = (text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === "string") statements.push({ text, values: Array.isArray(values) ? values : [] });
      return query(text, values, ...rest);
    };
    Object.assign(client, { query: noting });
    restores.set(client, () => Object.assign(client, { query }));
  };
  pool.on("acquire", note);
  return {
    stop() {
      pool.off("acquire", note);
      for (const restore of restores.values()) restore();
      const begin = statements.findIndex(({ text }) => text === "begin");
      const commit = statements.findIndex(({ text }) => text === "commit");
      return statements.slice(begin + 1, commit);
    },
  };
}

/** Runs the statements of one person's submit for another: the bare transaction that a submit makes. */
export async function replayOf(
  pool: pg.Pool,
  recorded: readonly Statement[],
  model: BenchPerson,
  person: BenchPerson,
  kept: ReadonlySet<string>,
): Promise<void> {
  const own = new Map([
    [model._id, person._id],
    [model.payment, person.payment],
  ]);
  const code = `${person._id.slice(-10)}`;
  await inTransaction(pool, async (client) => {
    for (const { text, values } of recorded) {
      await client.query(
        text,
        values.map((value) => (typeof value === "string" ? replaced(value, own, kept).replace(codes, code) : value)),
      );
    }
  });
}

const codes = /\b20\d\d\/[A-Z]+\/[A-Z0-9-]+/g;

// Version 7: what the portal makes. What the recorded submit made new is in nobody's row, so it is made new again.
const made = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function replaced(value: string, own: Map<string, string>, kept: ReadonlySet<string>): string {
  return value.replace(made, (id) => {
    if (kept.has(id)) return id;
    const known = own.get(id) ?? newId();
    own.set(id, known);
    return known;
  });
}

async function inTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await work(client);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
