import { type RawBuilder, sql } from "kysely";
import { collegesOf, departmentsOf } from "#college/department/department.server.ts";
import type { Officer, Scope } from "#console/scope/scope.server.ts";
import type { Guard } from "#kit/wire/handle.server.ts";
import { Refusal } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import {
  type LivingSession,
  livingSession,
  nowhereScope,
  officerOf,
  refuseWithoutSecondFactor,
} from "../staff-session/staff-session.server.ts";
import { readGrants } from "./permission.grants.server.ts";
import { builtPages, type PageKey } from "./permission.pages.rules.ts";

/** Lets in who holds the right to a page, as far as it reaches. Denies everybody else: 401, 403. Contract 1. */
export const staff = (key: PageKey): Guard<Officer> => staffWithAny(`staff:${key}`, () => [key]);

/** Lets in who holds one of several rights, as far as the widest reaches; `keys` are asked for at each request. */
export const staffWithAny = (name: string, keys: () => readonly PageKey[]): Guard<Officer> => ({
  name,
  async admit(request) {
    const wanted = keys();
    const found = await livingSession(request, (member) => grantedScopes(member, wanted));
    refuseWithoutSecondFactor(found);
    if (found.scopes.length === 0) throw await noAccess(request.server.portal.db, found.staff, wanted[0]);
    return officerOf(found, await reach(request.server.portal.db, found));
  },
});

/** How far each grant of some rights reaches for a member of staff, by groups and in person: rows of `scope`. */
const grantedScopes = (member: RawBuilder<unknown>, keys: readonly string[]) => sql`
  select g.scope from portal.group_member m
  join portal.user_group g on g._id = m."group"
  join portal.group_permission given on given."group" = g._id
  join portal.page on page._id = given.page
  where m.staff = ${member} and page.key = any(${[...keys]}::text[])
  union
  select given.scope from portal.user_permission given
  join portal.page on page._id = given.page
  where given.staff = ${member} and page.key = any(${[...keys]}::text[])`;

/** How far the caller's right to a page reaches; undefined without one. */
export async function reachOf(db: Database, member: string, key: string): Promise<Scope | undefined> {
  const { rows } = await sql<{ scope: string }>`${grantedScopes(sql`${member}::uuid`, [key])}`.execute(db);
  return rows.length === 0 ? undefined : reach(db, { staff: member, scopes: rows.map(({ scope }) => scope) });
}

/** How far a right reaches that a deed asks for beside its own. Refuses with 403 whoever does not hold it. */
export async function requireReach(db: Database, member: string, key: PageKey): Promise<Scope> {
  const found = await reachOf(db, member, key);
  if (found === undefined) throw await noAccess(db, member, key);
  return found;
}

/** The departments and colleges that a member's grants reach, by the offices that the member holds today and where the member works. */
async function reach(db: Database, { staff: member, scopes }: Pick<LivingSession, "staff" | "scopes">): Promise<Scope> {
  if (scopes.includes("all")) return "all";
  const asDean = scopes.includes("college") ? heldToday("dean_assignment", "college", member) : nothing;
  const asHead = scopes.includes("department") ? heldToday("head_assignment", "department", member) : nothing;
  const asMember = scopes.includes("unit") ? sql`select department from portal.staff where _id = ${member}` : nothing;
  const inDepartments = sql`${asHead} union ${asMember}`;
  const { rows } = await sql<Exclude<Scope, "all">>`
    select array(${departmentsOf(asDean)} union ${inDepartments}) as departments,
      array(${asDean}) as colleges, array(${asDean} union ${collegesOf(inDepartments)}) as shown`.execute(db);
  return rows[0] ?? nowhereScope;
}

const heldToday = (table: string, unit: string, member: string) => sql`
  select ${sql.ref(unit)} from ${sql.table(`portal.${table}`)}
  where staff = ${member} and (now() at time zone 'Africa/Lagos')::date between start and coalesce("end", 'infinity')`;

const nothing = sql`select null::uuid where false`;

async function noAccess(db: Database, member: string, key: PageKey | undefined): Promise<Refusal> {
  const shown = key?.replace(/\.(change|approve|advise)$/, "") ?? "";
  const name = builtPages.find((page) => page.key === shown)?.name ?? "this page";
  const maySee = key !== shown && (await reachOf(db, member, shown)) !== undefined;
  const sentence = maySee
    ? `You may look at ${name}, but not ${key?.endsWith(".approve") ? "approve" : "change"} what stands there`
    : `You do not have access to ${name}`;
  return new Refusal("page-not-permitted", 403, `${sentence}. Ask an administrator if your work needs it`);
}

/** How far every right of a member of staff reaches, by the key of its page: two or three questions, however many. */
export async function reachesOf(db: Database, member: string): Promise<ReadonlyMap<string, Scope>> {
  const held = (await readGrants(db, sql`g.staff = ${member}`)).filter(({ key }) => key !== null);
  const kinds = new Map<string, Promise<Scope>>();
  const scopes = [...Map.groupBy(held, ({ key }) => key ?? "")].map(async ([key, given]) => {
    const kind = [...new Set(given.map(({ scope }) => scope))].sort();
    const known = kinds.get(kind.join()) ?? reach(db, { staff: member, scopes: kind });
    kinds.set(kind.join(), known);
    return [key, await known] as const;
  });
  return new Map(await Promise.all(scopes));
}

/**
 * How far a right reaches by now of somebody who is not asking: for what was ordered earlier and is done today. Undefined
 * without the right, and for who is suspended or gone. Who is on leave keeps it.
 */
export async function stillReaches(db: Database, member: string, key: string): Promise<Scope | undefined> {
  const { rows } =
    await sql`select from portal.staff where _id = ${member} and status in ('Active', 'On leave')`.execute(db);
  return rows.length === 0 ? undefined : reachOf(db, member, key);
}

/** Whether a right reaches some departments, or everything where these are null. */
export const coversDepartments = (scope: Scope | undefined, departments: readonly string[] | null): boolean =>
  scope === "all" || (departments?.every((one) => scope?.departments.includes(one)) ?? false);

/** How the menu calls a page, or a right, of this key. */
export async function pageNamed(trx: Trx, key: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from portal.page where key = ${key}`.execute(trx);
  return rows[0]?.name ?? key;
}

/** Who is Active and holds a right for the whole college: whom a letter about it goes to. */
export async function holdersOf(
  trx: Trx,
  key: string,
): Promise<{ _id: string; firstname: string; emailaddress: string }[]> {
  const held = await readGrants(trx, sql`g.key = ${key} and g.scope = 'all'`);
  const { rows } = await sql<{
    _id: string;
    firstname: string;
    emailaddress: string;
  }>`select _id, firstname, emailaddress from portal.staff
    where _id = any(${held.map(({ staff }) => staff)}::uuid[]) and status = 'Active'`.execute(trx);
  return rows;
}
