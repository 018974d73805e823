export { jambCandidateRules } from "./candidate/candidate.server.ts";
export { capsReturnRules, capsStanding, isReturned, lastReturnOf } from "./caps/caps.server.ts";
export { jambCourseRules } from "./course/course.server.ts";
export { jambDifferenceCalls, jambDifferenceRules } from "./difference/difference.server.ts";
export { jambListCalls } from "./import/import.server.ts";
export { jambDeskCall, jambListRules } from "./jamb.desk.server.ts";
export { keepUpWithJamb } from "./jamb.job.server.ts";
export { capsProposalRules, matriculationListRules } from "./outgoing/outgoing.server.ts";
export { screeningScoreRules } from "./screening/screening.server.ts";
