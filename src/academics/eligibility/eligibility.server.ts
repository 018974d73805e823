import type { FastifyInstance } from "fastify";
import type { EntryRules } from "#calendar/intake/intake.entry-rules.contract.ts";
import { asksInWords, directEntryWords } from "#calendar/intake/intake.rules.ts";
import { entryRulesInForce, readableRules } from "#calendar/intake/intake.server.ts";
import type { AdmittingProgramme } from "#college/programme/programme.contract.ts";
import { admittingProgramme, admittingProgrammes } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { scoresOf } from "../olevel-result/olevel-result.server.ts";
import { listEligibility, type ProgrammeEligibility, readEligibility } from "./eligibility.contract.ts";
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

const judged = (
  { _id, award, name, college }: AdmittingProgramme,
  rules: EntryRules,
  results: readonly Scored[],
): ProgrammeEligibility => ({ _id, award, name, college, verdict: judgeEligibility(rules, results) });

export const eligibilityNoun: Noun = {
  name: "eligibility",
  calls: eligibilityCalls,
};
