import { sql } from "kysely";
import { holdersOf, staff } from "#access/permission/permission.server.ts";
import { settingInForce } from "#college/setting/setting.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { outgoingSmsCalls, outgoingSmsNoun, tellingOfCeiling } from "#console/outgoing-sms/outgoing-sms.server.ts";
import { followTexts, sendSmsJob } from "#platform/sms/send-sms.job.server.ts";
import { impossibleSms } from "#platform/sms/sms.impossible.server.ts";

/** What a text costs and what a day's may, in kobo: the college decides. */
const piece_kobo = sql`(${settingInForce("smsPiecePrice")})::bigint`;
const ceiling_kobo = sql`(${settingInForce("smsDayCeiling")})::bigint * 100`;

/** Texts to phones, with the college's tariff and the office that is told of its end. */
export const smsNoun: Noun = {
  ...outgoingSmsNoun,
  calls: (app) => outgoingSmsCalls(app, staff("texts"), ceiling_kobo),
  jobs: [sendSmsJob({ piece_kobo, ceiling_kobo })],
  rounds: [followTexts, tellingOfCeiling((trx) => holdersOf(trx, "texts"))],
  impossible: impossibleSms,
};
