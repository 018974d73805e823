import type { Noun } from "#console/noun/noun.server.ts";
import { academicRecordNoun } from "#grading/academic-record/academic-record.server.ts";
import { broadsheetNoun } from "#grading/broadsheet/broadsheet.server.ts";
import { certificateNoun } from "#grading/certificate/certificate.server.ts";
import { exitClearanceNoun } from "#grading/exit-clearance/exit-clearance.server.ts";
import { exitItemNoun } from "#grading/exit-item/exit-item.server.ts";
import { graduationNoun } from "#grading/graduation/graduation.server.ts";
import { markInquiryNoun } from "#grading/mark-inquiry/mark-inquiry.server.ts";
import { moderationNoun } from "#grading/moderation/moderation.server.ts";
import { programmeRangeNoun } from "#grading/programme-range/programme-range.server.ts";
import { progressionNoun } from "#grading/progression/progression.server.ts";
import { publicationNoun } from "#grading/publication/publication.server.ts";
import { rectificationNoun } from "#grading/rectification/rectification.server.ts";
import { resultProfileNoun } from "#grading/result-profile/result-profile.server.ts";
import { ruleBookNoun } from "#grading/rule-book/rule-book.server.ts";
import { scoreDeadlineNoun } from "#grading/score-deadline/score-deadline.server.ts";
import { scoreSheetNoun } from "#grading/score-sheet/score-sheet.server.ts";
import { standingNoun } from "#grading/standing/standing.server.ts";
import { studentResultNoun } from "#grading/student-result/student-result.server.ts";
import { transcriptNoun } from "#grading/transcript/transcript.server.ts";

/** The nouns of grading, in the order in which a mark passes them. */
export const gradingNouns: readonly Noun[] = [
  resultProfileNoun,
  ruleBookNoun,
  scoreSheetNoun,
  scoreDeadlineNoun,
  broadsheetNoun,
  programmeRangeNoun,
  academicRecordNoun,
  moderationNoun,
  publicationNoun,
  studentResultNoun,
  rectificationNoun,
  markInquiryNoun,
  standingNoun,
  progressionNoun,
  graduationNoun,
  exitItemNoun,
  exitClearanceNoun,
  certificateNoun,
  transcriptNoun,
];
