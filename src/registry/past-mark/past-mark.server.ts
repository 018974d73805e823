import { sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import { ofStudentsWithin, studentsFound, studentsOfAccount } from "../student/student.server.ts";
import { pastMarks } from "./past-mark.contract.ts";
import { speltInFiles } from "./past-mark.rules.ts";

const pastMarkRules: RecordRules<typeof pastMarks> = {
  of: pastMarks,
  table: "past_mark",
  within: (column, scope) => ofStudentsWithin(column("student"), scope),
  found: (words, column) => sql`${column("student")} in (${studentsFound(words)})`,
  constraints: {
    past_mark_once: [
      "value-taken",
      "course",
      "The student has a mark of this course in this semester already. Change that one",
    ],
  },
  many: {
    apart: {},
    check: async () => new Map(),
    columns: [],
    fills: async () => new Map(),
  },
  spelt: speltInFiles,
};

const ownPastMarks: OwnRows = {
  name: "past-marks",
  tables: ["past_mark"],
  rows: (owner) =>
    sql`select to_jsonb(m) as row from portal.past_mark m where m.student in (${studentsOfAccount(owner)})`,
};

export const pastMarkNoun: Noun = {
  name: "past-mark",
  records: [pastMarkRules],
  ownRows: [ownPastMarks],
};
