import { sql } from "kysely";
import { collegesOf } from "#college/department/department.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { type PageGrant, readGrants } from "./permission.grants.server.ts";
import { powerPages } from "./permission.pages.rules.ts";
import { hasNobodyToAsk, isAdministrator } from "./user-group/user-group.administrators.server.ts";

/**
 * Refuses to act on somebody's account who holds a right that the actor does not hold, or holds less far: else the
 * right to change staff would be every right. Administrators act for everybody, and for them administrators alone.
 */
export async function mayActFor(trx: Trx, actor: string, member: string): Promise<void> {
  const sentence = await reasonAgainst(trx, actor, member);
  if (sentence) throw refuse("rights-above-yours", sentence);
}

/** Why somebody may not act on a member's account; undefined where nothing stands against it. */
export async function reasonAgainst(trx: Trx, actor: string, member: string): Promise<string | undefined> {
  if (actor === member || (await isAdministrator(trx, actor))) return undefined;
  if (!(await isAdministrator(trx, member)) && (await holdsAllOf(trx, actor, member))) return undefined;
  return `${await nameOf(trx, member)} holds rights that you do not hold. Ask an administrator`;
}

/**
 * Why somebody may not take what proves that a member is who signs in: the email address or the second factor. Who approves
 * what others propose, or decides about rights, is a second person for the actor too, whatever rights the actor holds: so
 * only an administrator does it.
 */
export async function reasonAgainstProof(trx: Trx, actor: string, member: string): Promise<string | undefined> {
  const sentence = await reasonAgainst(trx, actor, member);
  if (sentence || actor === member || (await isAdministrator(trx, actor))) return sentence;
  if (!(await holdsPower(trx, member))) return undefined;
  return `${await nameOf(trx, member)} approves what others propose, or decides about rights. Ask an administrator`;
}

/**
 * Why somebody may not choose the email address of a member. Whoever chooses the address of one who approves or decides about
 * rights gives that power to who reads the mails there, as if by a gift: so it takes a second person, as
 * `requireSecondPerson` asks. Whoever has nobody to ask is let.
 */
export async function reasonAgainstAddress(trx: Trx, actor: string, member: string): Promise<string | undefined> {
  const sentence = await reasonAgainstProof(trx, actor, member);
  if (sentence || !(await holdsPower(trx, member)) || (await hasNobodyToAsk(trx, actor))) return sentence;
  return `${await nameOf(trx, member)} approves what others propose, or decides about rights, so no one person chooses the email address. Take those rights away first; after the change another administrator gives them again`;
}

async function holdsPower(trx: Trx, member: string): Promise<boolean> {
  const held = await readGrants(trx, sql`g.staff = ${member} and g.key = any(${[...powerPages]}::text[])`);
  return held.length > 0;
}

/** Refuses to take a member's proofs. */
export async function mayTakeProof(trx: Trx, actor: string, member: string): Promise<void> {
  const sentence = await reasonAgainstProof(trx, actor, member);
  if (sentence) throw refuse("rights-above-yours", sentence);
}

async function nameOf(trx: Trx, member: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', firstname, lastname) as name from portal.staff where _id = ${member}`.execute(trx);
  return rows[0]?.name ?? "";
}

/** Offices that the member takes up later count already; those of the actor when they have begun. */
async function holdsAllOf(trx: Trx, actor: string, member: string): Promise<boolean> {
  const theirs = await readGrants(trx, sql`g.staff = ${member}`);
  if (theirs.length === 0) return true;
  const own = await readGrants(trx, sql`g.staff = ${actor}`);
  const [theirOffices, offices] = [await officesOf(trx, member, sql`true`), await officesOf(trx, actor, BEGUN)];
  return theirs.every((grant) => {
    const held = own.filter(({ page }) => page === grant.page).map(({ scope }) => scope);
    if (held.length === 0 || held.includes("all")) return held.length > 0;
    const isReached = (office: Office) =>
      offices.some(({ kind, unit }) => held.includes(kind) && (unit === office.unit || unit === office.college));
    return grant.scope !== "all" && theirOffices.filter(({ kind }) => kind === grant.scope).every(isReached);
  });
}

/** The unit is the college of a dean, or the department of a head or of who works there; the college is its own, or the department's. */
interface Office {
  readonly kind: Exclude<PageGrant["scope"], "all">;
  readonly unit: string;
  readonly college: string;
}

const TODAY = sql`(now() at time zone 'Africa/Lagos')::date`;
const BEGUN = sql`o.start <= ${TODAY}`;

async function officesOf(trx: Trx, member: string, when: typeof TODAY): Promise<Office[]> {
  const going = sql`o.staff = ${member} and coalesce(o."end", 'infinity') >= ${TODAY} and ${when}`;
  const { rows } = await sql<Office>`
    select 'college' as kind, o.college as unit, o.college from portal.dean_assignment o where ${going}
    union all
    select 'department', o.department, (${collegesOf(sql`o.department`)}) from portal.head_assignment o where ${going}
    union all
    select 'unit', s.department, (${collegesOf(sql`s.department`)}) from portal.staff s where s._id = ${member}`.execute(
    trx,
  );
  return rows;
}
