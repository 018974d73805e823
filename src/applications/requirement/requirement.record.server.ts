import type { FastifyInstance } from "fastify";
import { programmeCopyCall } from "#calendar/programme-copy/programme-copy.server.ts";
import { usualAdmittingSession } from "#calendar/session/session.server.ts";
import { copiedRows } from "#calendar/session-opening/session-opening.copy.server.ts";
import { addSessionPart } from "#calendar/session-opening/session-opening.part.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { copyRequirements, requirements } from "./requirement.record.contract.ts";

export const requirementRules: Rules<typeof requirements> = {
  of: requirements,
  table: "admission_requirement",
  within: ofProgrammesWithin,
  usual: usualAdmittingSession,
  constraints: {
    admission_requirement_label: ["label", "This programme asks for this paper in this session already"],
  },
};

/** What a programme asks for, given to others, and taken over by a session that is opened. */
export function requirementDeeds(app: FastifyInstance): void {
  programmeCopyCall(app, {
    call: copyRequirements,
    rules: requirementRules,
    right: "requirements.change",
    things: "requirements",
  });
  addSessionPart(app, {
    name: "requirements of programmes",
    copy: (work, from, to) =>
      copiedRows(
        work,
        {
          noun: "admission_requirement",
          table: "admission_requirement",
          columns: ["programme", "label", "required", "place"],
          group: ["programme"],
        },
        from,
        to,
      ),
    holes: async (db, session, programmes) => {
      const found = await db
        .selectFrom("admission_requirement")
        .select("programme")
        .distinct()
        .where("session", "=", session)
        .where("status", "=", true)
        .execute();
      const asking = new Set(found.map(({ programme }) => programme));
      return programmes
        .filter(({ _id }) => !asking.has(_id))
        .map((programme) => ({
          programme: { _id: programme._id, label: programmeTitle(programme) },
          about: "Requirements",
          sentence: `${programmeTitle(programme)} asks its applicants for no papers`,
          link: `/staff/requirements?programme=${programme._id}&session=${session}`,
        }));
    },
  });
}
