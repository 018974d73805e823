import { type RawBuilder, sql } from "kysely";
import { settingInForce } from "#college/setting/setting.server.ts";
import { columnsOf, listed } from "#console/record/record.rules.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { recommendationRules } from "./recommendation.list.server.ts";

type Looking = Pick<Officer, "scope" | "staff">;

const lines = (who: Looking, which: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select from portal.recommendation_line t where ${which} and ${listed(recommendationRules, who, columnsOf("t"))}`;

const isAsked = sql`${settingInForce("countersignature")} = '"asked"'::jsonb`;

/** The applications that are checked and that nobody has decided about, as their list shows them. */
export const undecided = (who: Looking): RawBuilder<unknown> => lines(who, sql`t.state = 'Checked'`);

/** Recommendations that no dean has answered; none where the college asks for no countersignature. */
export const unanswered = (who: Looking): RawBuilder<unknown> =>
  lines(who, sql`t.state = 'Recommended' and t.answer = 'Not yet' and ${isAsked}`);

/** Decisions that a dean sent back; none where the college asks for no countersignature. */
export const sentBack = (who: Looking): RawBuilder<unknown> => lines(who, sql`t.answer = 'Sent back' and ${isAsked}`);
