import { sql } from "kysely";
import { asCount } from "#kit/value/count.rules.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMail } from "#reference/message-template/message-template.server.ts";

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
        await writeMail(trx, digestMail(config.publicUrl, first, lines));
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

export const mailsOfTheDay = mailTemplate({
  key: "mails-of-the-day",
  name: "The mails of a day in one",
  when: "Each morning, to staff who have chosen to get mails once a day",
  reader: "staff",
  values: {
    ...usual("firstname", "link"),
    count: value("how many", "3 mails"),
    mails: value("each with its subject and text", "Today's SMS have reached what a day may cost"),
  },
  must: ["mails"],
  subject: "{portal}: {count} of yesterday in one",
  text: `Dear {firstname},

You have chosen to get these in one mail a day.

{mails}

----------

Choose which mails you get, and when:
{link}

${signed.portal}`,
});

function digestMail(publicUrl: string, { firstname, emailaddress }: Line, lines: readonly Line[]): Mail {
  const told = lines
    .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
    .map(({ subject, text }) => `${subject}\n\n${text}`);
  return fromTemplate(mailsOfTheDay, emailaddress, {
    ...{ firstname, count: asCount(lines.length, "mail"), link: `${publicUrl}/staff/account` },
    mails: told.join("\n\n----------\n\n"),
  });
}
