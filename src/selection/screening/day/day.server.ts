import { type RawBuilder, sql } from "kysely";
import { usualAdmittingSession } from "#calendar/session/session.server.ts";
import { programmeNames } from "#college/programme/programme.server.ts";
import type { Values } from "#console/record/record.contract.ts";
import type { RecordRules, RowChange } from "#console/record/record.server.ts";
import { refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { mailMoved } from "../screening.mail.server.ts";
import { screeningDays } from "./day.contract.ts";

/** Whether the day `d` of a statement is for the programme of a code. */
export const isForProgramme = (code: string | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(d.programmes is null or ${code} = any(string_to_array(d.programmes, ', ')))`;

export const screeningDayRules: RecordRules<typeof screeningDays> = {
  of: screeningDays,
  table: "screening_day",
  within: "college-wide",
  usual: usualAdmittingSession,
  constraints: {
    screening_day_once: [
      "value-taken",
      "starts",
      "This hall has a screening day at this time already. Change that one",
    ],
    screening_day_named: ["value-taken", "name", "This session has a screening day of this name already"],
    screening_day_long_enough: [
      "day-too-short",
      "ends",
      "The day is shorter than one slot, or has more than 200 of them",
    ],
    screening_day_bookby: ["days-out-of-order", "bookby", "Last day to book must not be after the day itself"],
    screening_slot_places: [
      "slot-taken",
      "places",
      "More people than this are booked for one of its slots. Leave as many places as are taken",
    ],
    screening_booking_slot: [
      "slot-taken",
      "ends",
      "People are booked for slots that would go. Keep these slots, or cancel the day so that they book another",
    ],
  },
  instead: "People are booked for it, or came to it. Cancel it instead: they are told",
  deeds: {
    "screening_day.open": "Opened for booking",
    "screening_day.close": "Booking closed",
    "screening_day.cancel": "Cancelled",
    "screening_day.place": "People placed",
    "screening_day.absent": "Absentees marked",
  },
  check,
  brings: async ({ trx }, { id, before, form }, app) => {
    if (before && form && isMoved(before, form)) await mailMoved(app, trx, id);
  },
};

async function check({ trx }: Work, { before, form }: RowChange): Promise<void> {
  if (!form) return;
  if (before?.state === "Cancelled")
    throw refuse("day-cancelled", "This day is cancelled and stays as it is. Add another day");
  const others = before && Number(before.booked) > 0 && (before.session as { _id: string })._id !== form.session;
  if (others)
    throw refuseFields("slot-taken", { session: "People of its session are booked for it, so it stays in that" });
  const unknown = await unknownCodes(trx, form);
  if (unknown.length > 0)
    throw refuseFields("programme-not-found", {
      programmes: `${unknown.slice(0, 3).join(", ")}: there is no programme of this code. Write codes such as NCE-BIO-CHE`,
    });
}

async function unknownCodes(trx: Trx, { programmes }: Values): Promise<string[]> {
  if (!programmes) return [];
  const known = new Set((await programmeNames(trx)).map(({ code }) => code.toUpperCase()));
  return String(programmes)
    .split(", ")
    .filter((code) => !known.has(code));
}

const isMoved = (before: Values, form: Values): boolean =>
  (["day", "hall", "starts", "minutes"] as const).some((name) => before[name] !== form[name]);
