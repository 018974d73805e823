/**
 * What stood above its ceiling when the check began to hold, and at what: in kB, or as a number of files. None of it may grow, and what has
 * come below its ceiling is taken off. Decision 0137.
 */
export const standsAbove: Readonly<Record<string, number>> = {
  "new script of apply, in Yorùbá": 16.1,
  "student: new script of transcript.student": 15.4,
  "/staff/jamb-lists/*": 13,
  "/staff/offers/*": 15,
  "/staff/tuition-accounts/*": 13,
  "/staff/my-courses/*": 13,
  "/staff/score-sheets/*": 13,
  "/staff/score-deadlines/*": 14,
  "/staff/student-results/*": 20,
  "/staff/rectifications/*": 14,
  "/staff/standings/*": 17,
  "/staff/progressions/*": 17,
  "/staff/result-profiles/*": 14,
  "/staff/payments/*": 13,
  "/staff/payment-corrections/*": 13,
  "/student": 13,
  "/student/course-form": 13,
  "/student/exam-card": 13,
  "/student/project": 13,
  "/student/results": 15,
  "/student/results/:id": 15,
  "/student/inquiries": 13,
  "/student/transcripts": 16,
  "/student/transcripts/:id": 14,
  "/student/record": 15,
};
