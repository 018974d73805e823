import { sql } from "kysely";
import { refuse } from "#kit/wire/refusal.server.ts";
import { deedsLately } from "#platform/audit/audit.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";

/** The key of the group whose last member stays. */
export const ADMINISTRATORS = "administrators";

export async function keyOf(trx: Trx, group: string): Promise<string | null> {
  const { rows } = await sql<{ key: string | null }>`select key from portal.user_group where _id = ${group}`.execute(
    trx,
  );
  return rows[0]?.key ?? null;
}

export const isOfAdministrators = async (trx: Trx, group: string): Promise<boolean> =>
  (await keyOf(trx, group)) === ADMINISTRATORS;

export async function isAdministrator(trx: Trx, member: string): Promise<boolean> {
  const { rows } = await sql`select from portal.group_member m join portal.user_group g on g._id = m."group"
    where g.key = ${ADMINISTRATORS} and m.staff = ${member}`.execute(trx);
  return rows.length > 0;
}

/** Whom somebody asks for what they may not do themselves. */
export const whomToAsk = async (trx: Trx, reader: string): Promise<string> =>
  (await isAdministrator(trx, reader)) ? "another administrator" : "an administrator";

/** Refuses whoever is no administrator. */
export async function requireAdministrator(trx: Trx, member: string): Promise<void> {
  if (!(await isAdministrator(trx, member)))
    throw refuse(
      "administrator-only",
      "Only an administrator decides about the administrators' group. Ask an administrator",
    );
}

/**
 * Before every change of who may do what, or of whose mails somebody reads: such changes wait for each other, so that each
 * judges by what the one before it left. The row of the administrators' group stands for them all.
 */
export async function lockRights(trx: Trx): Promise<void> {
  await sql`select from portal.user_group where key = ${ADMINISTRATORS} for update`.execute(trx);
}

/** Refuses to leave the college without an administrator who can sign in. Call it after the change. */
export async function keepAdministrator(trx: Trx): Promise<void> {
  if (!(await hasAdministrator(trx)))
    throw refuse("last-administrator", "This is the last administrator. Make somebody else one first");
}

/** For so long whoever took away another administrator is not let as if there had been none: that one can still object. */
export const DAYS_TO_OBJECT = 7;

/**
 * Whether an administrator has nobody else to ask: no other one can sign in, and it is not the own doing of the last days
 * that none can.
 */
export async function hasNobodyToAsk(trx: Trx, staff: string): Promise<boolean> {
  if (await hasAdministrator(trx, staff)) return false;
  const deeds = ["group_member.delete", "staff.change"];
  for (const did of await deedsLately(trx, { staff, deeds, days: DAYS_TO_OBJECT }))
    if (await tookAdministrator(trx, did)) return false;
  return true;
}

/** Whether a deed took somebody out of the administrators' group, or kept one who belongs to it from signing in. */
async function tookAdministrator(
  trx: Trx,
  { deed, subject, before, after }: Awaited<ReturnType<typeof deedsLately>>[number],
) {
  if (deed === "group_member.delete")
    return isOfAdministrators(trx, (before as { readonly group: { readonly _id: string } }).group._id);
  const isSentHome = before?.status === "Active" && after?.status !== "Active";
  return isSentHome && isAdministrator(trx, subject.replace("staff:", ""));
}

/** Whether there is an administrator who can sign in: is Active, has chosen a password, and whose account is open. `but` is not counted. */
export async function hasAdministrator(trx: Trx, but: string | null = null): Promise<boolean> {
  const { rows } = await sql`
    select from portal.group_member m join portal.user_group g on g._id = m."group"
    join portal.staff s on s._id = m.staff
    join portal.staff_account a on a.staff = s._id
    where g.key = ${ADMINISTRATORS} and s.status = 'Active' and a.password is not null and a."closedAt" is null
      and s._id is distinct from ${but}::uuid limit 1`.execute(trx);
  return rows.length > 0;
}
