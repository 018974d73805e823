import type { rightScopes } from "../permission/permission.contract.ts";
import { builtPages, type PageKey } from "../permission/permission.pages.rules.ts";

export interface StarterGroup {
  readonly name: string;
  /** What its members do, in a sentence for whoever chooses. */
  readonly about: string;
  readonly scope: (typeof rightScopes)[number];
  readonly pages: readonly PageKey[];
}

const shown = builtPages.map(({ key }) => key).filter((key) => !/\.(change|approve|advise)$/.test(key));
const changing = (...keys: PageKey[]) => keys.flatMap((key) => [key, `${key}.change` as PageKey]);

/** Some keys, checked. */
const listed = (...keys: readonly PageKey[]) => keys;

/** What is taught, who takes it and who teaches it. */
const teaching = [
  "courses",
  "registrations",
  "registration-permits",
  "course-allocations",
  "rooms",
  "timetable",
  "exam-timetable",
  "lectures",
] as const;
/** Teaching practice and projects, but for those that one supervises. */
const practice = ["practice-schools", "practice-rounds", "teaching-practice", "projects"] as const;
const structure = ["colleges", "departments", "programmes", "deans", "heads"] as const;
const admission = ["sessions", "registration-windows", "intakes", "requirements"] as const;
const fees = [
  "application-fees",
  "acceptance-fees",
  "tuition-fees",
  "tuition-lines",
  "instalments",
  "late-charges",
  "fee-schedule",
  "other-services",
] as const;

const students = [
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
  "matriculation-answers",
] as const;
const desk = ["applications", "jamb-lists", "merit-lists", "releases", "offers"] as const;
const changedMoney = listed(
  "payments",
  "payment-exceptions",
  "payment-corrections",
  "withdrawals",
  "statements",
  "day-book",
  "reconciliations",
);
const money: readonly PageKey[] = [...changedMoney, "receipts"];

/** What each office of a college opens and changes, but for the administrators, whose group is there from the start. */
export const starterGroups: readonly StarterGroup[] = [
  {
    name: "Registrar and admission officers",
    about: "Programmes, sessions, seats, requirements and staff; applications, merit lists, releases and the help desk",
    scope: "all",
    pages: [
      ...listed("dashboard", "recommendations", "exam-cards", "payments", "form-failures", "impossible-states"),
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
        "help-desk",
      ),
      ...listed("record-corrections.approve", "combination-changes", "combination-changes.approve"),
      ...listed("teaching-practice.approve"),
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
        "exports",
      ),
    ],
  },
  {
    name: "Provost",
    about:
      "Looks at everything, and approves merit lists, releases, changes of students' status and of combinations, and lists that leave",
    scope: "all",
    pages: [
      ...listed(
        "dashboard",
        ...structure,
        ...admission,
        ...fees,
        ...desk,
        ...students,
        ...teaching,
        ...practice,
        "my-courses",
        "exam-cards",
        "combination-changes",
        "tuition-accounts",
        "past-debts",
        "bill-adjustments",
        "student-loans",
        "sponsors",
        "sponsorships",
        ...money,
        "recommendations",
        "record-corrections",
        "staff",
        "audit",
      ),
      ...listed(
        "exports",
        "form-failures",
        "impossible-states",
        "notifications",
        "merit-lists.approve",
        "releases.approve",
        "student-status.approve",
        "outgoing-lists.approve",
        "student-merges.approve",
        "combination-changes.approve",
      ),
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
      ),
      ...listed(
        "payment-corrections.approve",
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
    about: "Their own school, countersigns recommendations and decides about changes of combination",
    scope: "college",
    pages: [
      ...listed("dashboard", "colleges", "departments", "programmes", "heads", "intakes", "staff"),
      ...listed("applications", "recommendations", "recommendations.approve", "merit-lists"),
      ...listed("combination-changes", "combination-changes.approve"),
      ...teaching,
      ...practice,
      ...changing("my-courses"),
    ],
  },
  {
    name: "Heads of department",
    about:
      "Their own department and its courses, recommends applicants, clears new students and decides about changes of combination",
    scope: "department",
    pages: [
      ...listed("dashboard", "departments", "programmes", "intakes", "requirements", "application-fees", "staff"),
      ...listed("applications", ...changing("recommendations", "clearance", ...teaching), "merit-lists", "sessions"),
      ...changing("notifications", "class-notices", "my-courses"),
      ...listed("exam-cards", "my-week"),
      ...listed("combination-changes", "combination-changes.approve"),
      ...listed("practice-schools", "practice-rounds", "students"),
      ...changing("teaching-practice", "projects", "supervision"),
      ...listed("teaching-practice.approve"),
    ],
  },
  {
    name: "Clearance officers",
    about: "What new students show at the office that they work in, such as the clinic or student affairs",
    scope: "unit",
    pages: listed("dashboard", ...changing("clearance")),
  },
  {
    name: "Lecturers",
    about:
      "Their own week and the classes that they teach, with lectures held and attendance, notices to their students, and the students whom they supervise",
    scope: "department",
    pages: listed("dashboard", "my-week", ...changing("my-courses", "class-notices", "supervision", "lectures")),
  },
  {
    name: "Level advisers",
    about:
      "Register courses for a student of the department that they work in who stands before them, decided as the student's own would be",
    scope: "unit",
    pages: listed("dashboard", "courses", "registrations", "registrations.advise", "students"),
  },
  {
    name: "Exams officers",
    about:
      "Departments, programmes, sessions and courses are looked at; the examination timetable, examination cards and who is permitted to sit",
    scope: "all",
    pages: [
      ...listed("dashboard", "departments", "programmes", "sessions", "students", "my-courses"),
      ...teaching,
      ...changing("exam-cards"),
      ...listed("exam-timetable.change"),
    ],
  },
  {
    name: "Quality assurance",
    about: "How much of each class was held and what was due by now, who teaches it and when; changes nothing",
    scope: "all",
    pages: listed(
      ...listed("dashboard", "departments", "programmes", "sessions"),
      ...listed("courses", "course-allocations", "timetable", "lectures"),
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
    name: "Help desk",
    about: "Helps applicants: finds them, sees where they stand, asks for a change of address",
    scope: "all",
    pages: [
      ...listed("dashboard", "programmes", "requirements", "mails", "applications", "payments"),
      ...changing("record-corrections", "help-desk"),
    ],
  },
];
