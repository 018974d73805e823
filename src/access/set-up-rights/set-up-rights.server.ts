import { sql } from "kysely";
import { refuse } from "#kit/wire/refusal.server.ts";
import { hasOtherActed, wasEverDone } from "#platform/audit/audit.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { type PageKey, powerPages } from "../permission/permission.pages.rules.ts";
import { isAdministrator, lockRights } from "../permission/permission.server.ts";

/** What setting up a college needs: its structure, its sessions and its fees, and nothing that decides about people. */
export const setUpPages: readonly PageKey[] = (
  [
    ...(["colleges", "departments", "programmes", "deans", "heads"] as const),
    ...(["sessions", "registration-windows", "intakes", "requirements"] as const),
    ...([
      "application-fees",
      "acceptance-fees",
      "tuition-fees",
      "tuition-lines",
      "instalments",
      "late-charges",
      "fee-schedule",
      "other-services",
    ] as const),
  ] as const
).flatMap((key) => [key, `${key}.change`] as const);

/**
 * Whether the portal is being set up by one person alone: nobody else has ever acted in the office or can sign in, and no
 * session has ever admitted. The audit is what says so, and nobody can take anything out of it: once it is over, whoever
 * leaves and whatever is undone, it stays over.
 */
export async function isAlone(db: Database | Trx, member: string): Promise<boolean> {
  const { rows } = await sql`
    select from portal.staff_account where staff <> ${member} and password is not null limit 1`.execute(db);
  if (rows.length > 0 || (await hasOtherActed(db, member))) return false;
  return !(await wasEverDone(db, "session.admission-started"));
}

/**
 * Gives an administrator who is alone the rights to set the college up: the one exception to "Nobody raises their own
 * rights". No right to approve and no power over rights is among them; the audit says that they were taken so. Answers how
 * many were.
 */
export async function takeSetUpRights({ trx, note }: Work, member: string): Promise<number> {
  await lockRights(trx);
  if (!(await isAdministrator(trx, member)))
    throw refuse("administrator-only", "Only an administrator sets the college up");
  if (!(await isAlone(trx, member))) throw refuse("own-rights", NOT_ALONE);
  const wanted = setUpPages.filter((key) => !powerPages.includes(key));
  const { rows } = await sql<{ _id: string; key: string }>`select _id, key from portal.page p
    where key = any(${wanted}::text[])
      and not exists (select from portal.user_permission where staff = ${member} and page = p._id)`.execute(trx);
  for (const { _id: page, key } of rows) {
    const _id = newId();
    await sql`insert into portal.user_permission (_id, staff, page, scope)
      values (${_id}, ${member}, ${page}, 'all')`.execute(trx);
    note({
      deed: "user_permission.take",
      subject: `user_permission:${_id}`,
      after: { staff: member, page: key, scope: "all" },
      reason: "Taken while the college was set up: there was nobody else to give it",
    });
  }
  return rows.length;
}

const NOT_ALONE =
  "You are not alone any more, or a session has taken applications: nobody raises their own rights now, so another administrator must give you a page";

/** Of the rights to set up, how many somebody holds in person. */
export async function setUpRightsOf(db: Database | Trx, member: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`select count(*)::int as held from portal.user_permission u
    join portal.page p on p._id = u.page where u.staff = ${member} and p.key = any(${[...setUpPages]}::text[])`.execute(
    db,
  );
  return rows[0]?.held ?? 0;
}

/** Gives them back; answers how many there were. */
export async function giveBackSetUpRights({ trx, note }: Work, member: string): Promise<number> {
  const { rows } = await sql<{ _id: string; key: string }>`delete from portal.user_permission u using portal.page p
    where p._id = u.page and u.staff = ${member} and p.key = any(${[...setUpPages]}::text[])
    returning u._id, p.key`.execute(trx);
  for (const { _id, key } of rows)
    note({
      deed: "user_permission.delete",
      subject: `user_permission:${_id}`,
      before: { staff: member, page: key },
      reason: "Given back after the college was set up",
    });
  return rows.length;
}
