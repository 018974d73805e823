import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { pageGroups } from "../src/access/permission/permission.groups.rules.ts";
import { builtPages, type PageKey } from "../src/access/permission/permission.pages.rules.ts";
import { staffCookie } from "../src/access/staff-session/staff-session.open.server.ts";
import { hashToken } from "../src/identity/session/session.server.ts";
import { newId } from "../src/platform/database/id.server.ts";
import { type Caller, callerWith } from "./applicant.ts";
import type { TestPortal } from "./portal.ts";
import { patient } from "./visitor.ts";

export interface Wanted {
  /** Names of user groups; one that is not there yet is made, and reaches everything. */
  readonly groups?: readonly string[];
  /** Pages given in person. */
  readonly pages?: readonly PageKey[];
  /** How far those pages reach. */
  readonly scope?: "all" | "college" | "department" | "unit";
  /** The `_id` of the department; else any. */
  readonly department?: string;
  readonly status?: string;
  readonly firstname?: string;
  readonly lastname?: string;
}

export interface StaffMember extends Caller {
  /** Of the row of `staff`. */
  readonly _id: string;
  readonly emailaddress: string;
  readonly firstname: string;
  readonly lastname: string;
  /** Of the row of `staff_session`. */
  readonly session: string;
  /** What the cookie holds. */
  readonly token: string;
  /** Name and value, as a browser sends them. */
  readonly cookie: string;
}

let made = 0;

/** A member of staff who is signed in and holds these rights, put straight into the database. Holds none unless asked. */
export async function staffMember(portal: TestPortal, wanted: Wanted = {}): Promise<StaffMember> {
  made += 1;
  const mark = `${process.pid}.${made}`;
  const { firstname = "Hauwa", lastname = "Sani", status = "Active" } = wanted;
  const person = { _id: newId(), emailaddress: `staff.${mark}@example.com`, firstname, lastname };
  const { db } = portal;
  await db
    .insertInto("staff")
    .values({
      ...person,
      title: "Mrs",
      foldernumber: `PF/${mark}`,
      maritalstatus: "Married",
      dateofbirth: "1980-02-29",
      phonenumber: "2348031234567",
      department: wanted.department ?? (await anyDepartment(portal)),
      status,
    })
    .execute();
  await db.insertInto("staff_account").values({ staff: person._id }).execute();
  for (const group of wanted.groups ?? []) await joinGroup(portal, person._id, group);
  for (const page of wanted.pages ?? []) await givePage(portal, person._id, page, wanted.scope ?? "all");
  return { ...person, ...(await signInStaff(portal, person._id)) };
}

/** A living sign-in of a member of staff, and a caller who has its cookie and comes from the portal's own page. */
export async function signInStaff(portal: TestPortal, staff: string) {
  const token = randomBytes(32).toString("base64url");
  const session = newId();
  await portal.db
    .insertInto("staff_session")
    .values({
      _id: session,
      token: hashToken(token),
      staff,
      address: "127.0.0.1",
      agent: "",
      endsAt: "2099-01-01T00:00:00Z",
      idle: "2 hours",
    })
    .execute();
  const cookie = `${staffCookie.nameAt(portal.config)}=${token}`;
  return { session, token, cookie, ...patient(callerWith(portal, { cookie, origin: ownOrigin(portal) })) };
}

/** What a browser says that shows the portal's own page. */
export const ownOrigin = ({ config }: Pick<TestPortal, "config">): string => new URL(config.publicUrl).origin;

async function anyDepartment({ db }: TestPortal): Promise<string> {
  const { _id } = await db.selectFrom("department").select("_id").orderBy("_id").limit(1).executeTakeFirstOrThrow();
  return _id;
}

async function joinGroup({ db }: TestPortal, staff: string, name: string): Promise<void> {
  await sql`insert into portal.user_group (_id, name) values (${newId()}, ${name}) on conflict (name) do nothing`.execute(
    db,
  );
  await sql`insert into portal.group_member (_id, staff, "group")
    select ${newId()}, ${staff}, _id from portal.user_group where name = ${name}`.execute(db);
}

async function givePage(portal: TestPortal, staff: string, key: PageKey, scope: string): Promise<void> {
  await keepPage(portal, key);
  await sql`insert into portal.user_permission (_id, staff, page, scope)
    select ${newId()}, ${staff}, _id, ${scope} from portal.page where key = ${key}`.execute(portal.db);
}

/** The row of a built page, which a database that was never started does not have. */
async function keepPage({ db }: TestPortal, key: PageKey): Promise<void> {
  const page = builtPages.find((built) => built.key === key);
  if (!page) throw new Error(`no page ${key}`);
  const { name, icon } = pageGroups[page.group];
  await sql`insert into portal.page_group (_id, icon, name) values (${newId()}, ${icon}, ${name})
    on conflict (name) do nothing`.execute(db);
  await sql`insert into portal.page (_id, key, pagegroup, link, name, title, visible)
    select ${newId()}, ${key}, _id, ${page.link}, ${page.name}, ${page.name}, ${page.visible}
    from portal.page_group where name = ${name}
    on conflict do nothing`.execute(db);
}
