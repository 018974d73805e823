import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import * as v from "valibot";
import { type EntryRules, entryRules } from "#calendar/intake/intake.rules.contract.ts";
import { entryRulesInForce } from "#calendar/intake/intake.server.ts";
import { asksInWords, directEntryWords } from "#calendar/intake/intake.words.contract.ts";
import type { AdmittingProgramme } from "#college/programme/programme.contract.ts";
import { admittingProgramme, admittingProgrammes } from "#college/programme/programme.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/handle.server.ts";
import { scoresOf } from "../olevel-result/olevel-result.server.ts";
import { listEligibility, type ProgrammeEligibility, readEligibility } from "./eligibility.contract.ts";
import { judgeEligibility, type Scored } from "./eligibility.judge.contract.ts";

/** Neither call is refused for want of results: then the answer says that they are wanted. */
export function eligibilityCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listEligibility, applicant, async ({ who, request }) => {
    const [programmes, written, results] = await Promise.all([
      admittingProgrammes(db),
      entryRulesInForce(db),
      scoresOf(db, who.applicant),
    ]);
    return programmes.map((programme) => judged(programme, rulesOf(programme, written, request.log), results));
  });

  handle(app, readEligibility, applicant, async ({ who, params, request }) => {
    const [programme, written, results] = await Promise.all([
      admittingProgramme(db, params.programmeId),
      entryRulesInForce(db),
      scoresOf(db, who.applicant),
    ]);
    const rules = rulesOf(programme, written, request.log);
    const asks = asksInWords(rules);
    const also = programme.modes.includes("Direct Entry") ? directEntryWords(rules) : null;
    return { ...judged(programme, rules, results), asks, also };
  });
}

/** Rules that cannot be read are a fault of ours for the log, and unpublished for the applicant. */
function rulesOf(
  { _id, code }: AdmittingProgramme,
  written: ReadonlyMap<string, unknown>,
  log: FastifyBaseLogger,
): EntryRules {
  const read = v.safeParse(entryRules, written.get(_id) ?? {});
  if (read.success) return read.output;
  log.error({ programme: code, issues: v.flatten(read.issues) }, "entry rules that cannot be read");
  return {};
}

const judged = (
  { _id, award, name, college }: AdmittingProgramme,
  rules: EntryRules,
  results: readonly Scored[],
): ProgrammeEligibility => ({ _id, award, name, college, verdict: judgeEligibility(rules, results) });
