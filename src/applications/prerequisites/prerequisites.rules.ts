import { MAX_SITTINGS } from "#academics/olevel-sitting/olevel-sitting.contract.ts";
import { REFEREES_NEEDED } from "#profile/referee/referee.rules.ts";

/** Specification 4. */
const SITTINGS_NEEDED = 1;

/** How many of each an applicant has; bio is 0 or 1. */
export interface PapersCount {
  readonly referees: number;
  readonly bio: number;
  readonly sittings: number;
  readonly results: number;
}

/** With the subjects whose results are awaited, as far as the session still waits for them. */
export interface AwaitingCount extends PapersCount {
  readonly awaited: number;
}

export interface JudgedPrerequisite {
  readonly key: keyof PapersCount;
  readonly label: string;
  readonly met: boolean;
  /** What to do about it, in the words of Specification 8. */
  readonly sentence: string;
}

/**
 * What an application needs, in the order of the dashboard, each judged. The page's list and the server's refusal
 * are this one. `resultsNeeded` is the college's setting. Specification 4 and 8, Contract 3.7.
 */
export function judgePrerequisites(papers: AwaitingCount, resultsNeeded: number): JudgedPrerequisite[] {
  const { referees, bio, sittings, results, awaited } = papers;
  return [
    {
      key: "referees",
      label: "Parents and guardians",
      met: referees >= REFEREES_NEEDED,
      sentence: `You are required to upload ${REFEREES_NEEDED} referees/guardians`,
    },
    { key: "bio", label: "Bio data", met: bio >= 1, sentence: "You need to upload your bio data" },
    {
      key: "sittings",
      label: "O-Level sittings",
      met: sittings >= SITTINGS_NEEDED && sittings <= MAX_SITTINGS,
      sentence: `Please check your O-Level sittings maximum sittings is ${MAX_SITTINGS}`,
    },
    {
      key: "results",
      label: "O-Level results",
      met: results + awaited >= resultsNeeded,
      sentence: `Please check your O-Level results add a minimum of ${resultsNeeded} results, ${results} currently added`,
    },
  ];
}

/** The first thing that is missing, or undefined when the application may go on. */
export const firstUnmet = (judged: readonly JudgedPrerequisite[]): JudgedPrerequisite | undefined =>
  judged.find(({ met }) => !met);
