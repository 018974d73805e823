import { sql } from "kysely";
import type { Rules } from "#console/record/record.rules.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import { headAssignments } from "./head-assignment.contract.ts";

export const headAssignmentRules: Rules<typeof headAssignments> = {
  of: headAssignments,
  table: "head_assignment",
  within: (column, { departments }) => sql`${column("department")} = any(${[...departments]}::uuid[])`,
  check: async (_work, { who, form }) => {
    if (form?.staff === who.staff)
      throw refuseFields({ staff: "Nobody gives themselves an office: another person must do this" });
  },
  constraints: {
    head_assignment_one: ["start", "The department has a head on some of these days already. End that one first"],
    head_assignment_ends_after_start: ["end", "End date must be after the start date"],
  },
};
