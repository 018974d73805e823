import * as v from "valibot";
import { record, type Values } from "#console/record/record.contract.ts";
import { atLeastTwo, maybe, status, whole } from "#console/record/record.fields.contract.ts";

const MORE = "Seats in an examination cannot be more than seats";

/** Where classes meet and examinations are sat. */
export const rooms = record({
  noun: "room",
  one: "Room",
  many: "Rooms",
  page: "rooms",
  link: "/staff/rooms",
  entries: {
    code: v.pipe(
      atLeastTwo("Code", 20),
      v.transform((typed) => typed.toUpperCase().replace(/\s+/g, " ")),
      v.description("As people call it, such as LT 1"),
      v.title("Code"),
    ),
    name: atLeastTwo("Name", 120),
    capacity: whole("Seats", 1, 20_000),
    examcapacity: maybe(
      v.pipe(
        whole("Seats in an examination", 1, 20_000),
        v.description("Left empty: as many as else"),
        v.title("Seats in an examination"),
      ),
    ),
    status,
  },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check<Values, string>(({ capacity, examcapacity }) => (examcapacity ?? 0) <= capacity, MORE),
        ["examcapacity"],
      ),
    ),
  title: ["code", "name"],
  columns: ["code", "name", "capacity", "examcapacity", "status"],
  sorts: ["code", "capacity", "createdAt"],
  filters: ["status"],
  searched: "code or name",
  key: ["code"],
});
