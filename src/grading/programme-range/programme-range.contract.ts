import * as v from "valibot";
import { record, type Values } from "#console/record/record.contract.ts";
import { refersTo, whole } from "#console/record/record.fields.contract.ts";

/** Steps of a programme, from one to another, that a broadsheet or a transcript goes over. Contract 5. */
export const programmeRanges = record({
  noun: "programme_range",
  one: "Range of steps",
  many: "Ranges of steps",
  page: "programme-ranges",
  link: "/staff/programme-ranges",
  entries: {
    programme: refersTo("Programme", "programme"),
    from: whole("From", 1, 30),
    to: whole("To", 1, 30),
  },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check<Values, string>(({ from, to }) => !(to < from), "To must be greater than or equal to From"),
        ["to"],
      ),
    ),
  title: ["programme"],
  columns: ["programme", "from", "to"],
  sorts: ["from", "createdAt"],
  filters: ["programme"],
  searched: null,
  key: ["programme", "from", "to"],
});
