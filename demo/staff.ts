import { sql } from "kysely";
import { fillPages } from "#access/page/page.fill.server.ts";
import { builtPages, type PageKey } from "#access/page/pages.contract.ts";
import { ADMINISTRATORS } from "#access/user-group/user-group.administrators.server.ts";
import { hashPassword } from "#identity/password/password.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/perform.server.ts";

/** The password of every demo sign-in. For demonstration only: a production start has none of these people. */
export const DEMO_PASSWORD = "Demo-College-26";

type Scope = "all" | "college" | "department";

interface Role {
  readonly group: string;
  readonly scope: Scope;
  readonly pages: readonly PageKey[];
}

const shown = builtPages.map(({ key }) => key).filter((key) => !/\.(change|approve)$/.test(key));
const changing = (...keys: PageKey[]) => keys.flatMap((key) => [key, `${key}.change` as PageKey]);

/** Some keys, checked. */
const listed = (...keys: readonly PageKey[]) => keys;

const structure = ["colleges", "departments", "programmes", "deans", "heads"] as const;
const admission = ["sessions", "registration-windows", "intakes", "requirements"] as const;
const fees = [
  "application-fees",
  "acceptance-fees",
  "tuition-fees",
  "tuition-lines",
  "fee-schedule",
  "other-services",
] as const;

const desk = ["applications", "jamb-lists", "merit-lists", "releases", "offers"] as const;
const changedMoney = listed(
  "payments",
  "payment-exceptions",
  "payment-corrections",
  "statements",
  "day-book",
  "reconciliations",
);
const money: readonly PageKey[] = [...changedMoney, "receipts"];

/** What each office of the demo college may open and change, but for the administrators. */
const roles: readonly Role[] = [
  {
    group: "Registrar and admission officers",
    scope: "all",
    pages: [
      ...listed("dashboard", "recommendations", "payments", "form-failures", "impossible-states"),
      ...changing(...structure, ...admission, "staff", ...desk, "record-corrections", "notifications", "help-desk"),
      "record-corrections.approve",
      ...fees,
      ...listed("mails", "exports"),
    ],
  },
  {
    group: "Provost",
    scope: "all",
    pages: [
      ...listed(
        "dashboard",
        ...structure,
        ...admission,
        ...fees,
        ...desk,
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
      ),
    ],
  },
  {
    group: "Bursar",
    scope: "all",
    pages: [
      ...listed(
        "dashboard",
        ...changing(...fees, ...changedMoney),
        "receipts",
        "programmes",
        "sessions",
        "exports",
        "mails",
      ),
      ...listed("payment-corrections.approve", "day-book.approve"),
    ],
  },
  {
    group: "Cashiers",
    scope: "all",
    pages: ["dashboard", ...fees, ...changing(...changedMoney), "receipts", "programmes", "sessions"],
  },
  { group: "Auditors", scope: "all", pages: shown },
  {
    group: "Deans",
    scope: "college",
    pages: [
      ...listed("dashboard", "colleges", "departments", "programmes", "heads", "intakes", "staff"),
      ...listed("applications", "recommendations", "recommendations.approve", "merit-lists"),
    ],
  },
  {
    group: "Heads of department",
    scope: "department",
    pages: [
      ...listed("dashboard", "departments", "programmes", "intakes", "requirements", "application-fees", "staff"),
      ...listed("applications", ...changing("recommendations"), "merit-lists"),
    ],
  },
  { group: "Lecturers", scope: "department", pages: ["dashboard"] },
  { group: "Exams officers", scope: "all", pages: ["dashboard", "departments", "programmes", "sessions"] },
  {
    group: "Help desk",
    scope: "all",
    pages: [
      ...listed("dashboard", "programmes", "requirements", "mails", "applications", "payments"),
      ...changing("record-corrections", "help-desk"),
    ],
  },
];

/** Beside what the portal gives them: it is they who look again once something was repaired. */
const administrators: readonly PageKey[] = changing("impossible-states");

interface DemoPerson {
  readonly office: string;
  readonly emailaddress: string;
  readonly group: string;
  readonly department: string;
  readonly title: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly maritalstatus: string;
}

const person = (office: string, name: string, group: string, department: string): DemoPerson => {
  const [title = "", firstname = "", lastname = ""] = name.split(" ");
  const emailaddress = `${office.toLowerCase().replace(/[^a-z]+/g, ".")}@demo.gurara.example`;
  return { office, emailaddress, group, department, title, firstname, lastname, maritalstatus: "Married" };
};

/** One sign-in for each office, and a second administrator: nobody raises their own rights. */
const people: readonly DemoPerson[] = [
  person("Administrator", "Mr Ibrahim Musa", "Administrators", "ICT"),
  person("Second administrator", "Mrs Grace Danladi", "Administrators", "ICT"),
  person("Registrar", "Dr Hauwa Bello", "Registrar and admission officers", "ADM"),
  person("Admission officer", "Mr Chinedu Okafor", "Registrar and admission officers", "ADM"),
  person("Provost", "Prof Aminu Lawal", "Provost", "PRO"),
  person("Bursar", "Mrs Folake Adeyemi", "Bursar", "ACC"),
  person("Cashier", "Mr Sani Garba", "Cashiers", "ACC"),
  person("Auditor", "Mr Emmanuel Audu", "Auditors", "AUD"),
  person("Dean of sciences", "Dr Rakiya Usman", "Deans", "BIO"),
  person("Head of biology", "Dr Yakubu Gimba", "Heads of department", "BIO"),
  person("Lecturer", "Mrs Blessing Eze", "Lecturers", "BIO"),
  person("Exams officer", "Mr Tijjani Nuhu", "Exams officers", "CSC"),
  person("Help desk", "Miss Zainab Sule", "Help desk", "ICT"),
];

/** Every demo sign-in and its password, in lines. */
export const demoSignIns: readonly string[] = [
  `Staff of the demo college sign in at /staff, each with the demo password ${DEMO_PASSWORD}:`,
  ...people.map(({ office, emailaddress }) => `  ${office.padEnd(22)}${emailaddress}`),
];

/** The offices of the demo college: all or nothing, and once. False when there is staff already. */
export async function fillDemoStaff(db: Database): Promise<boolean> {
  await fillPages(db);
  const password = await hashPassword(DEMO_PASSWORD);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('portal demo staff'))`.execute(trx);
    if (await trx.selectFrom("staff").select("_id").limit(1).executeTakeFirst()) return false;
    for (const role of roles) await addRole(trx, role);
    const { _id } = await trx
      .selectFrom("user_group")
      .select("_id")
      .where("key", "=", ADMINISTRATORS)
      .executeTakeFirstOrThrow();
    await openPages(trx, _id, administrators);
    const departments = await trx.selectFrom("department").select(["_id", "code", "college"]).execute();
    for (const [place, one] of people.entries()) {
      const home = departments.find(({ code }) => code === one.department);
      if (!home) throw new Error(`The demo college has no department ${one.department}`);
      await addPerson(trx, one, place, home, password);
    }
    return true;
  });
}

async function addRole(trx: Trx, { group, scope, pages }: Role): Promise<void> {
  const _id = newId();
  await trx.insertInto("user_group").values({ _id, name: group, scope }).execute();
  await openPages(trx, _id, pages);
}

async function openPages(trx: Trx, group: string, pages: readonly PageKey[]): Promise<void> {
  const rows = await trx
    .selectFrom("page")
    .select("_id")
    .where("key", "in", [...new Set(pages)])
    .execute();
  await trx
    .insertInto("group_permission")
    .values(rows.map(({ _id: page }) => ({ _id: newId(), page, group })))
    .execute();
}

async function addPerson(
  trx: Trx,
  { office, group, department: _code, ...one }: DemoPerson,
  place: number,
  home: { readonly _id: string; readonly college: string },
  password: string,
): Promise<void> {
  const _id = newId();
  const number = String(101 + place);
  await trx
    .insertInto("staff")
    .values({
      ...one,
      _id,
      department: home._id,
      foldernumber: `GCE/P/${number}`,
      dateofbirth: `19${60 + place}-04-1${place % 10}`,
      phonenumber: `234803000${number.padStart(4, "0")}`,
    })
    .execute();
  await trx.insertInto("staff_account").values({ staff: _id, password }).execute();
  await trx
    .insertInto("group_member")
    .values((eb) => ({
      _id: newId(),
      staff: _id,
      group: eb.selectFrom("user_group").select("_id").where("name", "=", group),
    }))
    .execute();
  const start = sql<string>`(now() at time zone 'Africa/Lagos')::date - 100`;
  const office_ = { _id: newId(), staff: _id, start };
  if (office.startsWith("Dean"))
    await trx
      .insertInto("dean_assignment")
      .values({ ...office_, college: home.college })
      .execute();
  if (office.startsWith("Head"))
    await trx
      .insertInto("head_assignment")
      .values({ ...office_, department: home._id })
      .execute();
}
