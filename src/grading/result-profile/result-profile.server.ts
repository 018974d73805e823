import { sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import { keepingRules, type RecordRules } from "#console/record/record.server.ts";
import { bookCalls, STAYS } from "./result-profile.book.server.ts";
import { resultProfiles, scoreBands } from "./result-profile.contract.ts";
import { impossibleProfiles } from "./result-profile.impossible.server.ts";
import { lockProfile } from "./result-profile.read.server.ts";
import { cohortCalls, profileUseRules } from "./result-profile.use.server.ts";
import { stepCalls, stepRules } from "./step/step.server.ts";

export {
  keepCohorts,
  type ProfileHead,
  profileFor,
  profileHeads,
  profilesById,
  profilesOfHeads,
  type StoredProfile,
  standBy,
} from "./result-profile.read.server.ts";
export { stepsFor } from "./step/step.server.ts";

const profileRules: RecordRules<typeof resultProfiles> = {
  of: resultProfiles,
  table: "result_profile",
  within: "college-wide",
  constraints: {
    result_profile_named: ["value-taken", "name", "Another profile has this name already"],
    result_profile_maxima: ["maxima-not-hundred", "exammax", "CA and examination must come to 100 together"],
    result_profile_used: ["result-profile-used", "passmark", STAYS],
  },
  deeds: { "result_profile.set-rules": "Rules changed", "result_profile.copy": "Copied as a new version" },
  instead: "Make it Inactive: those who are graded by it stay so, and it can be named for nobody else",
};

const bandRules: RecordRules<typeof scoreBands> = {
  of: scoreBands,
  table: "score_band",
  within: "college-wide",
  usual: async (trx) => ({ profile: await newestUnused(trx) }),
  constraints: {
    score_band_apart: [
      "bands-overlap",
      "from",
      "A score of this band is in another band of the profile already. Change that one first, or edit all bands together on the profile",
    ],
    score_band_grades: ["value-taken", "grade", "The profile has a band of this grade already. Change that one"],
    score_band_ends: ["ends-out-of-order", "to", "To must not be less than From"],
    score_band_whole: [
      "bands-incomplete",
      "from",
      "Students are graded by this profile, so each score keeps a band. Edit all bands together on the profile",
    ],
    result_profile_used: ["result-profile-used", "profile", STAYS],
  },
  told: async (_db, _registry, rows) => rows.map((row) => ({ ...row, point: Number(row.point) })),
  check: async ({ trx }, { before, form }) => {
    for (const profile of [form?.profile, before && (before.profile as { _id: string })._id])
      if (profile) await lockProfile(trx, String(profile));
  },
  // The database looks at the whole of the bands last; here, so that what it finds is a sentence.
  brings: async ({ trx }) => {
    await keepingRules(bandRules, sql`set constraints portal.score_band_whole immediate`, trx);
  },
  instead: STAYS,
};

/** By which no results stand, the last that was added. */
async function newestUnused(trx: Parameters<typeof lockProfile>[0]): Promise<string | undefined> {
  const { rows } = await sql<{ _id: string }>`
    select p._id from portal.result_profile p where p."usedAt" is null order by p."createdAt" desc, p._id desc limit 1`.execute(
    trx,
  );
  return rows[0]?._id;
}

export const resultProfileNoun: Noun = {
  name: "result-profile",
  calls: (app) => {
    bookCalls(app);
    cohortCalls(app);
    stepCalls(app);
  },
  records: [profileRules, bandRules, profileUseRules, stepRules],
  impossible: impossibleProfiles,
};
