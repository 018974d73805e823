import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { registeredFor } from "../../../../testing/catalogue.ts";
import { headOf, headOver } from "../../../../testing/head.ts";
import { tableHeldFor } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { openRegistration } from "../../../../testing/registration.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import type { Student } from "../../../../testing/student.ts";
import { untilWaiting } from "../../../../testing/waiting.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let term: Awaited<ReturnType<typeof openRegistration>>;
let head: StaffMember;
const path = "/staff/ms_registration/drop";
const three = ["CRS 111", "ENG 111", "CRS 112"];

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  term = await openRegistration(portal);
  head = await headOver(portal, "programme", term.usual.programme);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});
beforeEach(() => term.opens());

const at = (code: string) => `${path}/${term.ids[code]}`;
const preview = async (code: string, who = head) => (await granted(who.get(at(code)))).body;
const drop = (code: string, look: string, who = head) =>
  who.put(at(code), { reason: "It is not taught this semester", look });
const dropSeen = async (code: string) => granted(drop(code, (await preview(code)).look));
const ownOf = async (me: Student) => (await me.get("/student/registration")).body.registration;
const codesOf = async (me: Student) => (await ownOf(me)).lines.map(({ code }: { code: string }) => code).join();
const withdrawn = (code: string, status: boolean) =>
  portal.db.updateTable("course").set({ status }).where("code", "=", code).execute();

async function registered(codes: readonly string[] = three): Promise<Student> {
  const me = await term.student();
  await granted(term.send(me, codes));
  return me;
}

test("who has a course is looked at with the units before and after, then it is dropped for all of them, who are told", async () => {
  const [one, short] = [await registered(), await registered(["CRS 111", "CRS 112"])];
  await withdrawn("CRS 112", false);
  expect((await head.get(path)).body).toMatchObject([{ code: "CRS 112", students: 2 }]);
  const seen = await preview("CRS 112");
  expect(seen).toMatchObject({ code: "CRS 112", withdrawn: true, own: false });
  expect(seen.list).toMatchObject([
    { matric: short.matric, before: 5, after: 2, least: 4, state: "Registered" },
    { matric: one.matric, before: 7, after: 4, least: null },
  ]);
  const { body } = await granted(drop("CRS 112", seen.look));
  expect(body).toMatchObject({ dropped: 2, changed: 0, message: "CRS 112 dropped for 2 students, who are told" });
  expect([await codesOf(one), (await ownOf(one)).units, (await ownOf(short)).units]).toEqual(["CRS 111,ENG 111", 4, 2]);
  const letterTo = async (me: Student) => (await portal.letters(me.emailaddress, 1, /CRS 112 is dropped/))[0]?.text;
  expect(await letterTo(one)).toMatch(/It is not taught this semester[\s\S]*4 units now\.[\s\S]*nothing to do/);
  expect(await letterTo(short)).toMatch(/2 units now\. That is too few[\s\S]*Choose another course/);
  const { rows } = await sql<{
    dropping: string;
    droppedby: string;
  }>`select dropping, droppedby from portal.course_registration_line
    where code = 'CRS 112' and "droppedAt" is not null`.execute(portal.db);
  expect(rows).toEqual([1, 2].map(() => ({ dropping: "It is not taught this semester", droppedby: head._id })));
  const { rows: audits } = await sql<{ subject: string }>`select subject from portal.audit
    where deed = 'course_registration.drop' and reason = 'It is not taught this semester'`.execute(portal.db);
  expect(audits).toHaveLength(2);
  expect((await drop("CRS 112", seen.look)).body.code).toBe("nobody-has-it");
  await withdrawn("CRS 112", true);
});

test("who sends or changes it after it was looked at keeps it, and is counted", async () => {
  const [seen, changed] = [await registered(), await registered()];
  const { look } = await preview("CRS 112");
  await granted(term.send(changed, ["CRS 111", "CRS 112"], { version: 1 }));
  const late = await registered();
  const { body } = await granted(drop("CRS 112", look));
  expect(body).toMatchObject({ dropped: 1, changed: 2 });
  expect(body.message).toMatch(/2 students sent or changed it since you looked, and keep it/);
  expect([await codesOf(seen), await codesOf(changed), await codesOf(late)]).toEqual([
    "CRS 111,ENG 111",
    "CRS 111,CRS 112",
    "CRS 111,CRS 112,ENG 111",
  ]);
  expect((await drop("CRS 112", look)).body.code).toBe("changed-meanwhile");
  await dropSeen("CRS 112");
});

test("who was sending it while it was looked at keeps it, and is counted", async () => {
  const seen = await registered();
  const [late, mending] = [await term.student(), await registered(["CRS 111", "ENG 111"])];
  const { look, sent } = await tableHeldFor(portal, "course_registration_line", async () => {
    const sent = Promise.all([granted(term.send(late, three)), granted(term.send(mending, three, { version: 1 }))]);
    await untilWaiting(portal, 2);
    const { look, students } = await preview("CRS 112");
    expect(students).toBe(1);
    return { look, sent };
  });
  await sent;
  expect((await granted(drop("CRS 112", look))).body).toMatchObject({ dropped: 1, changed: 2 });
  expect([await codesOf(seen), await codesOf(late), await codesOf(mending)]).toEqual([
    "CRS 111,ENG 111",
    "CRS 111,CRS 112,ENG 111",
    "CRS 111,CRS 112,ENG 111",
  ]);
  await dropSeen("CRS 112");
});

test("who changes it at the moment at which it is dropped keeps it", async () => {
  const me = await registered();
  const { look } = await preview("CRS 112");
  const asked = await portal.db.transaction().execute(async (trx) => {
    await trx
      .updateTable("course_registration")
      .set({ version: sql`version + 1` })
      .where("student", "=", me.student)
      .execute();
    const asking = drop("CRS 112", look);
    await untilWaiting(portal);
    return { asking };
  });
  expect((await asked.asking).body.code).toBe("changed-meanwhile");
  await dropSeen("CRS 112");
});

test("the places of what is dropped are free again", async () => {
  await registered();
  const seats = (most: number | null) =>
    sql`update portal.course_class k set seats = ${most} from portal.course c where c.class = k._id and c.code = 'CRS 112'`.execute(
      portal.db,
    );
  await seats(1);
  const other = await term.student();
  expect((await term.send(other, three)).body.code).toBe("class-full");
  await dropSeen("CRS 112");
  await granted(term.send(other, three));
  await seats(null);
  await dropSeen("CRS 112");
});

test("one's own registration is left out, and beyond the own reach nothing is seen or dropped", async () => {
  const [mine, other] = [await registered(), await registered()];
  const own = (emailaddress: string) =>
    portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", head._id).execute();
  await own(mine.emailaddress);
  const seen = await preview("CRS 112");
  expect([seen.own, seen.list.length]).toEqual([true, 1]);
  await granted(drop("CRS 112", seen.look));
  expect([await codesOf(mine), await codesOf(other)]).toEqual(["CRS 111,CRS 112,ENG 111", "CRS 111,ENG 111"]);
  await own(head.emailaddress);
  const stranger = await headOf(portal, "BIO", ["registrations", "registrations.change"]);
  expect((await preview("CRS 112", stranger)).list).toEqual([]);
  expect((await drop("CRS 112", (await preview("CRS 112")).look, stranger)).body.code).toBe("nobody-has-it");
  const reader = await staffMember(portal, { pages: ["registrations"] });
  expect([(await reader.get(at("CRS 112"))).status, (await drop("CRS 112", seen.look, reader)).status]).toEqual([
    403, 403,
  ]);
  await dropSeen("CRS 112");
});

test("what was registered in a semester that does not run stays", async () => {
  await portal.db.updateTable("session").set({ semester: 2 }).where("_id", "=", term.session).execute();
  expect((await head.get(at("CRS 112"))).body.code).toBe("semester-does-not-run");
  expect((await drop("CRS 112", "1:1:")).body.code).toBe("semester-does-not-run");
  await portal.db.updateTable("session").set({ semester: 1 }).where("_id", "=", term.session).execute();
});

test("three hundred lose it in one go; the first hundred are named, who would have too few units first", async () => {
  const { db } = portal;
  const { programme, session } = term.usual;
  await sql`insert into portal.student (_id, matric, firstname, lastname, emailaddress, phonenumber, level, entrylevel, semester, session, programme)
    select gen_random_uuid(), 'BLK/' || n, 'Amina', 'Many', 'many' || n || '@example.com', '2348031' || lpad(n::text, 6, '0'), 100, 100, 1,
      ${session}::uuid, ${programme}::uuid from generate_series(1, 300) n`.execute(db);
  const { rows } = await sql<{ _id: string }>`select _id from portal.student where matric like 'BLK/%'`.execute(db);
  for (const { _id } of rows) await registeredFor(portal, _id, [term.ids["CRS 111"] ?? "", term.ids["CRS 112"] ?? ""]);
  const enough = await registered();
  const named = { firstname: "Aaron", lastname: "Aaron" };
  await db.updateTable("student").set(named).where("_id", "=", enough.student).execute();
  const seen = await preview("CRS 112");
  expect([seen.students, seen.below, seen.list.length]).toEqual([301, 300, 100]);
  expect(seen.list.every(({ least }: { least: number | null }) => least === 4)).toBe(true);
  expect((await granted(drop("CRS 112", seen.look))).body).toMatchObject({ dropped: 301, changed: 0 });
});
