import { type RawBuilder, sql } from "kysely";
import { type Change, columnsOf, type Rules, reached } from "#console/record/record.rules.server.ts";
import type { Scope } from "#console/scope/scope.server.ts";
import { refuseFields } from "#kit/refusal.server.ts";
import type { Work } from "#platform/perform.server.ts";
import { changeAddress, closeAccount, openAccount } from "../staff-account/staff-account.open.server.ts";
import { isAdministrator, keepAdministrator, lockAdministrators } from "../user-group/user-group.server.ts";
import { staffRecord } from "./staff.contract.ts";
import { staffDeeds } from "./staff.deeds.server.ts";

/** Who has these leaves for good, and every right with it. */
const leavers = ["Retired", "Left"];

export const staffRules: Rules<typeof staffRecord> = {
  of: staffRecord,
  table: "staff",
  deeds: staffDeeds,
  within: (column, { departments }) => sql`${column("department")} = any(${[...departments]}::uuid[])`,
  constraints: {
    staff_foldernumber: ["foldernumber", "Another member of staff has this folder number already"],
    staff_emailaddress: ["emailaddress", "Another member of staff has this email address already"],
    staff_dateofbirth: ["dateofbirth", "Date of birth must be after 1900"],
  },
  check: async ({ trx }, { who, id, before, form }) => {
    await lockAdministrators(trx);
    if (before?._id === who.staff && form && form.status !== before.status)
      throw refuseFields({ status: "Nobody changes their own status: another person must do this" });
    // Whoever reads the mails of an administrator becomes one, by a forgotten password.
    if (isAddressChanged(before, form) && (await isAdministrator(trx, id)) && !(await isAdministrator(trx, who.staff)))
      throw refuseFields({ emailaddress: "Only an administrator changes the email address of an administrator" });
  },
  brings: async (work, { id, before, form }, app) => {
    const { trx } = work;
    if (!before) await openAccount(trx, id);
    if (before && isAddressChanged(before, form))
      await changeAddress(trx, app.portal.config, id, String(before.emailaddress));
    if (before && form?.status !== before.status) {
      if (form?.status !== "Active") await closeAccount(trx, id);
      if (leavers.includes(form?.status)) await takeEverything(work, id);
      await keepAdministrator(trx);
    }
  },
};

const isAddressChanged = (before: Change["before"], form: Change["form"]): boolean =>
  before !== null && form !== null && String(before.emailaddress).toLowerCase() !== form.emailaddress.toLowerCase();

/** Ends the memberships, the rights given in person and the offices of a leaver. */
async function takeEverything({ trx, note }: Work, member: string): Promise<void> {
  const { rows: groups } = await sql<{ group: string }>`
    delete from portal.group_member where staff = ${member} returning "group"`.execute(trx);
  const { rows: pages } = await sql<{ page: string }>`
    delete from portal.user_permission where staff = ${member} returning page`.execute(trx);
  const today = sql`(now() at time zone 'Africa/Lagos')::date`;
  for (const office of ["dean_assignment", "head_assignment"]) {
    await sql`update ${sql.table(`portal.${office}`)} set "end" = greatest(start, ${today} - 1), version = version + 1
      where staff = ${member} and coalesce("end", 'infinity') >= ${today}`.execute(trx);
  }
  note({
    deed: "staff.leave",
    subject: `staff:${member}`,
    before: { groups: groups.map(({ group }) => group), pages: pages.map(({ page }) => page) },
  });
}

/** The members of staff who may sign in, as far as a right reaches, to be counted. */
export const activeStaff = (scope: Scope): RawBuilder<unknown> =>
  sql`select from portal.staff t where t.status = 'Active' and ${reached(staffRules, { scope }, columnsOf("t"))}`;
