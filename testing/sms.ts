import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { textTemplate, value } from "#reference/message-template/message-template.rules.ts";
import { type SmsStandIn, smsAccount, startSmsStandIn } from "../sandbox/sms/server.ts";
import { textApplicant } from "../src/identity/account/account.server.ts";
import { followTexts } from "../src/platform/sms/send-sms.job.server.ts";
import type { SmsKind } from "../src/platform/sms/sms.rules.ts";
import { perform, portalItself } from "../src/platform/write/perform.server.ts";
import type { Place } from "./database.ts";
import { startPortal, type TestPortal } from "./portal.ts";

export interface SmsPortal extends TestPortal {
  readonly gateway: SmsStandIn;
}

/** How long the portal of a test waits for the gateway, in milliseconds. */
export const SMS_PATIENCE = 2_000;

/** A portal with the gateway's stand-in, on which it is always day. */
export async function startSmsPortal(place: Place, environment: Record<string, string> = {}): Promise<SmsPortal> {
  const gateway = await startSmsStandIn();
  const { username, apikey } = smsAccount;
  const reach = { SMS_URL: gateway.url, SMS_KEY: `${username}:${apikey}`, SMS_SENDER: "College" };
  const portal = await startPortal(place, { ...reach, ...environment }, { timeoutMs: SMS_PATIENCE });
  await sql`alter function portal.sms_rest(timestamptz) rename to sms_rest_of_clock`.execute(portal.db);
  await restFor(portal, "0");
  return {
    ...portal,
    gateway,
    async stop() {
      await portal.stop();
      await gateway.stop();
    },
  };
}

/** Says how long texts rest, such as `3 hours`, whatever the clock says. */
export const restFor = ({ db }: TestPortal, interval: string) =>
  sql`create or replace function portal.sms_rest(at timestamptz) returns interval language sql stable
    as ${sql.lit(`select interval '${interval}'`)}`.execute(db);

const anyText = textTemplate({
  key: "any-text",
  name: "Anything",
  when: "A test asks for it",
  values: { text: value("what it says", "News") },
  text: "{firstname}: {text}",
});

/** Posts a text to an applicant, as the nouns do. */
export const postText = (
  { app }: TestPortal,
  applicant: string,
  kind: SmsKind = "Offer",
  text = "News",
): Promise<void> =>
  perform(app.portal.db, portalItself, async ({ trx, note }) => {
    await textApplicant(trx, app.portal.config, { applicant, kind, template: anyText, values: { text } });
    note({ deed: "sms.test", subject: `applicant:${applicant}` });
  });

/** What the log holds of an applicant's texts, oldest first, once none of them waits or is on its way to the gateway. */
export async function textsOf({ db }: TestPortal, applicant: string, atLeast = 1) {
  for (let tries = 0; ; tries += 1) {
    const found = await db
      .selectFrom("outgoing_sms")
      .selectAll()
      .where("applicant", "=", applicant)
      .orderBy("_id")
      .execute();
    const isSettled = found.length >= atLeast && found.every(({ state }) => !["Waiting", "Sending"].includes(state));
    if (isSettled || tries === 200) return found;
    await pause(50);
  }
}

/** Asks the gateway now what became of all texts, as the clock does in time; of those that are so much older by then. */
export async function followNow({ app, db }: TestPortal, older = "3 minutes"): Promise<void> {
  await sql`update portal.outgoing_sms set "askedAt" = "askedAt" - ${older}::interval, "followAt" = now()
    where "followAt" is not null`.execute(db);
  await followTexts.run(app);
}
