import { type RawBuilder, sql } from "kysely";
import type { ALevel } from "#academics/alevel-result/alevel-result.contract.ts";
import { takingALevels } from "#academics/alevel-result/alevel-result.server.ts";
import type { Result } from "#academics/olevel-result/olevel-result.contract.ts";
import { takingResults } from "#academics/olevel-result/olevel-result.server.ts";
import type { Sitting } from "#academics/olevel-sitting/olevel-sitting.contract.ts";
import { takingSittings } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import { type TakenUtme, takingUtme } from "#academics/utme-result/utme-result.server.ts";
import type { AdmittingProgramme, Programme } from "#college/programme/programme.contract.ts";
import type { SettingValue } from "#college/setting/setting.contract.ts";
import { settingInForce } from "#college/setting/setting.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import { timeInJson } from "#platform/database/clock.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { Bio } from "#profile/bio/bio.contract.ts";
import { takingBio } from "#profile/bio/bio.server.ts";
import type { Referee } from "#profile/referee/referee.contract.ts";
import { takingReferees } from "#profile/referee/referee.server.ts";
import { firstUnmet, judgePrerequisites } from "../prerequisites/prerequisites.rules.ts";
import { type AskedPaper, lockingDocuments, missingFrom, requirementsOf } from "../requirement/requirement.server.ts";

/** What an applicant had handed in at the moment of submitting. Contract 3.8. */
export interface ApplicationPapers {
  readonly bio: Omit<Bio, "photo">;
  readonly referees: readonly Omit<Referee, "id" | "disabled" | "version">[];
  readonly sittings: readonly Sitting[];
  readonly results: readonly Result[];
  /** None, for most: they are no prerequisite. */
  readonly alevels: readonly ALevel[];
  /** Null for who has told none; absent in copies of before it was taken. */
  readonly utme?: TakenUtme | null;
  readonly documents: readonly AskedPaper[];
}

/** The copy that stays with a submitted application. */
export interface ApplicationSnapshot extends ApplicationPapers {
  readonly jamb: string;
  readonly programme: Programme;
  readonly session: { readonly _id: string; readonly code: string; readonly name: string };
  readonly fee: { readonly rrr: string; readonly amount_kobo: number; readonly verifiedAt: string };
}

/**
 * Locks the applicant's papers and answers them. Refuses with the first sentence of the prerequisites, or with the
 * documents that are missing; the caller's transaction then undoes the locks. The applicant is locked before.
 */
export async function takePapers(
  trx: Trx,
  owner: string,
  programme: AdmittingProgramme,
  session: string,
): Promise<ApplicationPapers> {
  const { needed, awaited, bio, ...papers } = await lockedPapers(trx, owner, programme._id, session);
  const { referees, sittings, results, documents } = papers;
  const count = { referees: referees.length, sittings: sittings.length, results: results.length, awaited };
  const unmet = firstUnmet(judgePrerequisites({ ...count, bio: bio ? 1 : 0 }, needed));
  if (unmet || !bio) throw refuse("prerequisites-unmet", unmet?.sentence ?? "You need to upload your bio data");

  const missing = missingFrom(documents).map(({ label }) => label);
  if (missing.length > 0)
    throw refuse("documents-missing", `Please upload what ${programme.name} asks for: ${missing.join(", ")}`);
  return { ...papers, bio };
}

interface LockedPapers extends Omit<ApplicationPapers, "bio"> {
  readonly bio: ApplicationPapers["bio"] | null;
  readonly needed: SettingValue<"resultsNeeded">;
  /** Subjects whose results are not out, as far as the session waits for them. */
  readonly awaited: number;
}

/** Locks all papers and reads them, in one statement: each is copied as it is locked. */
async function lockedPapers(trx: Trx, owner: string, programme: string, session: string): Promise<LockedPapers> {
  const { rows } = await sql<LockedPapers>`
    with referees as (${takingReferees(owner)}), personal as (${takingBio(owner)}), sittings as (${takingSittings(owner)}),
      results as (${takingResults(owner)}), alevels as (${takingALevels(owner)}),
      utme as (${takingUtme(owner)}),
      documents as (${lockingDocuments(owner, programme, session)})
    select ${settingInForce("resultsNeeded")} as needed,
      (select case when portal.results_may_come(${session}) then coalesce(sum(cardinality(awaiting)), 0)::int else 0 end
        from sittings) as awaited,
      (select to_jsonb(b) || jsonb_build_object('createdAt', ${timeInJson(sql.ref("b.createdAt"))},
        'updatedAt', ${timeInJson(sql.ref("b.updatedAt"))}) from personal b) as bio,
      (select ${papersInJson(sql`one.place`)} from referees one) as referees,
      (select ${papersInJson(sql`one.place`)} from sittings one) as sittings,
      (select ${papersInJson(sql`one."createdAt" desc, one._id desc`)} from results one) as results,
      (select ${papersInJson(sql`one.place`)} from alevels one) as alevels,
      (select to_jsonb(one) from utme one) as utme,
      (select coalesce(jsonb_agg(asked), '[]') from ${requirementsOf(trx, owner, programme, session)} asked) as documents`.execute(
    trx,
  );
  const [papers] = rows;
  if (!papers) throw new Error("One row has become none");
  return papers;
}

const papersInJson = (order: RawBuilder<unknown>) => sql`coalesce(jsonb_agg(to_jsonb(one) - 'place'
  || jsonb_build_object('createdAt', ${timeInJson(sql.ref("one.createdAt"))}) order by ${order}), '[]')`;
