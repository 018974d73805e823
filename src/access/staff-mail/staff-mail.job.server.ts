import { sql } from "kysely";
import { asCount } from "#kit/value/count.rules.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { brand } from "#reference/brand/brand.rules.ts";

/** Each morning: one mail to everybody for whom something waits. */
export const sendStaffDigests: Round = {
  name: "send-staff-digests",
  cron: "20 5 * * *",
  async run({ portal: { db, config } }) {
    const { rows } = await sql<{ staff: string }>`select distinct staff from portal.staff_digest_line`.execute(db);
    for (const { staff } of rows)
      await perform(db, portalItself, async ({ trx, note }) => {
        // Taken as they are read: of two rounds at once one mails each line.
        const { rows: lines } = await sql<Line>`delete from portal.staff_digest_line l using portal.staff s
          where l.staff = ${staff} and s._id = l.staff
          returning l.subject, l.text, l."createdAt", s.firstname, s.emailaddress, s.status`.execute(trx);
        note({ deed: "staff-mail.digest", subject: `staff:${staff}`, after: { lines: lines.length } });
        const [first] = lines;
        if (first?.status !== "Active") return;
        await postMail(trx, digestMail(config.publicUrl, first, lines));
      });
  },
};

interface Line {
  readonly subject: string;
  readonly text: string;
  readonly createdAt: string;
  readonly firstname: string;
  readonly emailaddress: string;
  readonly status: string;
}

function digestMail(publicUrl: string, { firstname, emailaddress }: Line, lines: readonly Line[]) {
  const told = lines
    .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
    .map(({ subject, text }) => `${subject}\n\n${text}`);
  return {
    recipient: emailaddress,
    subject: `${brand.portal}: ${asCount(lines.length, "mail")} of yesterday in one`,
    text: `Dear ${firstname},

you have chosen to get these in one mail a day.

${told.join("\n\n----------\n\n")}

----------

Choose which mails you get, and when:
${publicUrl}/staff/account`,
  };
}
