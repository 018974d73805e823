import type { Config } from "#platform/config/config.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, writeMail } from "#reference/message-template/message-template.server.ts";
import { DAYS_TO_OBJECT } from "./user-group.administrators.server.ts";

/** Tells somebody who was an administrator that another one took that away, so that there is time to object. */
export async function tellAdministrator(trx: Trx, config: Config, member: string): Promise<void> {
  const { firstname, emailaddress } = await trx
    .selectFrom("staff")
    .select(["firstname", "emailaddress"])
    .where("_id", "=", member)
    .executeTakeFirstOrThrow();
  await writeMail(
    trx,
    fromTemplate(administratorGone, emailaddress, {
      firstname,
      days: String(DAYS_TO_OBJECT),
      link: `${config.publicUrl}/staff`,
    }),
  );
}

const administratorGone = mailTemplate({
  key: "administrator-gone",
  name: "No longer an administrator",
  when: "Somebody is taken out of the administrators",
  reader: "staff",
  values: { ...usual("firstname", "link"), days: value("how many days there are to object", "7") },
  must: ["days", "link"],
  subject: "You no longer act as an administrator of the {shortname} portal",
  text: `Dear {firstname},

Somebody has taken you out of the administrators of {portal}, or changed your status so that you act no more. Who did it, and when, stands in the audit.

If this is not right, tell the head of your college within {days} days: until then nobody who took the other administrators away gives power to people of his or her own choosing.

{link}

${signed.portal}`,
});

export const administratorTemplates = [administratorGone];
