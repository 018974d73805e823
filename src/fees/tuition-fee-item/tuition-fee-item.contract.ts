import * as v from "valibot";
import { usuallyAdmitting } from "#calendar/session/session.rules.ts";
import { record } from "#console/record/record.contract.ts";
import { flag, refersTo, status, whole } from "#console/record/record.fields.contract.ts";
import { providerService } from "../provider-service/provider-service.contract.ts";

const LEVEL = "Level must be one of 100, 200, 300 and so on, up to 900";

/** Which of the provider's services takes the tuition fee of one class. Specification 3. */
export const tuitionFeeItems = record({
  noun: "tuition_fee_item",
  one: "Tuition fee item",
  many: "Tuition fee items",
  page: "tuition-fees",
  link: "/staff/tuition-fees",
  entries: {
    session: usuallyAdmitting,
    programme: refersTo("Programme", "programme"),
    level: v.pipe(
      whole("Level", 100, 900, LEVEL),
      v.check((level) => level % 100 === 0 || level < 100 || level > 900, LEVEL),
    ),
    semester: whole("Semester", 1, 2),
    serviceID: providerService("Service ID"),
    indigene: flag("Indigene", "Indigene", "Non-indigene"),
    isnewstudent: flag("New student", "New", "Returning"),
    status,
  },
  title: ["programme", "level"],
  columns: ["programme", "level", "semester", "indigene", "isnewstudent", "serviceID", "session", "status"],
  sorts: ["level", "createdAt"],
  filters: ["session", "programme", "level", "semester", "indigene", "isnewstudent", "status"],
  searched: null,
  key: ["session", "programme", "level", "semester", "indigene", "isnewstudent"],
});
