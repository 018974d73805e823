export { reviewDeskCall } from "./desk/desk.server.ts";
export { markOverdue, remindOfDocuments } from "./document-request/document-request.job.server.ts";
export {
  askedDocumentsOf,
  countAwaitedDocuments,
  ownDocumentRequests,
  requestsOf,
} from "./document-request/document-request.read.server.ts";
export { documentRequestCalls } from "./document-request/document-request.server.ts";
export { reviewDeedCalls } from "./file/file.deeds.server.ts";
export { reviewNoteCalls } from "./file/file.notes.server.ts";
export { judgedResultsOf } from "./file/file.results.server.ts";
export { lookInto, papersOf, reviewFileCall } from "./file/file.server.ts";
export { forgetViewers, reviewViewerCalls } from "./file/file.viewers.server.ts";
export { everyReview, impossibleReviews } from "./review.impossible.server.ts";
export { judgeAnew, judgeReviews, rulesOf } from "./review.job.server.ts";
export { lockedReviews, moveReviews, noteRecalledReviews, reachedFile } from "./review.move.server.ts";
export {
  applicantOfCode,
  applicantsByCode,
  applicationsOfApplicant,
  appliedBetween,
  appliedIn,
  type CountedReviews,
  candidateOf,
  countedReviews,
  everApplied,
  forgetScreenings,
  isAnothersJamb,
  isOwnApplication,
  ownApplications,
  reviewRules,
  reviewsChangedSince,
  reviewsOf,
  reviewsWithArrivals,
  type Scores,
  standingAt,
  standingOf,
  takeScores,
  untakenReviews,
} from "./review.read.server.ts";
