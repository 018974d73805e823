import type { rightScopes } from "../permission/permission.contract.ts";
import type { PageKey } from "../permission/permission.pages.rules.ts";
import {
  admission,
  changedMoney,
  changing,
  desk,
  fees,
  leaving,
  lecturing,
  listed,
  money,
  practice,
  protection,
  results,
  ruleBook,
  sheets,
  shown,
  structure,
  students,
  teaching,
} from "./starter-group.pages.rules.ts";

export interface StarterGroup {
  readonly name: string;
  /** What its members do, in a sentence for whoever chooses. */
  readonly about: string;
  readonly scope: (typeof rightScopes)[number];
  readonly pages: readonly PageKey[];
}

/** What each office of a college opens and changes, but for the administrators, whose group is there from the start. */
export const starterGroups: readonly StarterGroup[] = [
  {
    name: "Registrar and admission officers",
    about: "Programmes, sessions, seats, requirements and staff; applications, merit lists, releases and the help desk",
    scope: "all",
    pages: [
      ...listed(
        "dashboard",
        "processing-record",
        "recommendations",
        "exam-cards",
        "payments",
        "form-failures",
        "impossible-states",
      ),
      ...changing(
        ...structure,
        ...admission,
        "staff",
        ...desk,
        ...students,
        ...teaching,
        ...practice,
        "record-corrections",
        "notifications",
        "nudges",
        "languages",
        "data-breaches",
        "retention-rules",
        "templates",
        "banners",
        "help-desk",
      ),
      ...listed("record-corrections.approve", "combination-changes", "combination-changes.approve"),
      ...listed("teaching-practice.approve", "programme-moves.approve"),
      ...listed(...ruleBook, ...sheets, "broadsheets", ...results, ...leaving),
      ...fees,
      ...listed(
        "my-courses",
        "tuition-accounts",
        "past-debts",
        "bill-adjustments",
        "student-loans",
        "sponsors",
        "sponsorships",
        "mails",
        "texts",
        "exports",
      ),
    ],
  },
  {
    name: "Registrar",
    about:
      "The academic registry: signs off transcripts, decides about score sheets, corrections of marks and progressions, and sees leavers to their certificates",
    scope: "all",
    pages: [
      ...listed("dashboard", "departments", "programmes", "sessions", "students", "past-marks", "courses"),
      ...listed(...ruleBook, ...sheets, "broadsheets", ...results, "student-results"),
      ...changing(...leaving),
      ...listed("score-sheets.approve", "rectifications.approve", "progressions.approve", "transcripts.approve"),
    ],
  },
  {
    name: "Provost",
    about:
      "Looks at everything, and approves merit lists, releases, changes of students' status and of combinations, lists that leave and what becomes of results, and enters what the board decides",
    scope: "all",
    pages: [
      ...listed("dashboard", ...structure, ...admission, ...fees, ...desk, ...students, ...teaching, ...practice),
      ...listed(...ruleBook, ...sheets, "broadsheets", ...results, ...leaving, "student-results"),
      ...listed("my-courses", "exam-cards", "combination-changes", "recommendations", "record-corrections"),
      ...listed("tuition-accounts", "past-debts", "bill-adjustments", "student-loans", "sponsors", "sponsorships"),
      ...money,
      ...listed("staff", "audit", "exports", "form-failures", "impossible-states", "notifications"),
      ...listed(...protection, "retention-rules.approve"),
      ...listed(
        "programme-moves.approve",
        "merit-lists.approve",
        "releases.approve",
        "olevel-checks.approve",
        "duplicate-persons.approve",
        "student-status.approve",
        "student-merges.approve",
      ),
      ...listed("outgoing-lists.approve", "combination-changes.approve", "broadsheets.approve"),
      ...listed("moderations.approve", "publications.approve", "graduations.approve"),
      ...listed("standings.approve", "rectifications.approve", "api-keys", "api-keys.approve"),
      ...listed("templates", "templates.approve", "banners"),
    ],
  },
  {
    name: "Secretary of the Academic Board",
    about: "Enters what the Academic Board decides about score sheets, with its minute",
    scope: "all",
    pages: [
      ...listed("dashboard", "broadsheets", "broadsheets.approve", "score-sheets"),
      ...listed("result-profiles", "programme-ranges", "moderations", "graduations"),
    ],
  },
  {
    name: "Bursar",
    about: "Fees and all money, and approves corrections and the opening of closed days",
    scope: "all",
    pages: [
      ...listed(
        "dashboard",
        ...changing(
          ...fees,
          ...changedMoney,
          "holds",
          "tuition-accounts",
          "past-debts",
          "bill-adjustments",
          "student-loans",
          "sponsors",
          "sponsorships",
        ),
        "outgoing-lists",
        "receipts",
        "students",
        "programmes",
        "sessions",
        "exports",
        "mails",
        "texts",
      ),
      ...listed(
        "payment-corrections.approve",
        "fee-waivers.approve",
        "day-book.approve",
        "bill-adjustments.approve",
        "student-loans.approve",
        "sponsorships.approve",
        "withdrawals.approve",
      ),
    ],
  },
  {
    name: "Cashiers",
    about: "Fees are looked at; payments, statements and the day book are worked on",
    scope: "all",
    pages: [
      ...listed("dashboard", ...fees, ...changing(...changedMoney), "receipts"),
      ...listed("tuition-accounts", "students", "programmes", "sessions"),
      ...changing("bill-adjustments", "student-loans", "sponsors", "sponsorships"),
    ],
  },
  { name: "Auditors", about: "Looks at everything, changes nothing", scope: "all", pages: shown },
  {
    name: "Deans",
    about: "Their own school, countersigns recommendations and decides about changes of combination and score sheets",
    scope: "college",
    pages: [
      ...listed("dashboard", "colleges", "departments", "programmes", "heads", "intakes", "staff"),
      ...listed("applications", "recommendations", "recommendations.approve", "merit-lists"),
      ...listed("combination-changes", "combination-changes.approve"),
      ...listed(...sheets, "score-sheets.approve", "broadsheets", ...ruleBook),
      ...listed("students", "student-results", "mark-inquiries", "rectifications", "standings"),
      ...teaching,
      ...practice,
      ...changing("my-courses"),
    ],
  },
  {
    name: "Heads of department",
    about:
      "Their own department and its courses, recommends applicants, clears new students and leavers, and decides about changes of combination and score sheets",
    scope: "department",
    pages: [
      ...listed("dashboard", "departments", "programmes", "intakes", "requirements", "application-fees", "staff"),
      ...listed(
        "applications",
        ...changing("recommendations", "clearance", "exit-clearance", ...teaching),
        "merit-lists",
        "sessions",
      ),
      ...changing("notifications", "class-notices", "my-courses"),
      ...listed("exam-cards", "my-week"),
      ...listed("combination-changes", "combination-changes.approve"),
      ...listed("practice-schools", "practice-rounds", "students"),
      ...changing("teaching-practice", "projects", "supervision"),
      ...listed("teaching-practice.approve", "score-sheets.approve"),
      ...listed(...sheets, "broadsheets", ...ruleBook, "student-results"),
      ...changing("rectifications", "mark-inquiries"),
    ],
  },
  {
    name: "Clearance officers",
    about: "What new students and leavers show at the office that they work in, such as the clinic or student affairs",
    scope: "unit",
    pages: listed("dashboard", ...changing("clearance", "exit-clearance")),
  },
  {
    name: "Lecturers",
    about:
      "Their own week and the classes that they teach, with lectures held and attendance, marks, notices to their students, and the students whom they supervise",
    scope: "department",
    pages: listed("dashboard", "my-week", ...changing(...lecturing, "rectifications", "mark-inquiries")),
  },
  {
    name: "Level advisers",
    about:
      "Register courses for a student of the department that they work in who stands before them, decided as the student's own would be",
    scope: "unit",
    pages: listed("dashboard", "courses", "registrations", "registrations.advise", "students", "student-results"),
  },
  {
    name: "Exams officers",
    about:
      "The examination timetable, examination cards and who is permitted to sit; the rule-book of grading, score sheets and all that becomes of results; departments, programmes, sessions and courses are looked at",
    scope: "all",
    pages: [
      ...listed("dashboard", "departments", "programmes", "sessions", "students", "my-courses"),
      ...teaching,
      ...changing("exam-cards", ...ruleBook, ...sheets, ...results, "transcripts"),
      ...listed("exam-timetable.change", "score-sheets.approve", "broadsheets", "student-results", "graduations"),
    ],
  },
  {
    name: "Quality assurance",
    about: "How much of each class was held and what was due by now, who teaches it and when; changes nothing",
    scope: "all",
    pages: listed(
      ...listed("dashboard", "departments", "programmes", "sessions"),
      ...listed("courses", "course-allocations", "timetable", "lectures"),
      ...listed("score-sheets", "score-deadlines"),
    ),
  },
  {
    name: "Timetable officers",
    about: "Rooms, the weekly timetable and the timetable of examinations; courses and who teaches them are looked at",
    scope: "all",
    pages: [
      ...listed("dashboard", "departments", "programmes", "sessions", "staff", "courses", "course-allocations"),
      ...changing("rooms", "timetable", "exam-timetable"),
    ],
  },
  {
    name: "Teaching practice office",
    about:
      "Practice schools, rounds, postings and supervisors; a head of department or the Registry agrees to the results",
    scope: "all",
    pages: [
      ...listed("dashboard", "departments", "programmes", "sessions", "staff", "students", "courses"),
      ...changing("practice-schools", "practice-rounds", "teaching-practice"),
    ],
  },
  {
    name: "Screening table",
    about:
      "Marks at the screening who came, which originals were seen, and the score; days, programmes and sessions are looked at",
    scope: "all",
    pages: listed("dashboard", "programmes", "sessions", "applications", "screening-days", ...changing("screening")),
  },
  {
    name: "Help desk",
    about: "Helps applicants: finds them, sees where they stand, asks for a change of address",
    scope: "all",
    pages: [
      ...listed("dashboard", "programmes", "requirements", "mails", "texts", "applications", "payments"),
      ...changing("record-corrections", "help-desk"),
    ],
  },
];
