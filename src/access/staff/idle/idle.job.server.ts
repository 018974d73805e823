import { sql } from "kysely";
import type { Config } from "#platform/config/config.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { hasAdministrator, lockRights } from "../../permission/permission.server.ts";
import { endStaffSessions } from "../../staff-session/staff-session.server.ts";
import { staffLinks } from "../password/password.link.server.ts";
import { closedMail, idleMail } from "./idle.mail.server.ts";

/** Daily by the database's clock: tells who has not used an account for long, and closes what stays unused. */
export const closeIdleAccounts: Round = {
  name: "close-idle-staff-accounts",
  cron: "50 4 * * *",
  async run({ portal: { db, config } }) {
    await perform(db, portalItself, async ({ trx, note }) => {
      const told = await tellIdle(trx);
      for (const one of told) await writeMail(trx, idleMail(config, one));
      note({ deed: "staff-account.tell-idle", subject: "staff", after: { told: told.map(({ _id }) => _id) } });
    });
    const { rows } = await sql<{ _id: string }>`select _id from portal.idle_account where isdue order by _id`.execute(
      db,
    );
    for (const { _id } of rows)
      await perform(db, portalItself, async ({ trx, note }) => {
        const closed = await closeOne(trx, config, _id);
        note({ deed: "staff-account.close-idle", subject: `staff:${_id}`, after: { closed } });
      });
  },
};

interface Idle {
  readonly _id: string;
  readonly firstname: string;
  readonly emailaddress: string;
  readonly idledays: number;
  readonly closeson: string;
}

/** Marked as told in the statement that finds them, so that of two rounds at once one tells. Whoever was used since is told anew. */
async function tellIdle(trx: Trx): Promise<Idle[]> {
  const { rows } = await sql<Idle>`
    with told as (update portal.staff_account a set "idleToldAt" = now()
      from portal.idle_account i where i._id = a.staff and a."closedAt" is null
        and (a."idleToldAt" is null or a."idleToldAt" < i."usedAt")
      returning a.staff)
    select i._id, i.firstname, i.emailaddress, i.idledays,
      ((now() at time zone 'Africa/Lagos')::date + i.daysleft)::text as closeson
    from portal.idle_account i join told on told.staff = i._id order by i._id`.execute(trx);
  return rows;
}

/** Closes one that is still due. Never the last administrator who can sign in. Answers whether it was closed. */
async function closeOne(trx: Trx, config: Config, staff: string): Promise<boolean> {
  await lockRights(trx);
  await sql`select from portal.staff_account where staff = ${staff} for update`.execute(trx);
  const { rows } = await sql<Idle>`update portal.staff_account a set "closedAt" = now()
    from portal.idle_account i where i._id = a.staff and a.staff = ${staff} and i.isdue
      and (not i.isadministrator or ${await hasAdministrator(trx, staff)}::boolean)
    returning i._id, i.firstname, i.emailaddress, i.idledays, '' as closeson`.execute(trx);
  const [closed] = rows;
  if (!closed) return false;
  await endStaffSessions(trx, staff);
  await staffLinks.endAll(trx, staff);
  await writeMail(trx, closedMail(config, closed));
  return true;
}
