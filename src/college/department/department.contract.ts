import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, flag, refersTo, status } from "#console/record/record.fields.contract.ts";

/** A department of a college, teaching or not. Specification 3. */
export const departments = record({
  noun: "department",
  one: "Department",
  many: "Departments",
  page: "departments",
  link: "/staff/departments",
  entries: {
    college: refersTo("College", "college"),
    code: atLeastTwo("Code", 20),
    name: atLeastTwo("Name", 120),
    status,
    isacademic: flag("Academic", "Yes, it teaches", "No"),
  },
  title: ["code", "name"],
  columns: ["code", "name", "college", "isacademic", "status"],
  sorts: ["name", "code", "createdAt"],
  filters: ["college", "status", "isacademic"],
  searched: "code or name",
  key: ["code"],
});
