import type { Config } from "#platform/config/config.server.ts";
import { postMail } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand } from "#reference/brand/brand.rules.ts";
import { DAYS_TO_OBJECT } from "./user-group.administrators.server.ts";

/** Tells somebody who was an administrator that another one took that away, so that there is time to object. */
export async function tellAdministrator(trx: Trx, config: Config, member: string): Promise<void> {
  const { firstname, emailaddress } = await trx
    .selectFrom("staff")
    .select(["firstname", "emailaddress"])
    .where("_id", "=", member)
    .executeTakeFirstOrThrow();
  await postMail(trx, {
    recipient: emailaddress,
    subject: `You no longer act as an administrator of the ${brand.shortname} portal`,
    text: `Dear ${firstname},

Somebody has taken you out of the administrators of ${brand.portal}, or changed your status so that you act no more. Who did it, and when, stands in the audit.

If this is not right, tell the head of your college within ${DAYS_TO_OBJECT} days: until then nobody who took the other administrators away gives power to people of his or her own choosing.

${config.publicUrl}/staff

${brand.portal}, ${brand.name}`,
  });
}
