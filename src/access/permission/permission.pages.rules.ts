/** The pictures that the menu can show, by their usual names. */
export const menuIcons = [
  "archive",
  "banknote",
  "book-open",
  "building-2",
  "calendar-days",
  "clipboard-list",
  "file-text",
  "gauge",
  "graduation-cap",
  "key-round",
  "life-buoy",
  "mail",
  "scale",
  "users",
] as const;

/** The blocks of the menu, in their order, each with its icon. A college may rename and reorder them. */
export const pageGroups = {
  overview: { name: "Overview", icon: "gauge" },
  selection: { name: "Selection", icon: "clipboard-list" },
  money: { name: "Money", icon: "scale" },
  support: { name: "Support", icon: "life-buoy" },
  admission: { name: "Admission", icon: "calendar-days" },
  structure: { name: "Structure", icon: "building-2" },
  fees: { name: "Fees", icon: "banknote" },
  people: { name: "People", icon: "users" },
  access: { name: "Access", icon: "key-round" },
  records: { name: "Records", icon: "archive" },
} as const;

type Group = keyof typeof pageGroups;

interface Page {
  readonly group: Group;
  readonly link: string;
  readonly name: string;
  readonly title: string;
}

const page = (group: Group, link: string, name: string, title: string) =>
  ({ group, link: `/staff/${link}`, name, title }) satisfies Page;

/** Pages that show and nothing more. */
const shown = {
  dashboard: page("overview", "dashboard", "Dashboard", "What stands where today"),
  audit: page("records", "audit", "Audit", "Who did what, when and why"),
  exports: page("records", "exports", "Exports", "Every file that left the console"),
  receipts: page("money", "receipts", "Receipts", "Every payment that was verified, in its order"),
  "form-failures": page("support", "form-failures", "Form failures", "Which fields of which forms stop people"),
} as const;

/** Pages of which one right opens and another changes what stands there. */
const changed = {
  applications: page("selection", "applications", "Applications", "Applications from submission to decision"),
  recommendations: page("selection", "recommendations", "Recommendations", "What heads of department advise"),
  "record-corrections": page(
    "selection",
    "record-corrections",
    "File corrections",
    "Corrections of what was submitted",
  ),
  "jamb-lists": page("selection", "jamb-lists", "JAMB lists", "Candidates, scores and the CAPS return"),
  "merit-lists": page("selection", "merit-lists", "Merit lists", "Ranked lists by weights, seats and quotas"),
  releases: page("selection", "releases", "Releases", "Lists of offers and refusals on their way out"),
  offers: page("selection", "offers", "Offers", "Released offers and the time to accept them"),
  payments: page("money", "payments", "Payments", "Every reference, by RRR, JAMB number or name"),
  "payment-exceptions": page("money", "payment-exceptions", "Exceptions", "Money that waits for a decision"),
  "payment-corrections": page("money", "payment-corrections", "Corrections", "Corrections of payments, by two people"),
  statements: page("money", "statements", "Statements", "Bank and treasury statements, matched"),
  "day-book": page("money", "day-book", "Day book", "What each day brought, closed by a hash"),
  reconciliations: page("money", "reconciliations", "Reconciliation", "Where we and the provider differ"),
  "help-desk": page("support", "help-desk", "Help desk", "Find a person and help"),
  notifications: page("support", "notifications", "Notifications", "What the college tells its applicants"),
  "impossible-states": page(
    "support",
    "impossible-states",
    "Impossible states",
    "What must never be, looked for each hour",
  ),
  sessions: page("admission", "sessions", "Sessions", "Academic sessions, the one that runs and the one that admits"),
  "registration-windows": page("admission", "registration-windows", "Registration windows", "When students register"),
  intakes: page("admission", "intakes", "Seats and entry rules", "What each programme takes in a session"),
  requirements: page("admission", "requirements", "Requirements", "Papers that applicants upload"),
  colleges: page("structure", "colleges", "Colleges", "Schools and units of the college"),
  departments: page("structure", "departments", "Departments", "Departments of the schools and units"),
  programmes: page("structure", "programmes", "Programmes", "What may be studied"),
  deans: page("structure", "deans", "Deans", "Who is dean of which school"),
  heads: page("structure", "heads", "Heads of department", "Who heads which department"),
  "application-fees": page("fees", "application-fees", "Application fees", "What an application costs"),
  "acceptance-fees": page("fees", "acceptance-fees", "Acceptance fee", "What the acceptance of an offer costs"),
  "tuition-fees": page("fees", "tuition-fees", "Tuition fees", "Which service takes the fees of a class"),
  "tuition-lines": page("fees", "tuition-lines", "Tuition fee lines", "What the fees of a programme are made of"),
  "fee-schedule": page("fees", "fee-schedule", "Schedule of fees", "The fees printed for parents"),
  "other-services": page("fees", "other-services", "Other services", "Services that are paid for on demand"),
  staff: page("people", "staff", "Staff", "The people of the office"),
  "user-groups": page("access", "user-groups", "User groups", "Groups of staff and how far their pages reach"),
  "group-members": page("access", "group-members", "Group members", "Who belongs to which group"),
  "group-permissions": page("access", "group-permissions", "Group permissions", "Which group opens which page"),
  "user-permissions": page("access", "user-permissions", "User permissions", "Pages given to one person"),
  pages: page("access", "pages", "Pages", "The pages of this console"),
  "page-groups": page("access", "page-groups", "Page groups", "The blocks of the menu"),
  "sub-page-groups": page("access", "sub-page-groups", "Sub page groups", "Blocks within a block of the menu"),
  mails: page("records", "mails", "Mails", "Mails that the portal wrote"),
  settings: page("records", "settings", "Settings", "What the college decides for itself"),
} as const;

/** Pages where a second person approves what another proposes. */
const approved = [
  "recommendations",
  "record-corrections",
  "merit-lists",
  "releases",
  "payment-corrections",
  "day-book",
] as const satisfies readonly Changed[];

type Shown = keyof typeof shown;
type Changed = keyof typeof changed;

/**
 * A page of the portal's own: what a guard asks for. `<key>.change` is the right to change what the page shows,
 * `<key>.approve` the right to approve what another has proposed there.
 */
export type PageKey = Shown | Changed | `${Changed}.change` | `${(typeof approved)[number]}.approve`;

export interface BuiltPage extends Page {
  readonly key: PageKey;
  /** Rights to change are no entries of the menu. */
  readonly visible: boolean;
}

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
    ...changed[key],
    key: `${key}.approve` as const,
    name: `${changed[key].name}: approve`,
    title: `Approve what another has proposed on the page ${changed[key].name}`,
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
export const administration: readonly PageKey[] = builtPages
  .filter(({ key, group }) => group === "access" || /^(dashboard|audit|exports|mails|settings|staff)/.test(key))
  .map(({ key }) => key);

function entriesOf<K extends string>(pages: Readonly<Record<K, Page>>): [K, Page][] {
  return Object.entries(pages) as [K, Page][];
}
