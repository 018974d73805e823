import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { handle } from "#kit/wire/handle.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { SmsKind } from "#platform/sms/sms.rules.ts";
import { postSms, smsOf } from "#platform/sms/sms.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { TextTemplate, Values } from "#reference/message-template/message-template.rules.ts";
import { writtenText } from "#reference/message-template/message-template.server.ts";
import { applicant } from "../../session/session.server.ts";
import { readTexts, switchTexts } from "./phone-text.contract.ts";

interface PhoneText {
  readonly applicant: string;
  readonly kind: SmsKind;
  readonly template: TextTemplate;
  /** What the words name beside the first name. */
  readonly values: Values;
}

/**
 * Posts a text to an applicant's phone beside a mail, with the change that both belong to. A phone may be a family's: the words
 * name whom they are for. Nothing goes to whoever has switched texts off.
 */
export async function textApplicant(
  trx: Trx,
  config: Config,
  { applicant: owner, kind, template, values }: PhoneText,
): Promise<void> {
  if (!config.sms) return;
  const { rows } = await sql<{ firstname: string; phonenumber: string }>`
    select a.firstname, a.phonenumber from portal.applicant a where a._id = ${owner} and not ${hasStopped(sql.ref("a._id"))}`.execute(
    trx,
  );
  for (const { firstname, phonenumber } of rows) {
    const text = await writtenText(trx, template, { ...values, firstname });
    await postSms(trx, config, { applicant: owner, recipient: phonenumber, kind, text });
  }
}

const hasStopped = (owner: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.sms_stop stopped where stopped.applicant = ${owner})`;

export function phoneTextCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;

  handle(app, readTexts, applicant, async ({ who }) => {
    const { rows } = await sql<{ phonenumber: string; on: boolean }>`
      select a.phonenumber, not ${hasStopped(sql.ref("a._id"))} as on from portal.applicant a where a._id = ${who.applicant}`.execute(
      db,
    );
    const [own] = rows;
    if (!own) throw new Error("Whoever is signed in has an account");
    return { ...own, sends: config.sms !== null };
  });

  handle(app, switchTexts, applicant, (ask) =>
    write(app, ask, async ({ trx, note }) => {
      const { applicant: owner } = ask.who;
      const { on } = ask.body;
      if (on) await trx.deleteFrom("sms_stop").where("applicant", "=", owner).execute();
      else
        await trx
          .insertInto("sms_stop")
          .values({ applicant: owner })
          .onConflict((same) => same.doNothing())
          .execute();
      note({ deed: "account.texts", subject: `applicant:${owner}`, after: { texts: on } });
      return {
        type: "success" as const,
        message: on ? "SMS come to your phone from now on" : "No SMS come to your phone any more. Mails do",
      };
    }),
  );
}

export const ownTexts: OwnRows = {
  name: "texts",
  tables: ["outgoing_sms", "sms_stop"],
  rows: (owner) => sql`select row from (${smsOf(owner)}) sent
    union all select jsonb_build_object('stopped', "createdAt") from portal.sms_stop where applicant = ${owner}`,
};
