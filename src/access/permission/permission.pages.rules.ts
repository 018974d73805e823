import { type Page, page } from "./permission.groups.rules.ts";
import { studiesChanged } from "./permission.studies.rules.ts";

/** Pages that show and nothing more. */
const shown = {
  dashboard: page("overview", "Dashboard", "What stands where today", "dashboard/staff-dashboard"),
  audit: page("records", "Audit", "Who did what, when and why", "console/audit"),
  exports: page("records", "Exports", "Every file that left the console", "console/export-log"),
  matriculation: page(
    "students",
    "Matric numbers",
    "The numbers that were given, in their order",
    "registry/matriculation",
  ),
  "combination-changes": page(
    "students",
    "Changes of combination",
    "Who asks for another combination, and whose turn it is to decide",
    "registry/combination-change",
  ),
  "my-week": page("teaching", "My week", "What one teaches when and where, also as a calendar", "teaching/my-week"),
  receipts: page("money", "Receipts", "Every payment that was verified, in its order", "bursary/receipt-register"),
  "form-failures": page("support", "Form failures", "Which fields of which forms stop people", "support/form-failure"),
} as const;

/** Pages of which one right opens and another changes what stands there. */
const changed = {
  applications: page("selection", "Applications", "Applications from submission to decision", null),
  recommendations: page("selection", "Recommendations", "What heads of department advise", "selection/recommendation"),
  "record-corrections": page(
    "selection",
    "File corrections",
    "Corrections of what was submitted",
    "profile/record-correction",
  ),
  "jamb-lists": page("selection", "JAMB lists", "Candidates, scores and the CAPS return", "selection/jamb"),
  "merit-lists": page("selection", "Merit lists", "Ranked lists by weights, seats and quotas", "selection/merit-list"),
  releases: page("selection", "Releases", "Lists of offers and refusals on their way out", "admission/offer/release"),
  offers: page("selection", "Offers", "Released offers and the time to accept them", "admission/offer"),
  ...studiesChanged,
  payments: page("money", "Payments", "Every reference, by RRR, JAMB number or name", "bursary/payment-desk"),
  "payment-exceptions": page("money", "Exceptions", "Money that waits for a decision", "bursary/payment-exception"),
  "payment-corrections": page(
    "money",
    "Corrections",
    "Corrections of payments, by two people",
    "bursary/payment-correction",
  ),
  withdrawals: page(
    "money",
    "Withdrawals",
    "Money that is given back or moved to another fee, by two people",
    "registry/withdrawal",
  ),
  statements: page("money", "Statements", "Bank and treasury statements, matched", "bursary/statement"),
  "day-book": page("money", "Day book", "What each day brought, closed by a hash", "bursary/day-book"),
  reconciliations: page("money", "Reconciliation", "Where we and the provider differ", "bursary/reconciliation"),
  "help-desk": page("support", "Help desk", "Find a person and help", "support/help-desk"),
  notifications: page(
    "support",
    "Notifications",
    "What the college tells its applicants and students",
    "support/notification",
  ),
  "impossible-states": page(
    "support",
    "Impossible states",
    "What must never be, looked for each hour",
    "support/impossible-state",
  ),
  sessions: page(
    "admission",
    "Sessions",
    "Academic sessions, the one that runs and the one that admits",
    "calendar/session",
  ),
  "registration-windows": page(
    "admission",
    "Registration windows",
    "When students register",
    "calendar/registration-window",
  ),
  intakes: page("admission", "Seats and entry rules", "What each programme takes in a session", "calendar/intake"),
  requirements: page("admission", "Requirements", "Papers that applicants upload", "applications/requirement"),
  colleges: page("structure", "Colleges", "Schools and units of the college", "college/college"),
  departments: page("structure", "Departments", "Departments of the schools and units", "college/department"),
  programmes: page("structure", "Programmes", "What may be studied", null),
  deans: page("structure", "Deans", "Who is dean of which school", "access/office"),
  heads: page("structure", "Heads of department", "Who heads which department", "access/office"),
  "application-fees": page("fees", "Application fees", "What an application costs", "fees/application-fee-item"),
  "acceptance-fees": page(
    "fees",
    "Acceptance fee",
    "What the acceptance of an offer costs",
    "fees/acceptance-fee-item",
  ),
  "tuition-fees": page("fees", "Tuition fees", "Which service takes the fees of a class", "fees/tuition-fee-item"),
  "tuition-lines": page(
    "fees",
    "Tuition fee lines",
    "What the fees of a programme are made of",
    "fees/programme-tuition-fee-item",
  ),
  instalments: page("fees", "Instalments", "What part of a bill is due when, and what it opens", "registry/instalment"),
  "late-charges": page("fees", "Late charges", "What late payers are charged", "registry/late-charge"),
  "fee-schedule": page("fees", "Schedule of fees", "The fees printed for parents", "fees/schedule-of-fee-item"),
  "other-services": page("fees", "Other services", "Services that are paid for on demand", "fees/other-service"),
  staff: page("people", "Staff", "The people of the office", "access/staff"),
  "user-groups": page(
    "access",
    "User groups",
    "Groups of staff and how far their pages reach",
    "access/permission/user-group",
  ),
  "group-members": page("access", "Group members", "Who belongs to which group", "access/permission/user-group"),
  "group-permissions": page(
    "access",
    "Group permissions",
    "Which group opens which page",
    "access/permission/group-permission",
  ),
  "user-permissions": page(
    "access",
    "User permissions",
    "Pages given to one person",
    "access/permission/user-permission",
  ),
  pages: page("access", "Pages", "The pages of this console", "access/permission/page"),
  "page-groups": page("access", "Page groups", "The blocks of the menu", "access/permission/page"),
  "sub-page-groups": page("access", "Sub page groups", "Blocks within a block of the menu", "access/permission/page"),
  mails: page("records", "Mails", "Mails that the portal wrote", "console/outgoing-mail"),
  settings: page("records", "Settings", "What the college decides for itself", null),
} as const;

/** Pages where a second person approves what another proposes. */
const approved = [
  "recommendations",
  "record-corrections",
  "merit-lists",
  "releases",
  "payment-corrections",
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
] as const satisfies readonly (Shown | Changed)[];

type Shown = keyof typeof shown;
type Changed = keyof typeof changed;

/**
 * A page of the portal's own: what a guard asks for. `<key>.change` is the right to change what the page shows,
 * `<key>.approve` the right to approve what another has proposed there.
 */
export type PageKey = Shown | Changed | `${Changed}.change` | `${(typeof approved)[number]}.approve`;

export interface BuiltPage extends Page {
  readonly key: PageKey;
  readonly link: string;
  /** Rights to change are no entries of the menu. */
  readonly visible: boolean;
}

const every = { ...shown, ...changed };

/** Every page of the portal's own, in the menu's order: guards, menu and the table `page` read this one list. */
export const builtPages: readonly BuiltPage[] = [
  ...entriesOf(shown).map(([key, one]) => ({ ...one, key, visible: true })),
  ...entriesOf(changed).flatMap(([key, one]) => [
    { ...one, key, visible: true },
    {
      ...one,
      key: `${key}.change` as const,
      name: `${one.name}: change`,
      title: `Change what stands on the page ${one.name}`,
      visible: false,
    },
  ]),
  ...approved.map((key) => ({
    ...every[key],
    link: `/staff/${key}`,
    key: `${key}.approve` as const,
    name: `${every[key].name}: approve`,
    title: `Approve what another has proposed on the page ${every[key].name}`,
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
  .filter(({ key, group }) => group === "access" || /^(dashboard|audit|exports|mails|settings|staff)/.test(key))
  .map(({ key }) => key);

function entriesOf<K extends string>(pages: Readonly<Record<K, Page>>): [K, Page & { link: string }][] {
  return (Object.entries(pages) as [K, Page][]).map(([key, page]) => [key, { ...page, link: `/staff/${key}` }]);
}
