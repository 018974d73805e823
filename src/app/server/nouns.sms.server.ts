import { sql } from "kysely";
import { holdersOf, staff } from "#access/permission/permission.server.ts";
import { writeStaffMail } from "#access/staff-mail/staff-mail.server.ts";
import { settingInForce } from "#college/setting/setting.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { outgoingSmsCalls, outgoingSmsNoun, tellingOfCeiling } from "#console/outgoing-sms/outgoing-sms.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import { followTexts, sendSmsJob } from "#platform/sms/send-sms.job.server.ts";
import { impossibleSms } from "#platform/sms/sms.impossible.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate } from "#reference/message-template/message-template.server.ts";

/** What a text costs and what a day's may, in kobo: the college decides. */
const piece_kobo = sql`(${settingInForce("smsPiecePrice")})::bigint`;
const ceiling_kobo = sql`(${settingInForce("smsDayCeiling")})::bigint * 100`;

const ceilingReached = mailTemplate({
  key: "sms-ceiling-reached",
  name: "SMS have reached what a day may cost",
  when: "The most that texts may cost a day holds texts back: once a day",
  reader: "staff",
  values: {
    ...usual("firstname", "link"),
    held: value("how many were held back, as the beginning of a sentence", "12 were"),
    settings: value("the address of the settings", "https://portal.example.edu.ng/staff/settings"),
  },
  must: ["held", "link"],
  subject: "Today's SMS have reached what a day may cost",
  text: `Dear {firstname},

Today's SMS have come to the most that the college lets them cost a day. {held} held back so far, and no
more go out until midnight. The mails that say the same went out as always.

See them, and what today has cost:
{link}

Whoever changes Settings can raise the most that texts may cost a day:
{settings}`,
});

/** Tells whoever looks after texts. */
export async function tellHolders(trx: Trx, { publicUrl }: Config, held: number): Promise<void> {
  const readers = await holdersOf(trx, "texts");
  for (const { firstname, emailaddress } of readers)
    await writeStaffMail(
      trx,
      "sms-ceiling",
      fromTemplate(ceilingReached, emailaddress, {
        firstname,
        held: held === 1 ? "One was" : `${held} were`,
        link: `${publicUrl}/staff/texts`,
        settings: `${publicUrl}/staff/settings`,
      }),
    );
}

/** Texts to phones, with the college's tariff and the office that is told of its end. */
export const smsNoun: Noun = {
  ...outgoingSmsNoun,
  calls: (app) => outgoingSmsCalls(app, staff("texts"), ceiling_kobo),
  jobs: [sendSmsJob({ piece_kobo, ceiling_kobo })],
  rounds: [followTexts, tellingOfCeiling(tellHolders)],
  templates: [ceilingReached],
  impossible: impossibleSms,
};
