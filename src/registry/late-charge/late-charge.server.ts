import { type RawBuilder, sql } from "kysely";
import { usualRunningSession } from "#calendar/session/session.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import { lateCharges } from "./late-charge.contract.ts";

export const lateChargeRules: RecordRules<typeof lateCharges> = {
  of: lateCharges,
  table: "late_charge",
  within: "college-wide",
  usual: usualRunningSession,
  check: async ({ trx }, { before, form }) => {
    if (!form || form.day === before?.day) return;
    const { rows } = await sql<{ over: boolean }>`
      select ${form.day}::date < (now() at time zone 'Africa/Lagos')::date as over`.execute(trx);
    if (rows[0]?.over)
      throw refuseFields("day-over-already", {
        day: "This day is over already. Name one from today on, so that people can still pay in time",
      });
  },
  instead: "It stands on bills already, and stays",
  constraints: {
    late_charge_once: ["value-taken", "day", "Another late charge of this semester is for this day already"],
    late_charge_charged: [
      "late-charge-charged",
      "amount",
      "It stands on bills already, so its session, semester, day and amount stay. Its label may change",
    ],
  },
};

/** Late charges whose day is over in Lagos, as a part of a larger query. */
export const chargesDue = (): RawBuilder<unknown> =>
  sql`select _id, session, semester, day, label, amount_kobo from portal.late_charge
    where day < (now() at time zone 'Africa/Lagos')::date`;

/** In days: who is found late is so soon after the day, or was away and came back to study later. */
const CHARGED_WITHIN = 30;

/** Those of them that are still charged: whoever comes back from a deferral meets none of the time before. */
export const chargesToMake = (): RawBuilder<unknown> =>
  sql`select charge.* from (${chargesDue()}) charge
    where charge.day >= (now() at time zone 'Africa/Lagos')::date - ${CHARGED_WITHIN}::int`;

export const lateChargeNoun: Noun = {
  name: "late-charge",
  records: [lateChargeRules],
};
