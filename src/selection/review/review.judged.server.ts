import { sql } from "kysely";
import { applicationBy, othersWithExamination } from "#applications/application/application.server.ts";
import { everyIntake } from "#calendar/intake/intake.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { ReviewFile } from "./review.file.contract.ts";
import { eligibilityOf, slipsOf } from "./review.results.server.ts";
import { rulesOf } from "./review.rules.server.ts";

/** The slips of an application as they were submitted, and what the entry rules say of them today. */
export async function judgedResultsOf(db: Database, id: string): Promise<Pick<ReviewFile, "slips" | "eligibility">> {
  const [submitted, { rows }] = await Promise.all([
    applicationBy(db, "_id", id),
    sql<{ entryrules: unknown }>`select intake.entryrules from portal.review r
      join (${everyIntake()}) intake on intake.session = r.session and intake.programme = r.programme
      where r._id = ${id}`.execute(db),
  ]);
  if (!submitted) throw notFound();
  const { snapshot, type } = submitted;
  return {
    slips: slipsOf(snapshot, await othersWithExamination(db, id, snapshot.sittings)),
    eligibility: eligibilityOf(rulesOf(rows[0]?.entryrules), type, snapshot.results),
  };
}
