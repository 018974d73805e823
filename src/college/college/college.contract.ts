import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, flag, status } from "#console/record/record.fields.contract.ts";

/** A school of the college, or a unit that does not teach, such as the registry. Specification 3. */
export const colleges = record({
  noun: "college",
  one: "College",
  many: "Colleges",
  page: "colleges",
  link: "/staff/colleges",
  entries: {
    code: atLeastTwo("Code", 20),
    name: atLeastTwo("Name", 120),
    status,
    isacademic: flag("Academic", "Yes, it teaches", "No"),
  },
  title: ["code", "name"],
  columns: ["code", "name", "isacademic", "status"],
  sorts: ["name", "code", "createdAt"],
  filters: ["status", "isacademic"],
  searched: "code or name",
  key: ["code"],
});
