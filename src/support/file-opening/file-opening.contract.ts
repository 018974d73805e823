import { listing } from "#console/record/record.contract.ts";
import { atMinute, edgeDay, refersTo } from "#console/record/record.fields.contract.ts";
import { text } from "#kit/field/fields.contract.ts";

/** Who of the office opened whose file: a line for each, of the same person and file once in a quarter of an hour. */
export const fileOpenings = listing({
  noun: "file_opening",
  one: "Opening of a file",
  many: "Files opened",
  page: "file-openings",
  link: "/staff/file-openings",
  entries: {
    createdAt: atMinute("When"),
    staff: refersTo("Member of staff", "staff"),
    whose: text("Whose", 200),
    record: text("What", 100),
    address: text("From the address", 60),
  },
  title: ["whose"],
  columns: ["createdAt", "staff", "whose", "record", "address"],
  sorts: ["createdAt"],
  filters: ["staff", "record"],
  asked: {
    from: edgeDay("From", { of: "createdAt", side: "from" }),
    to: edgeDay("To", { of: "createdAt", side: "to" }),
  },
  searched: "name, JAMB number or matric number of whose file it is",
  none: {
    title: "Nobody's file was opened yet",
    text: "A line comes here whenever somebody of the office opens the file of an applicant or a student.",
  },
});
