import { beginsRunning, usuallyRunning } from "#calendar/session/session.usual.contract.ts";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, foundUsually, naira, onDay, whole } from "#console/record/record.fields.contract.ts";

/** What is charged, once, to each bill whose first instalment was not met by a day. */
export const lateCharges = record({
  noun: "late_charge",
  one: "Late charge",
  many: "Late charges",
  page: "late-charges",
  link: "/staff/late-charges",
  entries: {
    session: usuallyRunning,
    semester: foundUsually(whole("Semester", 1, 2), "Left empty: the semester that runs"),
    day: onDay("Last day without it"),
    label: atLeastTwo("Label", 100),
    amount: naira("Amount"),
  },
  title: ["label"],
  columns: ["label", "day", "amount", "session", "semester"],
  sorts: ["day", "createdAt"],
  filters: ["session", "semester"],
  beginsBy: beginsRunning,
  searched: null,
  key: ["session", "semester", "day"],
});
