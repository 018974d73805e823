import { builtPages, type PageKey } from "../permission/permission.pages.rules.ts";

/** Pages that look at something and change nothing. */
export const shown = builtPages.map(({ key }) => key).filter((key) => !/\.(change|approve|advise)$/.test(key));
export const changing = (...keys: PageKey[]) => keys.flatMap((key) => [key, `${key}.change` as PageKey]);

/** Some keys, checked. */
export const listed = (...keys: readonly PageKey[]) => keys;

/** Who looked, what is kept of whom and how long, and what came into wrong hands. */
export const protection = ["file-openings", "processing-record", "data-breaches", "retention-rules"] as const;

/** What is taught, who takes it and who teaches it. */
export const teaching = [
  "courses",
  "registrations",
  "registration-permits",
  "course-allocations",
  "rooms",
  "timetable",
  "exam-timetable",
  "lectures",
] as const;
export const lecturing = ["my-courses", "class-notices", "supervision", "lectures"] as const;
/** Teaching practice and projects, but for those that one supervises. */
export const practice = ["practice-schools", "practice-rounds", "teaching-practice", "projects"] as const;
/** By what marks are graded. */
export const ruleBook = ["result-profiles", "steps"] as const;
/** The way of marks from the score sheet to the board. */
export const sheets = ["score-sheets", "score-deadlines", "programme-ranges"] as const;
/** What becomes of marks, and of students by them. */
export const results = [
  "moderations",
  "publications",
  "rectifications",
  "mark-inquiries",
  "standings",
  "progressions",
] as const;
/** Who leaves with what: lists of graduands, the offices' ticks, and the papers. */
export const leaving = ["graduations", "exit-clearance", "exit-items", "certificates", "transcripts"] as const;
export const structure = ["colleges", "departments", "programmes", "deans", "heads"] as const;
export const admission = ["sessions", "registration-windows", "intakes", "requirements", "review-items"] as const;
export const fees = [
  "application-fees",
  "acceptance-fees",
  "tuition-fees",
  "tuition-lines",
  "instalments",
  "late-charges",
  "fee-schedule",
  "other-services",
] as const;

export const students = [
  "students",
  "past-marks",
  "invitations",
  "student-status",
  "student-merges",
  "holds",
  "clearance",
  "clearance-items",
  "hand-over",
  "matric-counters",
  "service-orders",
  "outgoing-lists",
  "outside-steps",
  "matriculation-answers",
] as const;
export const desk = [
  "applications",
  "screening-days",
  "screening",
  "olevel-checks",
  "duplicate-persons",
  "jamb-lists",
  "merit-lists",
  "releases",
  "offers",
  "programme-moves",
  "promised-days",
  "outside-steps",
  "admission-statistics",
] as const;
export const changedMoney = listed(
  "payments",
  "payment-exceptions",
  "payment-corrections",
  "fee-waivers",
  "group-payments",
  "withdrawals",
  "statements",
  "day-book",
  "reconciliations",
);
export const money: readonly PageKey[] = [...changedMoney, "receipts"];
