import { sql } from "kysely";
import { judgeSubmitted, type SubmittedResults } from "#academics/eligibility/eligibility.submitted.rules.ts";
import { type ApplicationSnapshot, everyApplication } from "#applications/application/application.server.ts";
import { missingFrom, requirementsOf } from "#applications/requirement/requirement.server.ts";
import { everyIntake, freeSeats, seatsOf } from "#calendar/intake/intake.server.ts";
import { type AdmittingProgramme, programmeTitle } from "#college/programme/programme.contract.ts";
import { type Refusal, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { type ReviewVerdict, verdictOf } from "#selection/review/review.rules.ts";
import { judgeableResults, readEntryRules } from "#selection/review/review.server.ts";

/** An application as a change of its programme looks at it. */
export interface MovableApplication {
  readonly _id: string;
  readonly applicant: string;
  readonly code: string;
  readonly programme: string;
  readonly type: string;
  readonly status: number;
  readonly snapshot: ApplicationSnapshot;
}

interface Judged {
  readonly verdict: ReviewVerdict;
  readonly sentence: string;
}

/** How applications fit the entry rules of a programme in their session. */
export async function judgedFor(
  db: Database,
  ids: readonly string[],
  programme: string,
): Promise<ReadonlyMap<string, Judged>> {
  const { rows } = await sql<{ _id: string; entryrules: unknown; results: SubmittedResults }>`
    select judgeable._id, intake.entryrules, judgeable.results from (${judgeableResults()}) judgeable
      join ${everyApplication()} submitted on submitted._id = judgeable._id
      left join (${everyIntake()}) intake on intake.session = submitted.session and intake.programme = ${programme}
    where judgeable._id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ _id, entryrules, results }) => {
      const judged = judgeSubmitted(readEntryRules(entryrules), results);
      return [_id, { verdict: verdictOf(judged), sentence: judged.sentence }];
    }),
  );
}

/** The seats of a programme that nobody has; null where it has none of its own. */
export async function freeIn(db: Database, session: string, programme: string): Promise<number | null> {
  const held = (await seatsOf(db, session)).get(programme);
  return held ? freeSeats(held) : null;
}

interface Fitness {
  readonly verdict: ReviewVerdict;
  readonly sentence: string;
  readonly free: number | null;
  readonly missing: string[];
}

/** How an application fits another programme of its session: entry rules, seats, documents. */
export async function fitnessFor(
  db: Database,
  { _id, applicant, snapshot }: Pick<MovableApplication, "_id" | "applicant" | "snapshot">,
  programme: string,
): Promise<Fitness> {
  const session = snapshot.session._id;
  const judged = (await judgedFor(db, [_id], programme)).get(_id);
  if (!judged) throw new Error("An application is one that the desk has");
  const asked = await requirementsOf(db, applicant, programme, session).execute();
  const given = new Set(snapshot.documents.filter(({ newname }) => newname !== null).map(({ label }) => folded(label)));
  return {
    ...judged,
    free: await freeIn(db, session, programme),
    missing: missingFrom(asked)
      .map(({ label }) => label)
      .filter((label) => !given.has(folded(label))),
  };
}

const folded = (label: string): string => label.trim().toLowerCase();

/** Why the office does not propose a programme for who does not qualify, or where no seat is left. */
export function whyUnfit(
  code: string,
  wished: AdmittingProgramme,
  { verdict, sentence, free }: Unmissed,
): Refusal | null {
  const title = programmeTitle(wished);
  if (verdict === "Short" || verdict === "One subject short")
    return refuse("does-not-qualify", `${code} does not qualify for ${title}. ${sentence}`);
  return free === 0 ? refuse("no-seat-left", `${title} has no free seat`) : null;
}

type Unmissed = Omit<Fitness, "missing">;
