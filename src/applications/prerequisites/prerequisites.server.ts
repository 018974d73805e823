import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { countResults } from "#academics/olevel-result/olevel-result.server.ts";
import { countAwaited, countSittings } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import { admittingProgramme } from "#college/programme/programme.server.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { countBio } from "#profile/bio/bio.server.ts";
import { countReferees } from "#profile/referee/referee.server.ts";
import { readPrerequisites } from "./prerequisites.contract.ts";
import type { AwaitingCount } from "./prerequisites.rules.ts";

export function prerequisitesCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readPrerequisites, applicant, async ({ who, params }) => {
    const { modes } = await admittingProgramme(db, params.programmeId);
    const [resultsNeeded, counted] = await Promise.all([
      readSetting(db, "resultsNeeded"),
      count(who.applicant).execute(db),
    ]);
    return { papers: counted.rows[0] as AwaitingCount, resultsNeeded, modes };
  });
}

const count = (
  owner: string,
) => sql<AwaitingCount>`select ${countReferees(owner)} as referees, ${countBio(owner)} as bio,
  ${countSittings(owner)} as sittings, ${countResults(owner)} as results,
  ${countAwaited(owner)} as awaited`;

export const prerequisitesNoun: Noun = {
  name: "prerequisites",
  calls: prerequisitesCalls,
};
