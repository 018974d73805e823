import type pg from "pg";
import { StartRefusal } from "#platform/config/start-refusal.server.ts";
import { migrateAll } from "../server/database.server.ts";

/** How many rows a table holds, and a sum over them that does not mind their order. */
export interface TableSum {
  readonly table: string;
  readonly rows: number;
  readonly sum: string;
}

/** Rows travel as PostgreSQL writes and reads them; so both ends write and read alike. */
const ALIKE = `select set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false),
  set_config('intervalstyle', 'postgres', false), set_config('bytea_output', 'hex', false),
  set_config('extra_float_digits', '1', false)`;

/** Rows of a table in one statement. */
const ROWS = 500;

/** The tables that migrations do not fill with what they themselves are. */
const ours = "n.nspname in ('portal', 'graphile_worker') and c.relkind = 'r' and c.relname <> 'migrations'";

/**
 * Brings every row, job and number of `source` to the empty database `target`, in one transaction there, and compares count and
 * sum of each table before it is kept. Refuses a target that holds tables, or a table that came otherwise; it is empty again then.
 */
export async function moveDatabase(source: pg.Pool, target: pg.Pool): Promise<readonly TableSum[]> {
  await refuseFilled(target);
  const [from, to] = [await source.connect(), await target.connect()];
  try {
    await from.query(ALIKE);
    await from.query("begin isolation level repeatable read read only");
    await migrateAll(target);
    await to.query(ALIKE);
    await to.query("begin");
    const tables = await tablesOf(to);
    const rules = await takeRulesAway(to);
    for (const table of tables) await copyRows(from, to, table);
    for (const rule of rules) await to.query(rule);
    await copyNumbers(from, to);
    const sums = await compare(from, to);
    await to.query("commit");
    await to.query("analyze");
    return sums;
  } catch (fault) {
    await to.query("rollback").catch(() => {});
    await to.query("drop schema if exists portal, migration, graphile_worker cascade").catch(() => {});
    throw fault;
  } finally {
    from.release(true);
    to.release(true);
  }
}

async function refuseFilled(target: pg.Pool): Promise<void> {
  const { rows } = await target.query<{ name: string }>(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%' limit 1`);
  if (rows[0])
    throw new StartRefusal(
      `The target is not empty: it holds ${rows[0].name}. Make a new database there, and name that one.`,
    );
}

interface Table {
  readonly name: string;
  /** Columns that are written; what is generated is made anew. */
  readonly columns: readonly string[];
}

async function tablesOf(to: pg.PoolClient): Promise<readonly Table[]> {
  const { rows } = await to.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name,
      array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where ${ours} group by n.nspname, c.relname order by 1`);
  return rows;
}

/**
 * Takes away what would act on a row that comes before another one, and what the migrations had filled in. Answers the statements
 * that bring it back: a foreign key is checked anew over all rows by it.
 */
async function takeRulesAway(to: pg.PoolClient): Promise<readonly string[]> {
  const { rows } = await to.query<{ away: string; back: string }>(`
    select format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as away,
      format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as back
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and ${ours}
    union all
    select format('alter table %I.%I disable trigger user', n.nspname, c.relname),
      format('alter table %I.%I enable trigger user', n.nspname, c.relname)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)`);
  for (const { away } of rows) await to.query(away);
  const { rows: filled } = await to.query<{ names: string }>(`
    select string_agg(format('%I.%I', n.nspname, c.relname), ', ') as names
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours}`);
  await to.query(`truncate ${filled[0]?.names}`);
  return rows.map(({ back }) => back);
}

async function copyRows(from: pg.PoolClient, to: pg.PoolClient, { name, columns }: Table): Promise<void> {
  const written = columns.join(", ");
  const read = columns.map((column) => `(x.r).${column}`).join(", ");
  await from.query(`declare rows_of_table no scroll cursor for select t::text as line from ${name} t`);
  while (true) {
    const { rows } = await from.query<{ line: string }>(`fetch ${ROWS} from rows_of_table`);
    if (rows.length === 0) break;
    // Without the offset each line would be read once for each column.
    await to.query(
      `insert into ${name} (${written}) overriding system value
       select ${read} from (select line::${name} as r from unnest($1::text[]) line offset 0) x`,
      [rows.map(({ line }) => line)],
    );
  }
  await from.query("close rows_of_table");
}

/** The next receipt, letter or row goes on where the last one stood. */
async function copyNumbers(from: pg.PoolClient, to: pg.PoolClient): Promise<void> {
  const { rows } = await from.query<{ name: string; last: string }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname in ('portal', 'graphile_worker') and last_value is not null`);
  for (const { name, last } of rows) await to.query("select setval($1::regclass, $2::bigint)", [name, last]);
}

async function compare(from: pg.PoolClient, to: pg.PoolClient): Promise<readonly TableSum[]> {
  const before = await tableSums(from);
  const after = new Map((await tableSums(to)).map((one) => [one.table, one]));
  const other = before.filter(
    ({ table, rows, sum }) => after.get(table)?.rows !== rows || after.get(table)?.sum !== sum,
  );
  if (other.length > 0 || after.size !== before.length)
    throw new StartRefusal(
      `These tables came otherwise, and nothing was moved: ${other.map(({ table, rows }) => `${table} (${rows} rows, there ${after.get(table)?.rows ?? "none"})`).join(", ")}.`,
    );
  return before;
}

/** Count and sum of each table, in the order of their names. */
export async function tableSums(client: Pick<pg.PoolClient, "query">): Promise<readonly TableSum[]> {
  await client.query(ALIKE);
  const { rows: tables } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} order by 1`);
  const sums: TableSum[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string; sum: string }>(`
      select count(*)::text as rows,
        coalesce(sum(('x' || left(md5(t::text), 16))::bit(64)::bigint::numeric), 0)::text as sum from ${name} t`);
    sums.push({ table: name, rows: Number(rows[0]?.rows), sum: rows[0]?.sum ?? "" });
  }
  return sums;
}
