import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import {
  atLeastTwo,
  flag,
  maybe,
  refersTo,
  several,
  status,
  usually,
  whole,
} from "#console/record/record.fields.contract.ts";
import { choice } from "#kit/field/fields.contract.ts";
import { modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";

/** What a programme leads to, as the certificate names it. */
export const awards = ["NCE", "B.Ed.", "B.A. (Ed)", "B.Sc. (Ed)", "PRE-NCE", "PDE"] as const;

/** COLLEGE is the college's own route, such as a remedial year; the portal's applicants do not use it. */
const modes = [...modesOfEntry, "COLLEGE"] as const;

const UNITS = "Maximum units must not be less than the minimum units";

/** What may be studied, in a department. Specification 3; award, modes and years are the college's own. Contract 3.14. */
export const programmes = record({
  noun: "programme",
  one: "Programme",
  many: "Programmes",
  page: "programmes",
  link: "/staff/programmes",
  entries: {
    department: refersTo("Department", "department"),
    code: atLeastTwo("Code", 20),
    name: atLeastTwo("Name", 120),
    award: usually(choice("Award", awards), () => "NCE"),
    status,
    admits: usually(flag("Takes applicants"), () => true),
    modes: usually(several("Modes of entry", modes, { COLLEGE: "The college's own route" }), () =>
      Array.from(modesOfEntry),
    ),
    durationyears: maybe(whole("Years of study", 1, 7)),
    minunit: whole("Minimum units", 0, 100),
    maxunit: whole("Maximum units", 0, 100),
  },
  together: (form) =>
    v.pipe(
      form,
      v.forward(
        v.check(({ minunit, maxunit }) => maxunit >= minunit, UNITS),
        ["maxunit"],
      ),
    ),
  title: ["award", "name"],
  columns: ["code", "name", "award", "department", "admits", "status"],
  sorts: ["name", "code", "createdAt"],
  filters: ["department", "award", "admits", "status"],
  searched: "code, award or name",
  key: ["code"],
});
