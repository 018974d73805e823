import { sql } from "kysely";
import { fillPages } from "../src/access/permission/page/page.fill.server.ts";
import type { PageKey } from "../src/access/permission/permission.pages.rules.ts";
import { newId } from "../src/platform/database/id.server.ts";
import type { TestPortal } from "./portal.ts";
import type { StaffMember, Wanted } from "./staff.ts";
import { staffWithPassword } from "./staff-account.ts";

/** What the first start of a portal makes: every page, and the administrators' group with theirs. */
export const fillOffice = ({ db }: TestPortal): Promise<void> => fillPages(db);

/** Somebody of the administrators' group, who can sign in. */
export const administrator = (portal: TestPortal, wanted: Wanted = {}): Promise<StaffMember> =>
  staffWithPassword(portal, { groups: ["Administrators"], ...wanted });

/** The `_id` of a built page. */
export async function pageId({ db }: TestPortal, key: PageKey): Promise<string> {
  const { _id } = await db.selectFrom("page").select("_id").where("key", "=", key).executeTakeFirstOrThrow();
  return _id;
}

/** The `_id` of a user group by its name. */
export async function groupId({ db }: TestPortal, name: string): Promise<string> {
  const { _id } = await db.selectFrom("user_group").select("_id").where("name", "=", name).executeTakeFirstOrThrow();
  return _id;
}

/** A department with its college, by its code. */
export const departmentNamed = ({ db }: TestPortal, code: string) =>
  db.selectFrom("department").select(["_id", "college", "name"]).where("code", "=", code).executeTakeFirstOrThrow();

interface Office {
  readonly kind: "dean" | "head";
  /** The `_id` of the college or department. */
  readonly of: string;
  /** How many days from today the office ends; absent while it goes on. */
  readonly endsIn?: number;
}

/** Makes somebody dean or head, since a hundred days ago; whoever held the office gives it up. */
export async function holdOffice({ db }: TestPortal, staff: string, { kind, of, endsIn }: Office): Promise<void> {
  const unit = kind === "dean" ? "college" : "department";
  const table = sql.table(`portal.${kind}_assignment`);
  const today = sql`(now() at time zone 'Africa/Lagos')::date`;
  await sql`delete from ${table} where ${sql.ref(unit)} = ${of}`.execute(db);
  await sql`insert into ${table} (_id, staff, ${sql.ref(unit)}, start, "end")
    values (${newId()}, ${staff}, ${of}, ${today} - 100, ${endsIn === undefined ? null : sql`${today} + ${endsIn}::int`})`.execute(
    db,
  );
}

/** What a form sends that changes nothing: the fields of a row as the wire shows it, references by their `_id`. */
export function formOf(row: Record<string, unknown>): Record<string, unknown> {
  const { _id, _title, version, createdAt, ...fields } = row;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "object" && value !== null && "_id" in value ? value._id : value,
    ]),
  );
}

/** How many lines the audit has. */
export async function auditLines({ db }: TestPortal): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from portal.audit`.execute(db);
  return rows[0]?.count ?? 0;
}
