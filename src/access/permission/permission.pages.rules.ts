import { type Page, page } from "./permission.groups.rules.ts";

/** Pages that show and nothing more. */
const shown = {
  dashboard: page("overview", "Dashboard", "dashboard/staff-dashboard"),
  audit: page("records", "Audit", "console/audit"),
  exports: page("records", "Exports", "console/export-log"),
  "processing-record": page("records", "Record of processing", "support/processing-record"),
  "file-openings": page("records", "Files opened", "support/file-opening"),
  texts: page("records", "SMS", "console/outgoing-sms"),
  matriculation: page("students", "Matric numbers", "registry/matriculation"),
  "combination-changes": page("students", "Changes of combination", "registry/combination-change"),
  "my-week": page("teaching", "My week", "teaching/my-week"),
  broadsheets: page("results", "Broadsheets", "grading/broadsheet"),
  "student-results": page("results", "Results of students", "grading/student-result"),
  receipts: page("money", "Receipts", "bursary/receipt-register"),
  "form-failures": page("support", "Form failures", "support/form-failure"),
} as const;

/** Pages of which one right opens and another changes what stands there. */
const changed = {
  applications: page("selection", "Applications", null),
  "review-items": page("selection", "Tick list", "selection/review/tick-list"),
  recommendations: page("selection", "Recommendations", "selection/recommendation"),
  "record-corrections": page("selection", "File corrections", "profile/record-correction"),
  "screening-days": page("selection", "Screening days", "selection/screening/day"),
  screening: page("selection", "Screening table", "selection/screening/hall"),
  "olevel-checks": page("selection", "O-Level verification", "selection/olevel-check"),
  "duplicate-persons": page("selection", "Likely duplicates", "selection/duplicate-person"),
  "jamb-lists": page("selection", "JAMB lists", "selection/jamb"),
  "merit-lists": page("selection", "Merit lists", "selection/merit-list"),
  releases: page("selection", "Releases", "admission/offer/release"),
  offers: page("selection", "Offers", "admission/offer"),
  "admission-statistics": page("selection", "Statistics", "dashboard/admission-statistics"),
  "promised-days": page("selection", "Promised days", "selection/promised-day"),
  "programme-moves": page("selection", "Changes of programme", "admission/programme-move"),
  students: page("students", "Students", "registry/student-file"),
  clearance: page("students", "Clearance", "registry/clearance"),
  "clearance-items": page("students", "Clearance items", "registry/clearance-item"),
  "student-status": page("students", "Changes of status", "registry/status-change"),
  "student-merges": page("students", "Merges of records", "registry/student-merge"),
  invitations: page("students", "Invitations", "registry/student-invitation"),
  "past-marks": page("students", "Past marks", "registry/past-mark"),
  "hand-over": page("students", "Hand-over", "registry/hand-over"),
  "matric-counters": page("students", "Matric counters", "registry/matriculation"),
  "service-orders": page("students", "Service orders", "registry/service-order"),
  holds: page("students", "Holds", "registry/hold"),
  "outgoing-lists": page("students", "Lists that leave", "registry/outgoing-list"),
  "outside-steps": page("students", "Steps with JAMB", "registry/outside-step"),
  "matriculation-answers": page("students", "Matriculation answers", "registry/outgoing-list/answer"),
  "tuition-accounts": page("students", "Tuition accounts", "registry/tuition-account"),
  "student-loans": page("students", "Student loans", "registry/student-loan"),
  "past-debts": page("students", "Debts brought in", "registry/past-debt"),
  "bill-adjustments": page("students", "Changes of bills", "registry/bill-adjustment"),
  sponsors: page("students", "Sponsors", "registry/sponsor"),
  sponsorships: page("students", "Sponsorships", "registry/sponsorship"),
  courses: page("courses", "Courses", "registry/course"),
  registrations: page("courses", "Registrations", "registry/course-registration/inbox"),
  "registration-permits": page("courses", "Permits to register", "registry/registration-permit"),
  "course-allocations": page("teaching", "Allocation", "teaching/course-allocation"),
  "practice-schools": page("teaching", "Practice schools", "teaching/practice-school"),
  "practice-rounds": page("teaching", "Practice rounds", "teaching/practice-round"),
  "teaching-practice": page("teaching", "Teaching practice", "teaching/teaching-practice"),
  projects: page("teaching", "Projects", "teaching/project"),
  supervision: page("teaching", "My supervision", "teaching/supervision"),
  rooms: page("teaching", "Rooms", "teaching/room"),
  timetable: page("teaching", "Timetable", "teaching/timetable"),
  "exam-timetable": page("teaching", "Examination timetable", "teaching/exam-timetable"),
  "class-notices": page("teaching", "Class notices", "support/notification/class-notice"),
  lectures: page("teaching", "Lectures held", "teaching/lecture"),
  "exam-cards": page("teaching", "Examination cards", "teaching/exam-card"),
  "my-courses": page("teaching", "My courses", "teaching/my-course"),
  "score-sheets": page("results", "Score sheets", "grading/score-sheet/chain"),
  "score-deadlines": page("results", "Sheets due", "grading/score-deadline"),
  moderations: page("results", "Moderation", "grading/moderation"),
  publications: page("results", "Publication", "grading/publication"),
  "mark-inquiries": page("results", "Questions about marks", "grading/mark-inquiry"),
  rectifications: page("results", "Rectifications", "grading/rectification"),
  standings: page("results", "Academic standing", "grading/standing"),
  progressions: page("results", "Progression", "grading/progression"),
  "result-profiles": page("results", "Rule-book of grading", "grading/rule-book"),
  steps: page("results", "Steps", "grading/result-profile/step"),
  "programme-ranges": page("results", "Ranges of steps", "grading/programme-range"),
  graduations: page("graduation", "Graduation lists", "grading/graduation"),
  "exit-clearance": page("graduation", "Exit clearance", "grading/exit-clearance"),
  certificates: page("graduation", "Certificates", "grading/certificate"),
  transcripts: page("graduation", "Transcripts", "grading/transcript"),
  "exit-items": page("graduation", "Exit items", "grading/exit-item"),
  payments: page("money", "Payments", "bursary/payment-desk"),
  "payment-exceptions": page("money", "Exceptions", "bursary/payment-exception"),
  "payment-corrections": page("money", "Corrections", "bursary/payment-correction"),
  "fee-waivers": page("money", "Waivers", "bursary/fee-waiver"),
  "group-payments": page("money", "Payments for a list", "admission/group-payment"),
  withdrawals: page("money", "Withdrawals", "registry/withdrawal"),
  statements: page("money", "Statements", "bursary/statement"),
  "day-book": page("money", "Day book", "bursary/day-book"),
  reconciliations: page("money", "Reconciliation", "bursary/reconciliation"),
  "help-desk": page("support", "Help desk", "support/help-desk"),
  notifications: page("support", "Notifications", "support/notification"),
  nudges: page("support", "Reminders", "support/nudge"),
  templates: page("support", "Letters and mails", "support/template-desk"),
  banners: page("support", "Banners", "support/banner"),
  languages: page("support", "Languages", "support/translation"),
  "impossible-states": page("support", "Impossible states", "support/impossible-state"),
  sessions: page("admission", "Sessions", "calendar/session"),
  "registration-windows": page("admission", "Registration windows", "calendar/registration-window"),
  intakes: page("admission", "Seats and entry rules", "calendar/intake"),
  requirements: page("admission", "Requirements", "applications/requirement"),
  colleges: page("structure", "Colleges", "college/college"),
  departments: page("structure", "Departments", "college/department"),
  programmes: page("structure", "Programmes", null),
  deans: page("structure", "Deans", "access/office"),
  heads: page("structure", "Heads of department", "access/office"),
  "application-fees": page("fees", "Application fees", "fees/application-fee-item"),
  "acceptance-fees": page("fees", "Acceptance fee", "fees/acceptance-fee-item"),
  "tuition-fees": page("fees", "Tuition fees", "fees/tuition-fee-item"),
  "tuition-lines": page("fees", "Tuition fee lines", "fees/programme-tuition-fee-item"),
  instalments: page("fees", "Instalments", "registry/instalment"),
  "late-charges": page("fees", "Late charges", "registry/late-charge"),
  "fee-schedule": page("fees", "Schedule of fees", "fees/schedule-of-fee-item"),
  "other-services": page("fees", "Other services", "fees/other-service"),
  staff: page("people", "Staff", "access/staff"),
  "user-groups": page("access", "User groups", "access/permission/user-group"),
  "group-members": page("access", "Group members", "access/permission/user-group"),
  "group-permissions": page("access", "Group permissions", "access/permission/group-permission"),
  "user-permissions": page("access", "User permissions", "access/permission/user-permission"),
  pages: page("access", "Pages", "access/permission/page"),
  "page-groups": page("access", "Page groups", "access/permission/page"),
  "sub-page-groups": page("access", "Sub page groups", "access/permission/page"),
  "api-keys": page("systems", "API keys", "integration/api-key"),
  "web-hooks": page("systems", "Receivers of events", "integration/web-hook"),
  "retention-rules": page("records", "How long data are kept", "support/retention"),
  "data-breaches": page("records", "Breaches of data", "support/data-breach"),
  mails: page("records", "Mails", "console/outgoing-mail"),
  settings: page("records", "Settings", null),
} as const;

/** Pages where a second person approves what another proposes. */
const approved = [
  "recommendations",
  "record-corrections",
  "olevel-checks",
  "duplicate-persons",
  "merit-lists",
  "releases",
  "programme-moves",
  "payment-corrections",
  "fee-waivers",
  "day-book",
  "student-status",
  "student-merges",
  "bill-adjustments",
  "outgoing-lists",
  "combination-changes",
  "student-loans",
  "sponsorships",
  "withdrawals",
  "teaching-practice",
  "transcripts",
  "graduations",
  "moderations",
  "publications",
  "score-sheets",
  "broadsheets",
  "standings",
  "progressions",
  "rectifications",
  "api-keys",
  "templates",
  "retention-rules",
] as const satisfies readonly (Shown | Changed)[];

/** Pages where somebody does a deed in another's place, and whoever changes the page decides about it. */
const advised = ["registrations"] as const satisfies readonly Changed[];

type Shown = keyof typeof shown;
type Changed = keyof typeof changed;

/** A page of which the others are rights. */
export type OwnPage = Shown | Changed;

/**
 * A page of the portal's own: what a guard asks for. `<key>.change` is the right to change what the page shows,
 * `<key>.approve` the right to approve what another has proposed there, `<key>.advise` the right to send something for whoever stands
 * before one.
 */
export type PageKey =
  | Shown
  | Changed
  | `${Changed}.change`
  | `${(typeof approved)[number]}.approve`
  | `${(typeof advised)[number]}.advise`;

export interface BuiltPage extends Page {
  readonly key: PageKey;
  readonly link: string;
  /** Rights to change are no entries of the menu. */
  readonly visible: boolean;
}

const every = { ...shown, ...changed };

/** Pages that only show, and stand in the menu behind another of their block in place of before all. */
const behind: Readonly<Partial<Record<Shown, Changed>>> = {
  broadsheets: "score-deadlines",
  "student-results": "publications",
};

const asShown = ([key, one]: [Shown, Page & { link: string }]): BuiltPage => ({ ...one, key, visible: true });

/** Every page of the portal's own, in the menu's order: guards, menu and the table `page` read this one list. */
export const builtPages: readonly BuiltPage[] = [
  ...entriesOf(shown)
    .filter(([key]) => behind[key] === undefined)
    .map(asShown),
  ...entriesOf(changed).flatMap(([key, one]) => [
    { ...one, key, visible: true },
    {
      ...one,
      key: `${key}.change` as const,
      name: `${one.name}: change`,
      visible: false,
    },
    ...entriesOf(shown)
      .filter(([other]) => behind[other] === key)
      .map(asShown),
  ]),
  ...approved.map((key) => ({
    ...every[key],
    link: `/staff/${key}`,
    key: `${key}.approve` as const,
    name: `${every[key].name}: approve`,
    visible: false,
  })),
  ...advised.map((key) => ({
    ...every[key],
    link: `/staff/${key}`,
    key: `${key}.advise` as const,
    name: `${every[key].name}: send for another`,
    visible: false,
  })),
];

/**
 * The pages that one person shall not hold under two names: the power over rights (who holds one of these decides what
 * others may do, or makes people who sign in), and the rights to approve what another has proposed.
 */
export const powerPages: readonly PageKey[] = builtPages
  .filter(({ group, key }) => group === "access" || key === "staff.change" || key.endsWith(".approve"))
  .map(({ key }) => key);

/** The pages that the administrators' group holds from the first start on. */
export const administrationPages: readonly PageKey[] = builtPages
  .filter(
    ({ key, group }) =>
      group === "access" || /^(dashboard|audit|exports|mails|settings|staff|api-keys|web-hooks)/.test(key),
  )
  .map(({ key }) => key);

function entriesOf<K extends string>(pages: Readonly<Record<K, Page>>): [K, Page & { link: string }][] {
  return (Object.entries(pages) as [K, Page][]).map(([key, page]) => [key, { ...page, link: `/staff/${key}` }]);
}
