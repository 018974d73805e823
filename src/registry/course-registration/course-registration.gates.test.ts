import { request } from "node:http";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { asDay, lagosDay, lagosToday } from "#kit/value/dates.rules.ts";
import { billed } from "../../../testing/billed.ts";
import { importCsv } from "../../../testing/bursar.ts";
import { headOver } from "../../../testing/head.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openRegistration } from "../../../testing/registration.ts";
import { ownOrigin, type StaffMember, staffMember } from "../../../testing/staff.ts";
import type { Student } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";
import { mendableUntil, windowStanding } from "./window/window.rules.ts";

let portal: TestPortal;
let term: Awaited<ReturnType<typeof openRegistration>>;
let registry: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  term = await openRegistration(portal);
  registry = await staffMember(portal, {
    pages: ["students", "registration-permits", "registration-permits.change", "holds", "holds.change"],
  });
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});
beforeEach(() => term.opens());

const two = ["CRS 111", "ENG 111"];
const today = lagosToday();
const lagosDayIn = (days: number) => lagosDay(new Date(Date.now() + days * 86_400_000).toISOString());
const permit = (student: string, allows: readonly string[], until = today) =>
  registry.post("/staff/ms_registration_permit", { student, allows, until, reason: "Was in hospital, letter seen" });

test.each([
  ["before the first day", [3, 5, 10], "registration-not-open", /^Registration is open from /],
  ["after the last day", [-10, -5, -1], "registration-closed", /^Registration of this semester closed on /],
] as const)("%s nothing is registered", async (_what, [start, late, end], code, sentence) => {
  await term.opens({}, start, late, end);
  const { body } = await term.send(await term.student(), two);
  expect(body).toMatchObject({ type: "error", code, message: expect.stringMatching(sentence) });
});

test("a permit with a reason lets one student in after the last day, and nobody else", async () => {
  await term.opens({}, -10, -5, -1);
  const [me, other] = [await term.student(), await term.student()];
  await granted(permit(me.student, ["Late"]));
  expect((await term.send(me, two)).body).toMatchObject({ type: "success" });
  expect((await term.send(other, two)).body).toMatchObject({ code: "registration-closed" });
  const { late } = await portal.db
    .selectFrom("course_registration")
    .select("late")
    .where("student", "=", me.student)
    .executeTakeFirstOrThrow();
  expect(late).toBe(true);
});

test("a permit of a day that is over is refused, and one that has lapsed lets nobody in", async () => {
  await term.opens({}, -10, -5, -1);
  const me = await term.student();
  expect((await permit(me.student, ["Late"], "2026-01-01")).body).toMatchObject({ code: "day-over-already" });
  await granted(permit(me.student, ["Late"]));
  await portal.db
    .updateTable("registration_permit")
    .set({ until: "2026-01-01" })
    .where("student", "=", me.student)
    .execute();
  expect((await term.send(me, two)).body).toMatchObject({ code: "registration-closed" });
});

test("nobody gives oneself a permit, typed or by a file, and a file gives none of a day that is over", async () => {
  const own = await term.student();
  const officer = await staffMember(portal, {
    pages: ["students", "registration-permits", "registration-permits.change", "sessions"],
  });
  const { emailaddress } = await portal.db
    .selectFrom("student")
    .select("emailaddress")
    .where("_id", "=", own.student)
    .executeTakeFirstOrThrow();
  await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", officer._id).execute();
  const form = { student: own.student, allows: ["Late"], until: today, reason: "For myself" };
  expect((await officer.post("/staff/ms_registration_permit", form)).status).toBe(403);
  const head = "Student,Session,Semester,Allows,Until,Reason";
  const bring = (matric: string, until: string) =>
    importCsv(portal, officer, "registration_permit", [head, `${matric},2026,1,Late,${until},For a reason`].join("\n"));
  expect((await bring(own.matric, today)).status).toBe(403);
  const { body } = await bring((await term.student()).matric, "2026-01-01");
  expect(body.message).toContain("Row 2: Until must be today or a day that comes");
});

/** A student with a bill of which the first part opens what is said. */
async function billedWith(opens: string): Promise<{ me: Student; bill: string }> {
  const { db } = portal;
  await db.deleteFrom("instalment").execute();
  await sql`insert into portal.instalment (_id, session, semester, name, share, due, opens)
    values (gen_random_uuid(), ${term.session}, 1, 'First', 60, '2027-01-01', array[${opens}]),
      (gen_random_uuid(), ${term.session}, 1, 'Rest', 100, '2027-02-01', null)`.execute(db);
  const me = await term.student();
  const { bill } = await billed(portal, me.student);
  return { me, bill };
}

test("registering late brings its charge onto the bill, once", async () => {
  await term.opens({ charge_kobo: 200_000 }, -5, -1, 10);
  expect((await term.send(await term.student(), two)).body).toMatchObject({ code: "no-bill-yet" });
  const { me, bill } = await billedWith("results");
  const billedOf = async () => (await granted(me.get(`/student/bill/${bill}`))).body.bill.billed;
  const before = await billedOf();
  const { body } = await term.send(me, two);
  expect(body).toMatchObject({ type: "success", message: expect.stringContaining("₦2,000.00 is on your bill now") });
  await granted(term.send(me, ["CRS 111", "EDU 111"], { version: 1 }));
  expect((await billedOf()) - before).toBe(2_000);
});

test("registration waits for its part of the bill, and a permit opens it", async () => {
  const { me } = await billedWith("registration");
  const { body } = await term.send(me, two);
  expect(body).toMatchObject({
    code: "fees-not-paid",
    message: expect.stringMatching(/^Registration opens when ₦[\d,.]+ more/),
  });
  expect((await me.get("/student/registration")).body.stop.link).toBe("/student/bill");
  expect((await term.send(await term.student(), two)).body).toMatchObject({ code: "no-bill-yet" });
  await granted(permit(me.student, ["Unpaid"]));
  expect((await term.send(me, two)).body).toMatchObject({ type: "success" });
  await portal.db.deleteFrom("instalment").execute();
});

test("a hold on registration and a status that stops it are told with what to do", async () => {
  const me = await term.student();
  const hold = { kind: "Library", blocks: ["registration"], reason: "A book is missing", office: "Library" };
  await granted(registry.post("/staff/ms_hold", { ...hold, ids: [me.student], count: 1 }));
  expect((await term.send(me, two)).body).toMatchObject({
    code: "held-by-office",
    message: expect.stringContaining("A book is missing. Where to go: Library"),
  });
  const other = await term.student();
  await portal.db.updateTable("student").set({ status: "Deferred" }).where("_id", "=", other.student).execute();
  expect((await term.send(other, two)).body).toMatchObject({ code: "status-stops-registration" });
  await portal.db.updateTable("student").set({ status: "Active" }).where("_id", "=", other.student).execute();
});

test("the last place of a class is taken once, by whoever sends first", async () => {
  await portal.db.updateTable("course_class").set({ seats: 3 }).where("code", "=", "CRS 112").execute();
  const all = await Promise.all(Array.from({ length: 8 }, () => term.student()));
  // Whoever has counted waits there.
  const replies = await whileTableHeld(portal, "audit", all.length, () =>
    Promise.all(all.map((me) => term.send(me, ["CRS 111", "CRS 112"]))),
  );
  const codes = replies.map(({ body }) => body.code ?? body.type);
  expect(codes.filter((code) => code === "success")).toHaveLength(3);
  expect(codes.filter((code) => code === "class-full")).toHaveLength(5);
  await portal.db.updateTable("course_class").set({ seats: null }).where("code", "=", "CRS 112").execute();
});

test("the time of arrival counts, however long a slow line takes after it", async () => {
  const me = await term.student();
  const begun = Date.now();
  const body = JSON.stringify({ courses: two.map((code) => term.ids[code]) });
  const headers = {
    cookie: me.cookie,
    origin: ownOrigin(portal),
    "content-type": "application/json",
    "content-length": String(body.length),
  };
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sending = request(`${portal.url}/api/student/registration`, { method: "PUT", headers }, (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    sending.on("error", reject);
    sending.flushHeaders();
    setTimeout(() => sending.end(body), 2_000);
  });
  expect(status).toBe(200);
  const { arrivedAt } = await portal.db
    .selectFrom("course_registration")
    .select("arrivedAt")
    .where("student", "=", me.student)
    .executeTakeFirstOrThrow();
  expect(Date.parse(arrivedAt) - begun).toBeLessThan(1_500);
});

test("who has registered changes until the day for changes, and no longer", async () => {
  const me = await term.student();
  await granted(term.send(me, two));
  await term.opens({ changes: -1 });
  expect((await term.send(me, ["CRS 111", "EDU 111"], { version: 1 })).body).toMatchObject({ code: "changes-closed" });
  expect((await term.send(await term.student(), two)).body).toMatchObject({ type: "success" });
});

test("after the last day of changes a student and a head hear what really opens it, and it does", async () => {
  const me = await term.student();
  await granted(term.send(me, two));
  await term.opens({ changes: -1 });
  const changed = ["CRS 111", "EDU 111"];
  const { body } = await term.send(me, changed, { version: 1 });
  expect(body.message).toMatch(/ask the Registry for a permit: with it you, or your head of department, can still/);
  const { programme } = term.usual;
  const head = await headOver(portal, "programme", programme);
  const form = { courses: changed.map((course) => term.ids[course]), why: "Chose the wrong one", version: 1 };
  const at = `/staff/ms_registration/for/${me.student}`;
  expect((await head.put(at, form)).body).toMatchObject({ code: "changes-closed" });
  await granted(permit(me.student, ["Late"], lagosDayIn(3)));
  expect((await me.get("/student/registration")).body).toMatchObject({ stop: null, window: { permit: lagosDayIn(3) } });
  await granted(head.put(at, form));
});

test("a permit to register late lets a student in between two windows, late and at the charge of the earlier", async () => {
  await term.opens({ hodapproval: true }, -20, -15, -10);
  await sql`insert into portal.registration_window (_id, session, semester, start, late, "end", hodapproval)
    values (gen_random_uuid(), ${term.session}, 1, ${lagosDayIn(10)}, ${lagosDayIn(12)}, ${lagosDayIn(15)}, false)`.execute(
    portal.db,
  );
  const me = await term.student();
  expect((await term.send(me, two)).body).toMatchObject({ code: "registration-not-open" });
  await granted(permit(me.student, ["Late"]));
  expect((await me.get("/student/registration")).body).toMatchObject({ stop: null, window: { state: "closed" } });
  expect((await term.send(me, two)).body).toMatchObject({ type: "success", state: "Waiting" });
  const { late } = await portal.db
    .selectFrom("course_registration")
    .select("late")
    .where("student", "=", me.student)
    .executeTakeFirstOrThrow();
  expect(late).toBe(true);
});

test("the first page counts a permit to register late, and the days on which what was sent back can be mended", async () => {
  const { db } = portal;
  await term.opens({ changes: 3 }, -10, -5, -1);
  const [me, returned] = [await term.student(), await term.student()];
  const next = async (who: Student) => (await who.get("/student/home")).body.next?.sentence ?? null;
  expect(await next(me)).toBeNull();
  await granted(permit(me.student, ["Late"], lagosDayIn(2)));
  expect(await next(me)).toBe(`Register your courses until ${asDay(lagosDayIn(2))}. Registration is late now.`);
  await term.opens();
  await granted(term.send(returned, two));
  await db
    .updateTable("course_registration")
    .set({ state: "Returned", reason: "Mend it", decidedby: registry._id, decidedAt: new Date().toISOString() })
    .where("student", "=", returned.student)
    .execute();
  await term.opens({ changes: 3 }, -10, -5, -1);
  const mend = `Your head of department sent your courses back. Mend them until ${asDay(lagosDayIn(3))}.`;
  expect(await next(returned)).toBe(mend);
  await term.opens({ changes: -1 }, -10, -5, -1);
  expect(await next(returned)).toBeNull();
});

test("a permit is told by mail, until when and what to do, and again when it is made longer", async () => {
  const me = await term.student();
  const told = async () => (await portal.letters(me.emailaddress, 1, /you may register until/)).at(-1)?.text;
  const { _id } = (await granted(permit(me.student, ["Late", "Units"]))).body;
  expect(await told()).toMatch(
    /although the days for it are over\.\n\nYou may take more units[\s\S]*It ends with .*20\d\d/,
  );
  const form = { student: me.student, session: term.session, semester: 1, allows: ["Units"], until: lagosDayIn(9) };
  const at = `/staff/ms_registration_permit/${_id}`;
  await granted(registry.put(at, { ...form, reason: "Longer" }));
  expect(await portal.letters(me.emailaddress, 2, /you may register until/)).toHaveLength(2);
  await granted(registry.put(at, { ...form, reason: "Only the reason is another" }));
  expect(await portal.letters(me.emailaddress, 2, /you may register until/)).toHaveLength(2);
});

test("a returned registration keeps its places for three days, and then takes them anew or hears that they are gone", async () => {
  const { db } = portal;
  await db.updateTable("course_class").set({ seats: 1 }).where("code", "=", "CRS 113").execute();
  await term.opens({ hodapproval: true });
  const [me, other, third] = [await term.student(), await term.student(), await term.student()];
  const limited = ["CRS 111", "CRS 113"];
  await granted(term.send(me, limited));
  const returned = (days: number) =>
    sql`update portal.course_registration set state = 'Returned', reason = 'Mend it', decidedby = ${registry._id},
      "decidedAt" = now() - make_interval(days => ${days}), version = version + 1 where student = ${me.student}`.execute(
      db,
    );
  await returned(2);
  expect((await term.send(other, limited)).body).toMatchObject({ code: "class-full" });
  await returned(4);
  expect((await term.send(other, limited)).body).toMatchObject({ type: "success" });
  expect((await term.send(me, limited, { version: 3 })).body).toMatchObject({ code: "class-full" });
  const withdrawn = (student: string, status: "Withdrawn" | "Active") =>
    db.updateTable("student").set({ status }).where("_id", "=", student).execute();
  await withdrawn(other.student, "Withdrawn");
  const again = await whileTableHeld(portal, "course_registration_line", 2, () =>
    Promise.all([term.send(me, limited, { version: 3 }), term.send(third, limited)]),
  );
  expect(again.filter(({ body }) => body.type === "success")).toHaveLength(1);
  await withdrawn(other.student, "Active");
  await db.updateTable("course_class").set({ seats: null }).where("code", "=", "CRS 113").execute();
});

test("where a head decides, what may be allowed goes along with a word, and the rest does not", async () => {
  await term.opens({ hodapproval: true });
  const me = await term.student();
  expect((await term.send(me, ["CRS 111"])).body).toMatchObject({
    code: "word-to-head-needed",
    errors: { note: expect.any(String) },
  });
  const sent = await term.send(me, ["CRS 111"], { note: "I repeat the year" });
  expect(sent.body).toMatchObject({ type: "success", state: "Waiting" });
  const excluded = ["CRS 111", "CRS 112", "CRS 113"];
  expect((await term.send(me, excluded, { note: "Both, please", version: 1 })).body).toMatchObject({
    code: "excluded-together",
  });
  const { lines, state } = (await me.get("/student/registration")).body.registration;
  expect([state, lines.length, lines[0].approvedAt]).toEqual(["Waiting", 1, null]);
});

const window = {
  start: "2026-11-02",
  late: "2026-11-16",
  end: "2026-11-30",
  changes: "2026-12-05",
  charge_kobo: 0,
  hodapproval: true,
};
test.each([
  ["2026-11-01", "early", false],
  ["2026-11-02", "open", true],
  ["2026-11-15", "open", true],
  ["2026-11-16", "late", true],
  ["2026-11-30", "late", true],
  ["2026-12-01", "closed", true],
  ["2026-12-06", "closed", false],
])("on %s a window from 2 to 30 November is %s", (day, state, changing) => {
  expect(windowStanding([window], day)).toMatchObject({ state, changing });
});

const later = { ...window, start: "2027-01-04", late: "2027-01-05", end: "2027-01-08", changes: null };
test.each([
  ["2026-11-20", "2026-12-05", "2026-12-05"],
  ["2026-12-01", "2026-12-05", "2026-12-05"],
  ["2026-12-06", null, null],
  ["2027-01-06", "2027-01-08", "2027-01-08"],
])("on %s a registration changes until %s, and one that was returned until %s", (day, registered, returned) => {
  const windows = [window, later];
  expect([mendableUntil(windows, day, "Registered"), mendableUntil(windows, day, "Returned")]).toEqual([
    registered,
    returned,
  ]);
});

test("where changes end before the window, only what was returned is mended until its last day", () => {
  const early = [{ ...window, changes: "2026-11-10" }];
  expect(mendableUntil(early, "2026-11-12", "Registered")).toBeNull();
  expect(mendableUntil(early, "2026-11-12", "Returned")).toBe("2026-11-30");
});
