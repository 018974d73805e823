import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { naira } from "#kit/value/money.contract.ts";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { isCeilingUntold, smsToday, tellOfCeiling } from "#platform/sms/sms.server.ts";
import { perform, portalItself, type Trx } from "#platform/write/perform.server.ts";
import type { Noun } from "../noun/noun.server.ts";
import type { RecordRules } from "../record/record.server.ts";
import { type Officer, requireWholeCollege, wholeCollege } from "../scope/scope.server.ts";
import { outgoingSms, readSmsDay } from "./outgoing-sms.contract.ts";

export const outgoingSmsRules: RecordRules<typeof outgoingSms> = {
  of: outgoingSms,
  table: "outgoing_sms",
  within: wholeCollege,
};

/** `ceiling_kobo` is what a day may cost, as a part of a statement. */
export function outgoingSmsCalls(app: FastifyInstance, view: Guard<Officer>, ceiling_kobo: RawBuilder<unknown>): void {
  const { db, config } = app.portal;

  handle(app, readSmsDay, view, async ({ who }) => {
    requireWholeCollege(who);
    const { spent_kobo, ...counts } = await smsToday(db);
    const { rows } = await sql<{ ceiling: number }>`select (${ceiling_kobo})::int as ceiling`.execute(db);
    return {
      configured: config.sms !== null,
      spent: naira(spent_kobo),
      ceiling: naira(rows[0]?.ceiling ?? 0),
      ...counts,
    };
  });
}

/** Each ten minutes: tells the office, once a day, that the day's ceiling holds texts back. */
export const tellingOfCeiling = (tell: (trx: Trx, config: Config, held: number) => Promise<void>): Round => ({
  name: "tell-of-sms-ceiling",
  cron: "*/10 * * * *",
  async run({ portal: { db, config } }) {
    if (!(await isCeilingUntold(db))) return;
    await perform(db, portalItself, async ({ trx, note }) => {
      const held = await tellOfCeiling(trx);
      if (held !== undefined) await tell(trx, config, held);
      note({ deed: "sms.ceiling", subject: "sms:today", after: { held: held ?? 0 } });
    });
  },
});

export const outgoingSmsNoun: Noun = {
  name: "outgoing-sms",
  listings: [outgoingSmsRules],
};
