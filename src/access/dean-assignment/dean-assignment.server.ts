import { sql } from "kysely";
import type { Rules } from "#console/record/record.rules.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.whole.server.ts";
import { refuseFields } from "#kit/wire/refusal.server.ts";
import { deanAssignments } from "./dean-assignment.contract.ts";

export const deanAssignmentRules: Rules<typeof deanAssignments> = {
  of: deanAssignments,
  table: "dean_assignment",
  // A dean who appoints deans would stay one for ever.
  within: wholeCollege,
  shown: (column, { shown }) => sql`${column("college")} = any(${[...shown]}::uuid[])`,
  check: async (_work, { who, form }) => {
    requireWholeCollege(who);
    if (form?.staff === who.staff)
      throw refuseFields({ staff: "Nobody gives themselves an office: another person must do this" });
  },
  constraints: {
    dean_assignment_one: ["start", "The college has a dean on some of these days already. End that one first"],
    dean_assignment_ends_after_start: ["end", "End date must be after the start date"],
  },
};
