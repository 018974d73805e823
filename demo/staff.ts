import { sql } from "kysely";
import { type StarterGroup, starterGroups } from "#access/starter-group/starter-group.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { fillPages } from "../src/access/permission/page/page.fill.server.ts";
import type { PageKey } from "../src/access/permission/permission.pages.rules.ts";
import { ADMINISTRATORS } from "../src/access/permission/user-group/user-group.administrators.server.ts";
import { hashPassword } from "../src/identity/credential/credential.server.ts";
import type { Trx } from "../src/platform/write/perform.server.ts";

/** The password of every demo sign-in. For demonstration only: a production start has none of these people. */
export const DEMO_PASSWORD = "Demo-College-26";

/** Beside what the portal gives them: it is they who look again once something was repaired. */
const administrators: readonly PageKey[] = ["impossible-states", "impossible-states.change"];

interface DemoPerson {
  readonly office: string;
  readonly emailaddress: string;
  readonly groups: readonly string[];
  readonly department: string;
  readonly title: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly maritalstatus: string;
}

/** An address at the demo college. */
export const addressAt = (name: string): string => `${name}@demo.gurara.example`;

const person = (office: string, name: string, group: string | readonly string[], department: string): DemoPerson => {
  const [title = "", firstname = "", lastname = ""] = name.split(" ");
  const emailaddress = addressAt(office.toLowerCase().replace(/[^a-z]+/g, "."));
  return {
    office,
    emailaddress,
    groups: [group].flat(),
    department,
    title,
    firstname,
    lastname,
    maritalstatus: "Married",
  };
};

/** One sign-in for each office, and a second administrator: nobody raises their own rights. */
const people: readonly DemoPerson[] = [
  person("Administrator", "Mr Ibrahim Musa", "Administrators", "ICT"),
  person("Second administrator", "Mrs Grace Danladi", "Administrators", "ICT"),
  person("Registrar", "Dr Hauwa Bello", ["Registrar", "Registrar and admission officers"], "ADM"),
  person("Admission officer", "Mr Chinedu Okafor", "Registrar and admission officers", "ADM"),
  person("Provost", "Prof Aminu Lawal", "Provost", "PRO"),
  person("Bursar", "Mrs Folake Adeyemi", "Bursar", "ACC"),
  person("Cashier", "Mr Sani Garba", "Cashiers", "ACC"),
  person("Auditor", "Mr Emmanuel Audu", "Auditors", "AUD"),
  person("Dean of sciences", "Dr Rakiya Usman", "Deans", "BIO"),
  person("Head of biology", "Dr Yakubu Gimba", "Heads of department", "BIO"),
  person("Lecturer", "Mrs Blessing Eze", "Lecturers", "BIO"),
  person("Lecturer of chemistry", "Mr Danjuma Yakubu", "Lecturers", "CHE"),
  person("Exams officer", "Mr Tijjani Nuhu", "Exams officers", "CSC"),
  person("Quality assurance", "Dr Amina Kolo", "Quality assurance", "PRO"),
  person("Timetable officer", "Mr Haruna Zubairu", "Timetable officers", "ICT"),
  person("Teaching practice", "Mrs Rifkatu Bako", "Teaching practice office", "TPU"),
  person("Help desk", "Miss Zainab Sule", "Help desk", "ICT"),
  person("Head of the clinic", "Dr Ngozi Umeh", "Clearance officers", "MED"),
];

/** Every demo sign-in and its password, in lines. */
export const demoSignIns: readonly string[] = [
  `Staff of the demo college sign in at /staff, each with the demo password ${DEMO_PASSWORD}:`,
  ...people.map(({ office, emailaddress }) => `  ${office.padEnd(28)}${emailaddress}`),
];

/** The offices of the demo college: all or nothing, and once. False when there is staff already. */
export async function fillDemoStaff(db: Database): Promise<boolean> {
  await fillPages(db);
  const password = await hashPassword(DEMO_PASSWORD);
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('portal demo staff'))`.execute(trx);
    if (await trx.selectFrom("staff").select("_id").limit(1).executeTakeFirst()) return false;
    for (const group of starterGroups) await addGroup(trx, group);
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

async function addGroup(trx: Trx, { name, scope, pages }: StarterGroup): Promise<void> {
  const _id = newId();
  await trx.insertInto("user_group").values({ _id, name, scope }).execute();
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
  { office, groups, department: _code, ...one }: DemoPerson,
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
    .values((eb) =>
      groups.map((group) => ({
        _id: newId(),
        staff: _id,
        group: eb.selectFrom("user_group").select("_id").where("name", "=", group),
      })),
    )
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
