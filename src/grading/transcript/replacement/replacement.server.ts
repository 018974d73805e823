import { sql } from "kysely";
import { asDay } from "#kit/value/dates.rules.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail, writeMail } from "#reference/message-template/message-template.server.ts";
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
  for (const older of rows) await writeMail(trx, replacedMail(config, older, newer.serial));
}

const transcriptReplaced = mailTemplate({
  key: "transcript-replaced",
  name: "A transcript takes the place of another",
  when: "A corrected transcript is signed off in the place of an earlier one",
  reader: "students",
  values: {
    ...usual("firstname", "link"),
    newer: value("the number of the newer transcript", "TR/2026/0043"),
    older: value("the number of the earlier one", "TR/2026/0042"),
    day: value("when the record was corrected", "5 October 2026"),
  },
  must: ["newer", "older", "link"],
  subject: "{college}: your transcript {newer} takes the place of {older}",
  text: `Dear {firstname},

The record that your transcript {older} shows was corrected on {day}, so it stands no more, and whoever checks it is told so. {newer} is signed off in its place, at no cost.

A link that you gave to a school shows the newer one from now on. Whoever has the older one on paper or as a file needs the newer one: collect the paper at the office, or share it by a link.

See it here:
{link}

${signed.office}`,
});

const replacedMail = ({ publicUrl }: Config, older: Replaced, serial: string): Mail =>
  fromTemplate(transcriptReplaced, older.emailaddress, {
    ...{ firstname: older.firstname, newer: serial, older: older.serial },
    day: asDay(older.supersededAt),
    link: `${publicUrl}/student/transcripts`,
  });

export const replacementTemplates = [transcriptReplaced];
