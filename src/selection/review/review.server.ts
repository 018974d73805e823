import type { Noun } from "#console/noun/noun.server.ts";
import {
  awaitedResultTemplates,
  markResultsOverdue,
  remindOfResults,
} from "./awaited-result/awaited-result.job.server.ts";
import { reviewDeskCall } from "./desk/desk.server.ts";
import { markOverdue, remindOfDocuments } from "./document-request/document-request.job.server.ts";
import { documentTemplates } from "./document-request/document-request.mail.server.ts";
import { ownDocumentRequests } from "./document-request/document-request.read.server.ts";
import { documentRequestCalls } from "./document-request/document-request.server.ts";
import { dossierCall } from "./dossier/dossier.server.ts";
import { reviewDeedCalls } from "./file/file.deeds.server.ts";
import { reviewNoteCalls } from "./file/file.notes.server.ts";
import { reviewFileCall } from "./file/file.server.ts";
import { forgetViewers, reviewViewerCalls } from "./file/file.viewers.server.ts";
import { impossibleReviews } from "./review.impossible.server.ts";
import { judgeReviews } from "./review.job.server.ts";
import { reviewRules, reviewsWithArrivals, reviewsWithoutResults, untakenReviews } from "./review.read.server.ts";
import { takingCalls } from "./taking/taking.server.ts";
import { reviewItemRules, tickListCalls } from "./tick-list/tick-list.server.ts";

export {
  askedDocumentsOf,
  countAwaitedDocuments,
  requestsOf,
} from "./document-request/document-request.read.server.ts";
export { judgedResultsOf } from "./file/file.results.server.ts";
export { lookInto, papersOf } from "./file/file.server.ts";
export { everyReview } from "./review.impossible.server.ts";
export { judgeAnew, judgeableResults, readEntryRules, verdictBy } from "./review.job.server.ts";
export {
  findReachedFile,
  lockReviews,
  moveReviews,
  noteRecalledReviews,
  noteReinstatedReview,
} from "./review.move.server.ts";
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
  filedAs,
  forgetScreenings,
  isAnothersJamb,
  isOwnApplication,
  keptScreenings,
  lockScreened,
  ownApplications,
  type ReviewScores,
  reviewRules,
  reviewsChangedSince,
  reviewsOf,
  reviewsToCount,
  type ScreenedReview,
  screenedReview,
  soughtReviews,
  standingAt,
  standingOf,
  takeScores,
} from "./review.read.server.ts";

export const reviewNoun: Noun = {
  name: "review",
  templates: [...awaitedResultTemplates, ...documentTemplates],
  calls: (app) => {
    reviewDeskCall(app);
    reviewFileCall(app);
    reviewDeedCalls(app);
    reviewViewerCalls(app);
    reviewNoteCalls(app);
    takingCalls(app);
    dossierCall(app);
    tickListCalls(app);
    documentRequestCalls(app);
  },
  records: [reviewItemRules],
  listings: [reviewRules],
  rounds: [judgeReviews, markResultsOverdue, remindOfResults, markOverdue, remindOfDocuments, forgetViewers],
  ownRows: [ownDocumentRequests],
  impossible: impossibleReviews,
  waiting: [
    {
      right: "applications.change",
      list: "applications",
      rows: untakenReviews,
      one: "One application waits to be checked.",
      many: "applications wait to be checked.",
      deed: "See them",
      link: "/staff/applications?state=Submitted",
    },
    {
      right: "applications.change",
      list: "applications",
      rows: reviewsWithArrivals,
      one: "A document came for one application.",
      many: "applications have a document that came.",
      deed: "Look at the documents",
      link: "/staff/applications?papers=Arrived",
    },
    {
      right: "applications.change",
      list: "applications",
      rows: reviewsWithoutResults,
      one: "One application still awaits results after the last day.",
      many: "applications still await results after the last day.",
      deed: "Look at them",
      link: "/staff/applications?results=Overdue",
    },
  ],
};
