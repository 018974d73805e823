import type { ALevel } from "#academics/alevel-result/alevel-result.contract.ts";
import { useALevels } from "#academics/alevel-result/alevel-result.server.ts";
import type { Result } from "#academics/olevel-result/olevel-result.contract.ts";
import { useResults } from "#academics/olevel-result/olevel-result.server.ts";
import type { Sitting } from "#academics/olevel-sitting/olevel-sitting.contract.ts";
import { useSittings } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import type { AdmittingProgramme, Programme } from "#college/programme/programme.contract.ts";
import { readSetting } from "#college/setting/setting.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { Bio } from "#profile/bio/bio.contract.ts";
import { useBio } from "#profile/bio/bio.server.ts";
import type { Referee } from "#profile/referee/referee.contract.ts";
import { useReferees } from "#profile/referee/referee.server.ts";
import { firstUnmet, judgePrerequisites } from "../prerequisites/prerequisites.rules.ts";
import { type AskedPaper, missingFrom, takeDocuments } from "../requirement/requirement.server.ts";

/** What an applicant had handed in at the moment of submitting. Contract 3.8. */
export interface ApplicationPapers {
  readonly bio: Omit<Bio, "photo">;
  readonly referees: readonly Omit<Referee, "id" | "disabled" | "version">[];
  readonly sittings: readonly Sitting[];
  readonly results: readonly Result[];
  /** None, for most: they are no prerequisite. */
  readonly alevels: readonly ALevel[];
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
  const needed = await readSetting(trx, "resultsNeeded");
  const referees = await useReferees(trx, owner);
  const bio = await useBio(trx, owner);
  const sittings = await useSittings(trx, owner);
  const results = await useResults(trx, owner);
  const alevels = await useALevels(trx, owner);
  const count = { referees: referees.length, sittings: sittings.length, results: results.length };
  const unmet = firstUnmet(judgePrerequisites({ ...count, bio: bio ? 1 : 0 }, needed));
  if (unmet || !bio) throw refuse("prerequisites-unmet", unmet?.sentence ?? "You need to upload your bio data");

  const documents = await takeDocuments(trx, owner, programme._id, session);
  const missing = missingFrom(documents).map(({ label }) => label);
  if (missing.length > 0)
    throw refuse("documents-missing", `Please upload what ${programme.name} asks for: ${missing.join(", ")}`);
  return { bio, referees, sittings, results, alevels, documents };
}
