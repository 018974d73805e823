import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lagosDay, lagosToday } from "#kit/value/dates.rules.ts";
import { newId } from "#platform/database/id.server.ts";
import { catalogue } from "../../../../testing/catalogue.ts";
import { headOf, headOver } from "../../../../testing/head.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { type Student, signedInStudent } from "../../../../testing/student.ts";
import { granted } from "../../../../testing/walk.ts";
import { statusesStopping } from "../../student/student.rules.ts";

let portal: TestPortal;
let head: StaffMember;
let office: Awaited<ReturnType<typeof catalogue>>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await catalogue(portal);
  const { session, programme } = office.usual;
  const { db } = portal;
  await db.updateTable("session").set({ status: false }).execute();
  await db.updateTable("session").set({ status: true, semester: 1 }).where("_id", "=", session).execute();
  await db.updateTable("programme").set({ minunit: 4, maxunit: 10 }).where("_id", "=", programme).execute();
  head = await headOver(portal, "programme", programme);
  for (const [course, more] of [
    ["CRS 111", {}],
    ["ENG 111", {}],
    ["CRS 112", { moduletype: "Elective" }],
    ["CRS 118", { moduletype: "Elective" }],
    ["CRS 211", { level: 200, needs: "CRS 111" }],
  ] as const)
    ids[course] = await office.course(course, more);
  const day = (from: number) => lagosDay(new Date(Date.now() + from * 86_400_000).toISOString());
  await sql`insert into portal.registration_window (_id, session, semester, start, late, "end", hodapproval)
    values (gen_random_uuid(), ${session}, 1, ${day(-5)}, ${day(5)}, ${day(10)}, true)`.execute(db);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

async function student(): Promise<Student> {
  const me = await signedInStudent(portal);
  const { programme, session } = office.usual;
  await portal.db
    .updateTable("student")
    .set({ programme, session, level: 100 })
    .where("_id", "=", me.student)
    .execute();
  return me;
}

const send = (me: Student, codes: readonly string[], more: object = {}) =>
  me.put("/student/registration", { courses: codes.map((code) => ids[code]), ...more });
const CLEAR = ["CRS 111", "ENG 111"];

/** A student whose registration waits, and its `_id`. */
async function waiting(codes: readonly string[] = CLEAR, more: object = {}) {
  const me = await student();
  expect((await send(me, codes, more)).body).toMatchObject({ state: "Waiting" });
  return { me, _id: await registrationOf(me) };
}
const registrationOf = async (me: Student) => (await me.get("/student/registration")).body.registration._id as string;
const shownTo = async (id: string, who = head) => (await who.get(`/staff/ms_registration/${id}`)).body;
const path = "/staff/ms_registration";
/** Approves or returns some as they stand now, as a head does who has just opened them. */
const seen = async (...ids: string[]) => ({
  rows: await Promise.all(ids.map(async (_id) => ({ _id, version: (await shownTo(_id)).version }))),
});
const approve = async (...ids: string[]) => head.put(`${path}/approve`, await seen(...ids));
const stateOf = async (me: Student) => (await me.get("/student/registration")).body.registration;
/** The newest letter about something. */
const letterTo = async (me: Student, about: RegExp) => (await portal.letters(me.emailaddress, 1, about)).at(-1)?.text;

test("whatever is clear is approved at once, the rest stays, and each student is told", async () => {
  const clear = await Promise.all([waiting(), waiting(), waiting()]);
  const short = await waiting(["CRS 111"], { note: "I repeat the year, and take one course" });
  expect(await shownTo(short._id)).toMatchObject({
    verdict: "To be mended",
    stops: ["units-below"],
    waited: 0,
  });
  const inbox = (await head.get(`${path}/inbox`)).body;
  expect(inbox).toMatchObject({ waiting: 4, clear: 3, departments: [{ waiting: 4, clear: 3, oldest: 0 }] });
  const { body } = await head.put(`${path}/approve`, { query: "state=Waiting", look: inbox.look });
  expect(body).toMatchObject({ type: "success", approved: 3, left: 1 });
  for (const { me } of clear) {
    expect(await stateOf(me)).toMatchObject({ state: "Registered", decidedAt: expect.any(String) });
    expect((await stateOf(me)).lines.every((line: { approvedAt: string | null }) => line.approvedAt)).toBe(true);
    expect(await letterTo(me, /your courses are registered/)).toMatch(/4 units/);
  }
  expect((await approve(short._id)).body).toMatchObject({ code: "nothing-clear" });
  const { registration, found, mending } = (await head.get(`${path}/${short._id}/checked`)).body;
  expect([found[0].code, found[0].sentence, mending]).toEqual([
    "units-below",
    "2 units are too few: at least 4",
    "allow",
  ]);
  const { version } = registration;
  expect((await head.put(`${path}/${short._id}/allow`, { version: version + 1 })).body.code).toBe("changed-meanwhile");
  expect((await head.put(`${path}/${short._id}/allow`, { version })).body).toMatchObject({ type: "success" });
  expect(await stateOf(short.me)).toMatchObject({ state: "Registered" });
});

test("a head goes from one that is to be mended to the next by arrival, past what is clear", async () => {
  const note = "I repeat the year, and take one course";
  const [first, clear, second] = [
    await waiting(["CRS 111"], { note }),
    await waiting(),
    await waiting(["CRS 111"], { note }),
  ];
  const nextAfter = async (id: string) => (await granted(head.get(`${path}/${id}/next`))).body.next;
  expect((await nextAfter(first._id))._id).toBe(second._id);
  expect((await nextAfter(clear._id))._id).toBe(second._id);
  const around = await nextAfter(second._id);
  expect(await shownTo(around._id)).toMatchObject({ state: "Waiting", verdict: "To be mended" });
  expect((await head.get(`${path}/${newId()}/next`)).status).toBe(404);
  for (const { _id } of [first, second]) {
    const { version } = await shownTo(_id);
    await granted(head.put(`${path}/${_id}/allow`, { version }));
  }
  expect([first._id, second._id]).not.toContain((await nextAfter(clear._id))?._id);
});

test("one goes back with a reason and the day until when it is mended, and is sent again", async () => {
  const { me, _id } = await waiting();
  const reason = "Take CRS 112, you have done ENG 111 elsewhere";
  await granted(head.put(`${path}/return`, { ...(await seen(_id)), reason }));
  const { version, ...back } = await stateOf(me);
  expect(back).toMatchObject({ state: "Returned", reason });
  expect(await letterTo(me, /is returned/)).toMatch(/Take CRS 112[\s\S]*send them, by/);
  expect((await head.put(`${path}/return`, { ...(await seen(_id)), reason })).body.code).toBe("not-waiting");
  expect((await send(me, ["CRS 111", "CRS 112"], { version })).body).toMatchObject({ state: "Waiting" });
});

test("a course that is withdrawn after it was registered is found, and dropped by one deed", async () => {
  const { me, _id } = await waiting(["CRS 111", "ENG 111", "CRS 118"]);
  const course = portal.db.updateTable("course").where("code", "=", "CRS 118");
  await course.set({ status: false }).execute();
  expect(await shownTo(_id)).toMatchObject({ verdict: "To be mended", stops: ["course-withdrawn"] });
  expect((await approve(_id)).body.code).toBe("nothing-clear");
  const { registration, mending, withdrawn } = (await head.get(`${path}/${_id}/checked`)).body;
  expect([mending, withdrawn]).toEqual(["drop", ["CRS 118"]]);
  const { version } = registration;
  expect((await head.put(`${path}/${_id}/allow`, { version })).body.code).toBe("not-to-be-allowed");
  expect((await head.put(`${path}/${_id}/drop-withdrawn`, { version })).body).toMatchObject({ units: 4 });
  expect(await letterTo(me, /CRS 118 is dropped from your registration/)).toMatch(/4 units now/);
  expect(await shownTo(_id)).toMatchObject({ verdict: "Clear", stops: null });
  await granted(approve(_id));
  await course.set({ status: true }).execute();
});

test("who is left with too few units by a drop reads so, and how to mend it while registration is closed", async () => {
  const { me, _id } = await waiting(["CRS 111", "CRS 118"]);
  const { db } = portal;
  const course = db.updateTable("course").where("code", "=", "CRS 118");
  await course.set({ status: false }).execute();
  await db.updateTable("registration_window").set({ changes: sql`start` }).execute();
  await granted(head.put(`${path}/${_id}/drop-withdrawn`, { version: 1 }));
  const letter = await letterTo(me, /CRS 118 is dropped/);
  expect(letter).toContain("You have 2 units now. That is too few: at least 4 are asked for.");
  expect(letter).toContain("Registration is closed to you now. Ask the Registry for a permit to register late");
  await db.updateTable("registration_window").set({ changes: null }).execute();
  await course.set({ status: true }).execute();
});

test("each red verdict has the deed that mends it; more units than the most ask for a permit", async () => {
  const { me, _id } = await waiting(["CRS 111", "ENG 111", "CRS 112"]);
  const most = (maxunit: number) =>
    portal.db.updateTable("programme").set({ maxunit }).where("_id", "=", office.usual.programme).execute();
  await most(5);
  const { found, mending } = (await head.get(`${path}/${_id}/checked`)).body;
  expect([found[0].code, mending]).toEqual(["units-above", "permit"]);
  const registry = await staffMember(portal, {
    pages: ["students", "registration-permits", "registration-permits.change"],
  });
  const permit = { student: me.student, allows: ["Units"], until: lagosToday(), reason: "Last year" };
  await granted(registry.post("/staff/ms_registration_permit", permit));
  expect(await shownTo(_id)).toMatchObject({ verdict: "Clear" });
  await most(10);
});

test("a hold, unpaid fees and a status that stops are found when they come, and are gone with them", async () => {
  const { me, _id } = await waiting();
  const { db } = portal;
  await sql`insert into portal.hold (_id, student, name, kind, blocks, reason, office, placedby)
    values (gen_random_uuid(), ${me.student}, 'Held', 'Library', '{registration}', 'A book', 'Library', ${head._id})`.execute(
    db,
  );
  expect(await shownTo(_id)).toMatchObject({ stops: ["held-by-office"] });
  await sql`update portal.hold set "liftedAt" = now(), liftedby = ${head._id}, lifting = 'Back' where student = ${me.student}`.execute(
    db,
  );
  const stopping = new Set(statusesStopping("registration"));
  for (const status of ["Deferred", "Suspended", "Rusticated", "Withdrawn", "Active"] as const) {
    await db.updateTable("student").set({ status }).where("_id", "=", me.student).execute();
    expect([status, (await shownTo(_id)).stops]).toEqual([
      status,
      stopping.has(status) ? ["status-stops-registration"] : null,
    ]);
  }
  await sql`insert into portal.instalment (_id, session, semester, name, share, due, opens)
    values (gen_random_uuid(), ${office.usual.session}, 1, 'First', 60, '2030-01-01', '{registration}')`.execute(db);
  expect(await shownTo(_id)).toMatchObject({ stops: ["fees-not-paid"] });
  await db.deleteFrom("instalment").execute();
  expect(await shownTo(_id)).toMatchObject({ verdict: "Clear" });
});

test("nobody approves the own registration, and no list shows it", async () => {
  const { me, _id } = await waiting();
  const own = (emailaddress: string) =>
    portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", head._id).execute();
  await own(me.emailaddress);
  expect((await head.put(`${path}/approve`, { rows: [{ _id, version: 1 }] })).body).toMatchObject({ code: "own-file" });
  expect((await head.put(`${path}/return`, { rows: [{ _id, version: 1 }], reason: "Mine" })).status).toBe(403);
  expect((await head.put(`${path}/${_id}/allow`, { version: 1 })).body).toMatchObject({ code: "own-file" });
  expect((await head.put(`${path}/${_id}/drop-withdrawn`, { version: 1 })).body).toMatchObject({ code: "own-file" });
  expect((await head.get(path)).body.list.map((row: { _id: string }) => row._id)).not.toContain(_id);
  expect(await stateOf(me)).toMatchObject({ state: "Waiting" });
  await own(head.emailaddress);
});

test("of an approval and a change of the student at the same instant one wins, and the other hears it", async () => {
  for (let round = 0; round < 4; round += 1) {
    const { me, _id } = await waiting();
    const [approved, changed] = await whileTableHeld(portal, "course_registration", 2, () =>
      Promise.all([
        head.put(`${path}/approve`, { rows: [{ _id, version: 1 }] }),
        send(me, ["CRS 111", "CRS 112"], { version: 1 }),
      ]),
    );
    const done = [approved, changed].filter(({ body }) => body.type === "success");
    expect(done).toHaveLength(1);
    const { state, lines } = await stateOf(me);
    const wins = approved.body.type === "success";
    expect(wins ? changed.body.code : approved.body.code).toBe("changed-meanwhile");
    expect([state, lines.map(({ code }: { code: string }) => code).join()]).toEqual(
      wins ? ["Registered", "CRS 111,ENG 111"] : ["Waiting", "CRS 111,CRS 112"],
    );
  }
});

test("a head registers for a student in front of him, with the reason, and it counts at once", async () => {
  const me = await student();
  const at = `${path}/for/${me.student}`;
  const { body } = await head.get(at);
  expect([body.name, body.proposal.registration, body.proposal.offered.length]).toEqual([
    expect.stringContaining(me.matric),
    null,
    4,
  ]);
  const why = "The phone of the student is broken";
  const courses = ["CRS 111", "ENG 111"].map((code) => ids[code]);
  expect((await head.put(at, { courses })).body.errors).toMatchObject({ why: expect.any(String) });
  expect((await head.put(at, { courses, why })).body).toMatchObject({ state: "Registered", units: 4, version: 1 });
  const { registration } = (await me.get("/student/registration")).body;
  expect(registration).toMatchObject({ why, registeredby: expect.any(String), decidedAt: expect.any(String) });
  expect(await letterTo(me, /courses were registered for you/)).toMatch(/CRS 111, ENG 111\.\n\nThe reason: The phone/);
  const overtaken = (await head.put(at, { courses: courses.slice(1), why })).body;
  expect([overtaken.code, overtaken.message]).toEqual([
    "changed-meanwhile",
    expect.stringMatching(/^The registration was/),
  ]);
  const same = (await head.put(at, { courses, why, version: 1 })).body;
  expect([same.code, same.message]).toEqual(["already-so", expect.stringMatching(/^The student reads: /)]);
});

test("an adviser sends for a student in front of him, and the head decides what was found", async () => {
  const { department } = await portal.db
    .selectFrom("programme")
    .select("department")
    .where("_id", "=", office.usual.programme)
    .executeTakeFirstOrThrow();
  const pages = ["registrations", "registrations.advise"] as const;
  const adviser = await staffMember(portal, { pages, scope: "unit", department });
  const me = await student();
  const at = `${path}/for/${me.student}`;
  expect((await granted(adviser.get(at))).body.decides).toBe(false);
  expect((await granted(head.get(at))).body.decides).toBe(true);
  const why = "Repeats the year and takes one course";
  const sent = (await granted(adviser.put(at, { courses: [ids["CRS 111"]], why }))).body;
  expect(sent).toMatchObject({ state: "Waiting", units: 2, version: 1 });
  const waits = await stateOf(me);
  expect(waits).toMatchObject({ state: "Waiting", why, registeredby: expect.any(String), decidedAt: null });
  expect(waits.lines.every((line: { approvedAt: string | null }) => line.approvedAt === null)).toBe(true);
  expect(await letterTo(me, /courses were registered for you/)).toMatch(/Your head of department decides about it/);
  expect(await shownTo(waits._id)).toMatchObject({ stops: ["units-below"], note: why });
  const allow = { version: 1 };
  expect((await adviser.put(`${path}/${waits._id}/allow`, allow)).status).toBe(403);
  expect((await adviser.put(`${path}/approve`, { rows: [{ _id: waits._id, version: 1 }] })).status).toBe(403);
  await granted(head.put(`${path}/${waits._id}/allow`, allow));
  expect(await stateOf(me)).toMatchObject({ state: "Registered" });
  const stranger = await staffMember(portal, { pages: ["registrations"] });
  expect((await stranger.get(at)).status).toBe(403);
});

test("more are refused at once in a student's place than there are connections, and each hears what the office may know", async () => {
  const me = await student();
  const { db } = portal;
  await sql`insert into portal.hold (_id, student, name, kind, blocks, reason, office, placedby)
    values (gen_random_uuid(), ${me.student}, 'Held', 'Library', '{registration}', 'A book', 'Library', ${head._id})`.execute(
    db,
  );
  const form = { courses: CLEAR.map((code) => ids[code]), why: "The phone of the student is broken" };
  const said = await Promise.all(Array.from({ length: 40 }, () => head.put(`${path}/for/${me.student}`, form)));
  expect(new Set(said.map(({ body }) => `${body.code}: ${body.message}`))).toEqual(
    new Set(["held-by-office: A hold stands on the record. The student reads which office to go to"]),
  );
});

test("a head who registers for a student into a full class is not sent to the head", async () => {
  await waiting(["CRS 111", "CRS 118"], { note: "I repeat the year" });
  const seats = (most: number | null) =>
    sql`update portal.course_class k set seats = ${most} from portal.course c where c.class = k._id and c.code = 'CRS 118'`.execute(
      portal.db,
    );
  await seats(1);
  const me = await student();
  const form = { courses: [...CLEAR, "CRS 118"].map((code) => ids[code]), why: "He stands before me" };
  const { code, errors } = (await head.put(`${path}/for/${me.student}`, form)).body;
  expect([code, errors.courses]).toEqual([
    "class-full",
    "CRS 118: the last place was just taken. Choose another course, or have more places given to the class",
  ]);
  await seats(null);
});

test("nobody registers in his own place, and after the window only with a permit that still holds", async () => {
  const me = await student();
  const at = `${path}/for/${me.student}`;
  const form = { courses: ["CRS 111", "ENG 111"].map((code) => ids[code]), why: "Came late, with a letter" };
  const own = (emailaddress: string) =>
    portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", head._id).execute();
  await own(me.emailaddress);
  expect((await head.put(at, form)).body).toMatchObject({ code: "own-file" });
  await own(head.emailaddress);
  const { db } = portal;
  const moved = (days: number) =>
    sql`update portal.registration_window set start = start + ${days}::int, late = late + ${days}::int, "end" = "end" + ${days}::int`.execute(
      db,
    );
  await moved(-30);
  expect((await head.put(at, form)).body).toMatchObject({ code: "registration-closed" });
  const lagos = sql<string>`((now() at time zone 'Africa/Lagos')::date - 1)`;
  await sql`insert into portal.registration_permit (_id, student, session, semester, allows, until, reason, staff)
    values (gen_random_uuid(), ${me.student}, ${office.usual.session}, 1, '{Late}', ${lagos}, 'Ill', ${head._id})`.execute(
    db,
  );
  expect((await head.put(at, form)).body, "a permit of yesterday").toMatchObject({ code: "registration-closed" });
  await sql`update portal.registration_permit set until = until + 1 where student = ${me.student}`.execute(db);
  expect((await head.put(at, form)).body).toMatchObject({ type: "success", state: "Registered" });
  await moved(30);
});

test("a head of another department sees and decides nothing of it", async () => {
  const { me, _id } = await waiting();
  const other = await headOf(portal, "BIO", ["registrations", "registrations.change"]);
  expect((await other.get(path)).body.list).toEqual([]);
  expect((await other.get(`${path}/${_id}/checked`)).status).toBe(404);
  expect((await other.put(`${path}/approve`, { rows: [{ _id, version: 1 }] })).body.code).toBe("rows-changed");
  expect((await other.put(`${path}/${_id}/allow`, { version: 1 })).status).toBe(404);
  expect((await other.get(`${path}/for/${me.student}`)).status).toBe(404);
  const form = { courses: [ids["CRS 111"]], why: "Not mine" };
  expect((await other.put(`${path}/for/${me.student}`, form)).status).toBe(404);
});

test.each(["nobody", "' or 1=1--"])("a registration for %s is not found", async (nobody) => {
  const at = `${path}/for/${encodeURIComponent(nobody)}`;
  expect((await head.get(at)).status).toBe(404);
  expect((await head.put(at, { courses: [ids["CRS 111"]], why: "Ill" })).status).toBe(404);
});
