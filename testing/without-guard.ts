import { sql } from "kysely";
import type { TestPortal } from "./portal.ts";

/** Takes a guard away from one portal's database: locking rows of `applicant` locks nothing. */
export const withoutApplicantLock = (portal: TestPortal): Promise<void> => withoutLocks(portal, "applicant");

/** The same of `application`, whose status can still be told. */
export async function withoutApplicationLock(portal: TestPortal): Promise<void> {
  await withoutLocks(portal, "application");
  await changeThrough(portal, { table: "application", key: "_id", column: "status" });
}

/** The same of `offer`, whose lapse can still be marked, and which can still be taken back. */
export async function withoutOfferLock(portal: TestPortal): Promise<void> {
  await withoutLocks(portal, "offer");
  await changeThrough(portal, { table: "offer", key: "application", column: "lapsedAt" });
  await sql`create function portal.take_offer_back() returns trigger language plpgsql as
    ${sql.lit(`begin
      delete from portal.offer_rows where application = old.application;
      return old;
    end`)}`.execute(portal.db);
  await sql`create trigger take_back_through instead of delete on portal.offer
    for each row execute function portal.take_offer_back()`.execute(portal.db);
}

/** The same of `user_group`, which the last administrator is kept by; its rows can be read only. */
export const withoutGroupLock = (portal: TestPortal): Promise<void> => withoutLocks(portal, "user_group");

/** The same of `session`, of which another can still be made the running one. */
export async function withoutSessionLock(portal: TestPortal): Promise<void> {
  await withoutLocks(portal, "session");
  await changeThrough(portal, { table: "session", key: "_id", column: "status" });
}

/** The same of `review`, which can still be moved to another state. */
export async function withoutReviewLock(portal: TestPortal): Promise<void> {
  await withoutLocks(portal, "review");
  await changeThrough(portal, { table: "review", key: "_id", column: "state" });
}

/** The same of `review`, and of the list of recommendations, through which its rows are locked. */
export async function withoutRecommendationLock(portal: TestPortal): Promise<void> {
  await withoutReviewLock(portal);
  const line = sql.table("portal.recommendation_line");
  const { rows } = await sql<{ text: string }>`
    select pg_get_viewdef('portal.recommendation_line'::regclass) as text`.execute(portal.db);
  const text = rows[0]?.text.replace(/\b(?:portal\.)?review_rows r\b/, "portal.every_review() r") ?? "";
  await sql`create or replace view ${line} as ${sql.raw(text)}`.execute(portal.db);
}

/** The same of `clearance_file`, whose counts still follow its lines. */
export async function withoutClearanceLock(portal: TestPortal): Promise<void> {
  await withoutLocks(portal, "clearance_file");
  const rows = sql.table(`portal.${rowsOf("clearance_file")}`);
  await sql`create function portal.count_through() returns trigger language plpgsql as
    ${sql.lit(`begin
      update portal.${rowsOf("clearance_file")} set items = new.items, open = new.open, refused = new.refused
        where application = old.application;
      return new;
    end`)}`.execute(portal.db);
  await sql`create trigger count_through instead of update on portal.clearance_file
    for each row execute function portal.count_through()`.execute(portal.db);
  // Two ticks of one line are counted twice.
  await sql`alter table ${rows} drop constraint clearance_file_counts`.execute(portal.db);
}

/** A place that is accepted while the list of clearance changes waits for nobody, nor anybody for it. */
export async function withoutListLock(portal: TestPortal): Promise<void> {
  for (const name of ["portal.open_clearance", "portal.move_clearance"]) {
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef(${name}::regproc) as text`.execute(portal.db);
    const text = rows[0]?.text.replace(/perform pg_advisory_xact_lock[^;]+;/, "") ?? "";
    await sql.raw(text).execute(portal.db);
  }
}

/** The same of any table of rows with an `_id`, of which every column can still be changed. */
export async function withoutRowLock(portal: TestPortal, table: string): Promise<void> {
  await withoutLocks(portal, table);
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'portal' and table_name = ${rowsOf(table)} and is_generated = 'NEVER'`.execute(portal.db);
  const names = rows.map(({ name }) => `"${name}"`).join(", ");
  const values = rows.map(({ name }) => `new."${name}"`).join(", ");
  const whole = sql.id("portal", `change_whole_${table}`);
  await sql`create function ${whole}() returns trigger language plpgsql as
    ${sql.lit(`begin
      update portal.${rowsOf(table)} set (${names}) = row(${values}) where _id = new._id;
      return new;
    end`)}`.execute(portal.db);
  await sql`create trigger change_whole instead of update on ${sql.id("portal", table)}
    for each row execute function ${whole}()`.execute(portal.db);
}

/** Takes a constraint, and what rests on it, away from one portal's database. Only to show that a test would notice. */
export async function withoutConstraint(portal: TestPortal, table: string, name: string): Promise<void> {
  await sql`alter table ${sql.table(`portal.${table}`)} drop constraint ${sql.id(name)} cascade`.execute(portal.db);
}

/**
 * Rows can be read, but locking them locks nothing, because they come out of a function. Only to show that a test would
 * notice.
 */
async function withoutLocks({ db }: TestPortal, table: string): Promise<void> {
  const [whole, rows, every] = [
    sql.id("portal", table),
    sql.id("portal", rowsOf(table)),
    sql.id("portal", everyOf(table)),
  ];
  await sql`alter table ${whole} rename to ${sql.id(rowsOf(table))}`.execute(db);
  await sql`create function ${every}() returns setof ${rows} language plpgsql as
    ${sql.lit(`begin return query select * from portal.${rowsOf(table)}; end`)}`.execute(db);
  await sql`create view ${whole} as select * from ${every}()`.execute(db);
}

/** Hands a change of one column on to the rows behind. */
async function changeThrough(
  { db }: TestPortal,
  { table, key, column }: { table: string; key: string; column: string },
): Promise<void> {
  const change = sql.id("portal", `change_${table}`);
  await sql`create function ${change}() returns trigger language plpgsql as
    ${sql.lit(`begin
      update portal.${rowsOf(table)} set "${column}" = new."${column}" where "${key}" = new."${key}";
      return new;
    end`)}`.execute(db);
  await sql`create trigger change_through instead of update on ${sql.id("portal", table)}
    for each row execute function ${change}()`.execute(db);
}

const rowsOf = (table: string) => `${table}_rows`;
const everyOf = (table: string) => `every_${table}`;
