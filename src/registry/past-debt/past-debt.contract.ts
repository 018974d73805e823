import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, foundUsually, naira, refersTo, whole } from "#console/record/record.fields.contract.ts";

/** What a student owes from before the portal kept the bills: a line of the bill of its semester. It stays as it came. */
export const pastDebts = record({
  noun: "past_debt",
  one: "Debt brought in",
  many: "Debts brought in",
  page: "past-debts",
  link: "/staff/past-debts",
  entries: {
    student: refersTo("Matric number", "student"),
    session: refersTo("Session", "session"),
    semester: foundUsually(whole("Semester", 1, 2), "Left empty: the first"),
    label: atLeastTwo("What for", 100),
    amount: naira("Amount"),
  },
  title: ["label"],
  columns: ["student", "label", "amount", "session", "semester"],
  beginsWhole: true,
  sorts: ["createdAt"],
  filters: ["session", "semester"],
  searched: "the student's matric number, JAMB number, phone, email or name",
  key: ["student", "session", "semester", "label"],
});
