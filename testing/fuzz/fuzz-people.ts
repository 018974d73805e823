import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { hashPassword } from "../../src/identity/credential/credential.server.ts";
import { hashToken } from "../../src/identity/session/session.server.ts";
import { type Scope, scopes } from "../../src/integration/api-key/api-key.rules.ts";
import { keyDesk, keyInForce } from "../api-key.ts";
import { signedInApplicant } from "../applicant.ts";
import { fullApplicant } from "../full-applicant.ts";
import type { TestPortal } from "../portal.ts";
import { ownOrigin, staffMember } from "../staff.ts";
import { type FullStudent, fullStudent, signedInStudent } from "../student.ts";

/** Somebody who asks: what the requests carry, and what may be opened with it. */
export interface FuzzPerson {
  readonly name: string;
  readonly kind: "visitor" | "applicant" | "student" | "staff" | "key";
  readonly headers: Readonly<Record<string, string>>;
  /** Of this person's own record for an address, where there is one. */
  readonly idFor: (url: string) => string | undefined;
  /** A body that the call would take from this person. */
  readonly bodyFor?: (url: string) => unknown;
  /** Pages of staff and scopes of keys. */
  rights: ReadonlySet<string>;
  /** Makes a sign-in that the run itself has ended live again. */
  readonly revive: () => Promise<void>;
}

const nothing = () => undefined;
const asBefore = async () => undefined;

/** Nobody, applicants, students, another system, a member of no group, and one member of each group of the demo college. */
export async function fuzzPeople(portal: TestPortal): Promise<FuzzPerson[]> {
  const full = [await fullApplicant(portal, 7_100_001), await fullApplicant(portal, 7_100_002)];
  const students = [await fullStudent(portal), await signedInStudent(portal)];
  const begun = await signedInApplicant(portal);
  const [unverified, outlived] = [await signedInApplicant(portal), await signedInApplicant(portal)];
  // Theirs is a password that nobody knows, and none at all would be another person.
  const password = await hashPassword(randomBytes(20).toString("hex"));
  await portal.db.updateTable("applicant").set({ password }).where("password", "like", "never%").execute();
  await portal.db.updateTable("applicant").set({ verifiedAt: null }).where("_id", "=", unverified._id).execute();
  await portal.db.updateTable("sign_in").set({ endsAt: sql`now()` }).where("applicant", "=", outlived._id).execute();
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const closed = { kind: "visitor", rights: new Set<string>(), idFor: nothing, revive: asBefore } as const;
  return [
    { ...closed, name: "nobody", headers: {} },
    { ...closed, name: "a made-up token", headers: bearer(randomBytes(32).toString("base64url")) },
    { ...closed, name: "an unverified account", headers: bearer(unverified.token) },
    { ...closed, name: "a sign-in that ran out", headers: bearer(outlived.token) },
    ...full.map((who, place) => {
      const { idFor, bodyFor } = who;
      return applicantOf(portal, `applicant ${place + 1}`, who, { idFor, bodyFor });
    }),
    applicantOf(portal, "an applicant who has just begun", begun),
    ...students.map((who, place) => studentOf(portal, `student ${place + 1}`, who)),
    await keyOf(portal, "another system", ["applications", "payments"]),
    await keyOf(portal, "a system that reads everything", scopes),
    ...(await officePeople(portal)),
  ];
}

type Owner = Pick<FuzzPerson, "idFor" | "bodyFor">;

function applicantOf(
  { db }: TestPortal,
  name: string,
  { _id, token }: { readonly _id: string; readonly token: string },
  owner: Owner = { idFor: nothing },
): FuzzPerson {
  const headers = { authorization: `Bearer ${token}` };
  const revive = () => reviveApplicant(db, _id, token);
  return { ...owner, name, kind: "applicant", rights: new Set(), headers, revive };
}

function studentOf(
  portal: TestPortal,
  name: string,
  who: FullStudent | Awaited<ReturnType<typeof signedInStudent>>,
): FuzzPerson {
  const headers = { cookie: who.cookie, origin: ownOrigin(portal) };
  const owner = "idFor" in who ? { idFor: who.idFor, bodyFor: who.bodyFor } : { idFor: nothing };
  const revive = () => reviveApplicant(portal.db, who._id, who.token);
  return { ...owner, name, kind: "student", rights: new Set(), headers, revive };
}

async function reviveApplicant(db: TestPortal["db"], applicant: string, token: string): Promise<void> {
  await sql`update portal.applicant set "verifiedAt" = coalesce("verifiedAt", now()) where _id = ${applicant}`.execute(
    db,
  );
  await db
    .insertInto("sign_in")
    .values({ token: hashToken(token), applicant, endsAt: "2099-01-01T00:00:00Z", idle: "2 hours" })
    .onConflict((one) => one.doNothing())
    .execute();
}

/** A key that the run itself ends is followed by another. */
async function keyOf(portal: TestPortal, name: string, reads: readonly Scope[]): Promise<FuzzPerson> {
  const fresh = async () => keyInForce(portal, await keyDesk(portal), reads);
  let key = await fresh();
  return {
    ...{ name, kind: "key", rights: new Set(reads), idFor: nothing },
    get headers() {
      return { authorization: `Bearer ${key.secret}` };
    },
    async revive() {
      if ((await key.get("/external/v1/key")).status === 401) key = await fresh();
    },
  };
}

async function officePeople(portal: TestPortal): Promise<FuzzPerson[]> {
  const groups = await portal.db.selectFrom("user_group").select("name").orderBy("name").execute();
  const people: FuzzPerson[] = [];
  for (const group of [null, ...groups.map(({ name }) => name)]) {
    const who = await staffMember(portal, { groups: group === null ? [] : [group] });
    const person: FuzzPerson = {
      name: group === null ? "staff of no group" : `staff of ${group}`,
      kind: "staff",
      headers: { cookie: who.cookie, origin: ownOrigin(portal) },
      idFor: nothing,
      rights: new Set(),
      async revive() {
        await reviveMember(portal, who, group);
        person.rights = new Set((await who.get("/staff/ms_menu")).body.rights);
      },
    };
    await person.revive();
    people.push(person);
  }
  return people;
}

async function reviveMember(
  { db }: TestPortal,
  { _id: staff, session, token }: { readonly _id: string; readonly session: string; readonly token: string },
  group: string | null,
): Promise<void> {
  await sql`update portal.staff set status = 'Active' where _id = ${staff} and status <> 'Active'`.execute(db);
  await db
    .insertInto("staff_session")
    .values({
      ...{ _id: session, token: hashToken(token), staff, address: "127.0.0.1", agent: "" },
      ...{ endsAt: "2099-01-01T00:00:00Z", idle: "2 hours" },
    })
    .onConflict((one) => one.doNothing())
    .execute();
  await sql`insert into portal.group_member (_id, staff, "group")
    select gen_random_uuid(), ${staff}, _id from portal.user_group where name = ${group} on conflict do nothing`.execute(
    db,
  );
}

/** Whether a guard lets this person in; null where it hangs on more than the rights. */
export function mayPass({ kind, rights }: FuzzPerson, guard: string): boolean | null {
  if (guard === "everyone") return true;
  if (guard === "applicant" || guard === "student") return kind === guard;
  if (guard.startsWith("key")) return kind === "key" && (guard === "key" || rights.has(guard.slice(4)));
  if (kind !== "staff") return false;
  const [, keys] = /^staff:(\S+)$/.exec(guard) ?? [];
  if (keys) return keys.split("|").some((key) => rights.has(key));
  return guard === "staff" ? true : null;
}
