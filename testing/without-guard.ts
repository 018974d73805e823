import { sql } from "kysely";
import type { TestPortal } from "./portal.ts";

/**
 * Takes a guard away from one portal's database: rows of `applicant` can be read, but locking them locks nothing,
 * because they come out of a function. Only to show that a test would notice.
 */
export async function withoutApplicantLock(portal: TestPortal): Promise<void> {
  await sql`alter table portal.applicant rename to applicant_rows`.execute(portal.db);
  await sql`create function portal.every_applicant() returns setof portal.applicant_rows language plpgsql as
    'begin return query select * from portal.applicant_rows; end'`.execute(portal.db);
  await sql`create view portal.applicant as select * from portal.every_applicant()`.execute(portal.db);
}

/** Takes a constraint away from one portal's database. Only to show that a test would notice. */
export async function withoutConstraint(portal: TestPortal, table: string, name: string): Promise<void> {
  await sql`alter table ${sql.table(`portal.${table}`)} drop constraint ${sql.id(name)}`.execute(portal.db);
}
