import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { Job } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { staffLinks } from "./password.link.server.ts";
import { forgottenMail, invitationMail } from "./password.mail.server.ts";

const HALF_AN_HOUR = 30;
const SEVEN_DAYS = 7 * 24 * 60;

/** Looks the address up after the answer went out, so that neither the answer nor its time tells who is staff. */
export const mailStaffPasswordReset: Job<{ emailaddress: string }> = {
  name: "mail-staff-password-reset",
  attempts: 5,
  async run(app, { emailaddress }) {
    const { config, db } = app.portal;
    const account = await activeAccounts(db)
      .where(sql`lower(emailaddress)`, "=", emailaddress.toLowerCase())
      .executeTakeFirst();
    if (!account) return;
    await perform(db, portalItself, async ({ trx, note }) => {
      const link = await staffLinks.issue(trx, account._id, HALF_AN_HOUR);
      await writeMail(trx, forgottenMail(config, account, link));
      note({ deed: "staff-password.mail-link", subject: `staff:${account._id}` });
    });
  },
};

/** A later invitation takes the place of the one before. */
export const mailStaffInvitation: Job<{ staff: string }> = {
  name: "mail-staff-invitation",
  attempts: 5,
  async run(app, { staff }) {
    const { config, db } = app.portal;
    const account = await activeAccounts(db).where("staff._id", "=", staff).executeTakeFirst();
    if (!account) return;
    await perform(db, portalItself, async ({ trx, note }) => {
      await staffLinks.endAll(trx, staff);
      const link = await staffLinks.issue(trx, staff, SEVEN_DAYS);
      await writeMail(trx, invitationMail(config, account, link));
      note({ deed: "staff-password.mail-invitation", subject: `staff:${staff}` });
    });
  },
};

const activeAccounts = (db: Database) =>
  db
    .selectFrom("staff_account")
    .innerJoin("staff", "staff._id", "staff_account.staff")
    .select(["staff._id", "firstname", "emailaddress"])
    .where("staff.status", "=", "Active")
    .where("staff_account.closedAt", "is", null);
