import type { Noun } from "#console/noun/noun.server.ts";
import { jambCandidateRules } from "./candidate/candidate.server.ts";
import { capsReturnRules } from "./caps/caps.server.ts";
import { claimTemplates } from "./claim/claim.refresh.server.ts";
import { jambClaimCalls, jambClaimRules, ownJambClaims } from "./claim/claim.server.ts";
import { jambCourseRules } from "./course/course.server.ts";
import { jambDifferenceCalls, jambDifferenceRules } from "./difference/difference.server.ts";
import { jambListCalls } from "./import/import.server.ts";
import { jambChoiceCall } from "./jamb.choice.server.ts";
import { jambDeskCall, jambListRules } from "./jamb.desk.server.ts";
import { keepUpWithJamb } from "./jamb.job.server.ts";
import { capsProposalRules } from "./outgoing/outgoing.server.ts";
import { screeningScoreRules } from "./screening/screening.server.ts";

export { candidatesOf, nameAtJamb } from "./candidate/candidate.server.ts";
export {
  capsAnswers,
  capsApprovalOf,
  capsDaysOf,
  capsStanding,
  capsStandingOf,
  isReturned,
  lastReturnOf,
} from "./caps/caps.server.ts";
export { jambCorrections } from "./claim/claim.correction.server.ts";
export { claimsOf } from "./claim/claim.server.ts";
export { dropClaim } from "./claim/claim.take.server.ts";
export { jambChoiceAgainst } from "./jamb.choice.server.ts";

export { keepScreenings } from "./screening/screening.server.ts";

export const jambNoun: Noun = {
  name: "jamb",
  calls: (app) => {
    jambListCalls(app);
    jambDeskCall(app);
    jambDifferenceCalls(app);
    jambChoiceCall(app);
    jambClaimCalls(app);
  },
  templates: claimTemplates,
  records: [jambCourseRules],
  listings: [
    jambListRules,
    jambCandidateRules,
    screeningScoreRules,
    capsReturnRules,
    jambDifferenceRules,
    jambClaimRules,
    capsProposalRules,
  ],
  rounds: [keepUpWithJamb],
  ownRows: [ownJambClaims],
};
