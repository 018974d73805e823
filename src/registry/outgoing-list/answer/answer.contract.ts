import * as v from "valibot";
import { record, type Values } from "#console/record/record.contract.ts";
import { looksLike, maybe, onDay, refersTo } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { jambNumber } from "#reference/jamb-number/jamb-number.contract.ts";

export const answers = ["Listed", "Returned"] as const;

/** What JAMB answered last about each student in the National Matriculation List; the file of its answers is imported. */
export const matriculationAnswers = record({
  noun: "matriculation_answer",
  one: "Matriculation answer",
  many: "Matriculation answers",
  page: "matriculation-answers",
  link: "/staff/matriculation-answers",
  entries: {
    jamb: v.pipe(jambNumber, v.title("JAMB number")),
    answer: v.pipe(choice("Answer", answers), looksLike({ Listed: "good", Returned: "bad" })),
    reason: maybe(text("Reason", 300)),
    day: onDay("Answered on"),
  },
  kept: { student: refersTo("Student", "student") },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check<Values, string>(
          ({ answer, reason }) => answer !== "Returned" || Boolean(reason),
          "Reason is needed: the student reads why JAMB returned the entry",
        ),
        ["reason"],
      ),
    ),
  title: ["jamb"],
  columns: ["jamb", "student", "answer", "reason", "day"],
  sorts: ["createdAt", "jamb", "day"],
  filters: ["answer"],
  searched: "JAMB number, matric number or name",
  key: ["jamb"],
  comes: {
    text: "JAMB answers a National Matriculation List that was signed off: import its file, with a line for each JAMB number.",
    at: "/staff/outgoing-lists",
    name: "Lists that leave",
    right: "outgoing-lists",
  },
});
