import { sql } from "kysely";
import type { Rules } from "#console/record/record.rules.server.ts";
import { wholeCollege } from "#console/scope/scope.whole.server.ts";
import { refuse, refuseFields } from "#kit/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { userGroups } from "./user-group.contract.ts";

/** The key of the group whose last member stays. */
export const ADMINISTRATORS = "administrators";

/** Said wherever somebody would raise what the own group may do. */
export const OWN_GROUP =
  "Nobody raises their own rights: you belong to this group, so another administrator must do this";

export const userGroupRules: Rules<typeof userGroups> = {
  of: userGroups,
  table: "user_group",
  within: wholeCollege,
  check: async ({ trx }, { who, id, before, form }) => {
    if (!before) return;
    if (form && form.scope !== before.scope && (await belongsTo(trx, who.staff, id)))
      throw refuseFields({ scope: OWN_GROUP });
    if ((await keyOf(trx, id)) !== ADMINISTRATORS) return;
    if (!form) throw refuse("The administrators' group cannot be deleted: without it nobody could give rights");
    if (form.scope !== "all") throw refuse("The administrators' group reaches everything. Make another group for less");
  },
};

export async function keyOf(trx: Trx, group: string): Promise<string | null> {
  const { rows } = await sql<{ key: string | null }>`select key from portal.user_group where _id = ${group}`.execute(
    trx,
  );
  return rows[0]?.key ?? null;
}

/** Whether somebody belongs to a group. */
export async function belongsTo(trx: Trx, member: string, group: string): Promise<boolean> {
  const { rows } = await sql`select from portal.group_member where staff = ${member} and "group" = ${group}`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Whether somebody belongs to the administrators. */
export async function isAdministrator(trx: Trx, member: string): Promise<boolean> {
  const { rows } = await sql`select from portal.group_member m join portal.user_group g on g._id = m."group"
    where g.key = ${ADMINISTRATORS} and m.staff = ${member}`.execute(trx);
  return rows.length > 0;
}

/** First statement of every change that may take an administrator away: such changes wait for each other. */
export async function lockAdministrators(trx: Trx): Promise<void> {
  await sql`select from portal.user_group where key = ${ADMINISTRATORS} for update`.execute(trx);
}

/** Refuses to leave the college without an administrator who can sign in. Call it after the change. */
export async function keepAdministrator(trx: Trx): Promise<void> {
  const { rows } = await sql`
    select from portal.group_member m join portal.user_group g on g._id = m."group"
    join portal.staff s on s._id = m.staff
    where g.key = ${ADMINISTRATORS} and s.status = 'Active' limit 1`.execute(trx);
  if (rows.length === 0) throw refuse("This is the last administrator. Make somebody else one first");
}
