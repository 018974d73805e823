import { usuallyAdmitting } from "#calendar/session/session.usual.contract.ts";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, flag, naira, refersTo, status } from "#console/record/record.fields.contract.ts";

/** One line of what a semester of a programme costs. Specification 3. */
export const programmeTuitionFeeItems = record({
  noun: "programme_tuition_fee_item",
  one: "Tuition fee line",
  many: "Tuition fee lines",
  page: "tuition-lines",
  link: "/staff/tuition-lines",
  entries: {
    session: usuallyAdmitting,
    programme: refersTo("Programme", "programme"),
    label: atLeastTwo("Label", 100),
    indigene: flag("Indigene", "Indigene", "Non-indigene"),
    amount: naira("Amount"),
    status,
  },
  title: ["label"],
  columns: ["label", "amount", "indigene", "programme", "session", "status"],
  sorts: ["label", "amount", "createdAt"],
  filters: ["session", "programme", "indigene", "status"],
  searched: "label",
  key: ["session", "programme", "label", "indigene"],
});
