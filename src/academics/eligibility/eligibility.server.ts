import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { asksInWords, directEntryWords } from "#calendar/intake/intake.rules.ts";
import { entryRulesInForce, entryRulesOf, readableRules } from "#calendar/intake/intake.server.ts";
import { awaitedUntil } from "#calendar/session/session.server.ts";
import type { AdmittingProgramme } from "#college/programme/programme.contract.ts";
import { admittingProgramme, admittingProgrammes } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { applicant } from "#identity/session/session.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { aLevelsOf } from "../alevel-result/alevel-result.server.ts";
import { scoresOf } from "../olevel-result/olevel-result.server.ts";
import { sittingsOf } from "../olevel-sitting/olevel-sitting.server.ts";
import { utmeOf } from "../utme-result/utme-result.server.ts";
import { type Awaited, awaitedWords } from "./eligibility.awaited.rules.ts";
import { listEligibility, readEligibility, type Verdict } from "./eligibility.contract.ts";
import { judgeEntry, type TypedResults } from "./eligibility.modes.rules.ts";

/** Neither call is refused for want of results: then the answer says that they are wanted. */
export function eligibilityCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, listEligibility, applicant, async ({ who, request }) => {
    const [programmes, written, typed] = await Promise.all([
      admittingProgrammes(db),
      entryRulesInForce(db),
      typedBy(db, who.applicant),
    ]);
    return programmes.map((programme) => {
      const rules = readableRules(programme, written, request.log);
      return { ...named(programme), verdict: judgeEntry(rules, programme.modes, typed).verdict };
    });
  });

  handle(app, readEligibility, applicant, async ({ who, params, request }) => {
    const [programme, written, typed] = await Promise.all([
      admittingProgramme(db, params.programmeId),
      entryRulesInForce(db),
      typedBy(db, who.applicant),
    ]);
    const rules = readableRules(programme, written, request.log);
    const asks = asksInWords(rules);
    const also = programme.modes.includes("Direct Entry") ? directEntryWords(rules) : null;
    const awaited = awaitedWords(rules, typed.olevel, await awaitedOf(db, who.applicant));
    return { ...named(programme), ...judgeEntry(rules, programme.modes, typed), asks, also, awaited };
  });
}

interface Chosen {
  readonly owner: string;
  readonly session: string;
  readonly programme: Pick<AdmittingProgramme, "_id" | "code" | "modes">;
}

/** The verdict on what an applicant has typed, for one programme in one session. */
export async function verdictFor(
  db: Database,
  { owner, session, programme }: Chosen,
  log: FastifyBaseLogger,
): Promise<Verdict> {
  const written = await entryRulesOf(db, session, programme._id);
  const rules = readableRules(programme, new Map([[programme._id, written]]), log);
  return judgeEntry(rules, programme.modes, await typedBy(db, owner)).verdict;
}

async function awaitedOf(db: Database, owner: string): Promise<Awaited> {
  const [sittings, day] = await Promise.all([sittingsOf(db, owner), awaitedUntil(db)]);
  const subjects = sittings.flatMap(({ _id, awaiting = [] }) =>
    awaiting.map((subject) => ({ examination: _id, subject })),
  );
  return { subjects, ...day };
}

async function typedBy(db: Database, owner: string): Promise<TypedResults> {
  const [olevel, utme, alevels] = await Promise.all([scoresOf(db, owner), utmeOf(db, owner), aLevelsOf(db, owner)]);
  return { olevel, utme: utme ?? null, alevels };
}

const named = ({ _id, award, name, college }: AdmittingProgramme) => ({ _id, award, name, college });

export const eligibilityNoun: Noun = {
  name: "eligibility",
  calls: eligibilityCalls,
};
