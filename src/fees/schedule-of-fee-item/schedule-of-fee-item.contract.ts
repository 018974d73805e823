import * as v from "valibot";
import { usuallyAdmitting } from "#calendar/session/session.usual.contract.ts";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, naira, status, usually, whole } from "#console/record/record.fields.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { paperWording } from "#reference/papers/papers.contract.ts";

/** One line of the fees that parents are told of; nothing is billed by it. Specification 3, 5. */
export const scheduleOfFeeItems = record({
  noun: "schedule_of_fee_item",
  one: "Line of the schedule",
  many: "Schedule of fees",
  page: "fee-schedule",
  link: "/staff/fee-schedule",
  entries: {
    session: usuallyAdmitting,
    label: atLeastTwo("Label", 100),
    amount: naira("Amount", 2),
    place: usually(whole("Place in the list", 1, 999), () => 1),
    status,
  },
  title: ["label"],
  columns: ["label", "amount", "session", "place", "status"],
  sorts: ["place", "label", "createdAt"],
  filters: ["session", "status"],
  searched: "label",
  key: ["session", "label"],
});

const scheduleOfFees = v.strictObject({
  session: v.strictObject({ _id: v.string(), code: v.string(), name: v.string() }),
  lines: v.array(v.strictObject({ _id: v.string(), label: v.string(), amount: amount("Amount") })),
  total: amount("Total"),
  ...paperWording("heading", "opening", "closing"),
});

export type ScheduleOfFees = v.InferOutput<typeof scheduleOfFees>;

export const readScheduleOfFees = get(
  "/staff/ms_schedule_of_fee_item/schedule",
  "What the printed schedule of fees of a session (?session=, else the one that admits) states: its active lines and sum",
  scheduleOfFees,
);
