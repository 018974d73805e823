import { sql } from "kysely";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import { type Mail, postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import type { StoredTranscript } from "../transcript.stored.server.ts";

interface Replaced {
  readonly serial: string;
  readonly supersededAt: string;
  readonly firstname: string;
  readonly emailaddress: string;
}

/** Tells who ordered a transcript that this one is signed off in the place of one that stands no more. Nobody where it is the first. */
export async function tellReplaced(
  trx: Trx,
  config: Config,
  newer: Pick<StoredTranscript, "serviceorder" | "serial">,
): Promise<void> {
  const { rows } = await sql<Replaced>`select t.serial, t."supersededAt", s.firstname, s.emailaddress
    from portal.transcript t join ${everyStudent()} s on s._id = t.student and s.status not in ('Deceased', 'Merged')
    where t.serviceorder = ${newer.serviceorder} and t.signed is not null and t."supersededAt" is not null
    order by t."supersededAt" desc limit 1`.execute(trx);
  for (const older of rows) await postMail(trx, replacedMail(config, older, newer.serial));
}

const replacedMail = ({ publicUrl }: Config, older: Replaced, serial: string): Mail => ({
  recipient: older.emailaddress,
  subject: `${brand.name}: your transcript ${serial} takes the place of ${older.serial}`,
  text: `Dear ${older.firstname},

The record that your transcript ${older.serial} shows was corrected on ${asDay(older.supersededAt)}, so it stands no more, and whoever checks it is told so. ${serial} is signed off in its place, at no cost.

A link that you gave to a school shows the newer one from now on. Whoever has the older one on paper or as a file needs the newer one: collect the paper at the office, or share it by a link.

See it here:
${publicUrl}/student/transcripts

${contact.office}, ${brand.name}
${contact.emailaddress}`,
});
