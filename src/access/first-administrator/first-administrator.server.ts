import { sql } from "kysely";
import { anyDepartment } from "#college/department/department.server.ts";
import { hashPassword, isGuessable } from "#identity/credential/credential.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { StartRefusal } from "#platform/config/start-refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { ADMINISTRATORS } from "../permission/permission.server.ts";

/**
 * Makes the administrator of ADMIN_EMAIL and ADMIN_PASSWORD where the college has no staff yet; later starts leave the
 * staff as they are. Refuses a password that others would try first. Contract 4.
 */
export async function makeFirstAdministrator(db: Database, admin: Config["admin"]): Promise<void> {
  if (!admin || (await hasStaff(db))) return;
  const { emailaddress, password: typed } = admin;
  if (isGuessable(typed, { emailaddress })) {
    throw new StartRefusal("ADMIN_PASSWORD is one that others would try first: choose another.");
  }
  const password = await hashPassword(typed);
  await perform(db, portalItself, async ({ trx, note }) => {
    await sql`select pg_advisory_xact_lock(hashtext('portal first administrator'))`.execute(trx);
    const _id = newId();
    if (await hasStaff(trx))
      return note({ deed: "staff.first", subject: "staff:none", reason: "there was one already" });
    const department = await anyDepartment(trx);
    // What nobody has told is completed on the record's page.
    await sql`insert into portal.staff
      (_id, title, foldernumber, firstname, lastname, maritalstatus, dateofbirth, emailaddress, phonenumber, department)
      values (${_id}, 'The', 'ADMIN-1', 'Portal', 'Administrator', 'Single', '1970-01-01', ${emailaddress}, '2348000000000',
        ${department})`.execute(trx);
    await sql`insert into portal.staff_account (staff, password, "passwordAt") values (${_id}, ${password}, now())`.execute(
      trx,
    );
    await sql`insert into portal.group_member (_id, staff, "group")
      select ${newId()}, ${_id}, _id from portal.user_group where key = ${ADMINISTRATORS}`.execute(trx);
    note({ deed: "staff.first", subject: `staff:${_id}`, after: { emailaddress, group: "Administrators" } });
  });
}

async function hasStaff(db: Database | Trx): Promise<boolean> {
  return (await sql`select from portal.staff limit 1`.execute(db)).rows.length > 0;
}
