import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { EntryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { asksInWords, directEntryWords } from "#calendar/intake/intake.rules.ts";
import { entryRulesInForce, entryRulesOf, readableRules } from "#calendar/intake/intake.server.ts";
import type { AdmittingProgramme } from "#college/programme/programme.contract.ts";
import { admittingProgramme, admittingProgrammes } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { scoresOf } from "../olevel-result/olevel-result.server.ts";
import { listEligibility, type ProgrammeEligibility, readEligibility, type Verdict } from "./eligibility.contract.ts";
import { judgeEligibility, type Scored } from "./eligibility.rules.ts";

/** Neither call is refused for want of results: then the answer says that they are wanted. */
export function eligibilityCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listEligibility, applicant, async ({ who, request }) => {
    const [programmes, written, results] = await Promise.all([
      admittingProgrammes(db),
      entryRulesInForce(db),
      scoresOf(db, who.applicant),
    ]);
    return programmes.map((programme) => judged(programme, readableRules(programme, written, request.log), results));
  });

  handle(app, readEligibility, applicant, async ({ who, params, request }) => {
    const [programme, written, results] = await Promise.all([
      admittingProgramme(db, params.programmeId),
      entryRulesInForce(db),
      scoresOf(db, who.applicant),
    ]);
    const rules = readableRules(programme, written, request.log);
    const asks = asksInWords(rules);
    const also = programme.modes.includes("Direct Entry") ? directEntryWords(rules) : null;
    return { ...judged(programme, rules, results), asks, also };
  });
}

interface Chosen {
  readonly owner: string;
  readonly session: string;
  readonly programme: Pick<AdmittingProgramme, "_id" | "code">;
}

/** The verdict on what an applicant has typed, for one programme in one session. */
export async function verdictFor(
  db: Database,
  { owner, session, programme }: Chosen,
  log: FastifyBaseLogger,
): Promise<Verdict> {
  const written = await entryRulesOf(db, session, programme._id);
  return judgeEligibility(
    readableRules(programme, new Map([[programme._id, written]]), log),
    await scoresOf(db, owner),
  );
}

const judged = (
  { _id, award, name, college }: AdmittingProgramme,
  rules: EntryRules,
  results: readonly Scored[],
): ProgrammeEligibility => ({ _id, award, name, college, verdict: judgeEligibility(rules, results) });

export const eligibilityNoun: Noun = {
  name: "eligibility",
  calls: eligibilityCalls,
};
