import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { catalogue, registeredFor } from "../../../testing/catalogue.ts";
import { headOf } from "../../../testing/head.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { earlierSession } from "../../../testing/lecturer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { dayIn, passes, practiceDesk } from "../../../testing/practice.ts";
import { publishedFor } from "../../../testing/published-mark.ts";
import { type StaffMember, signInStaff, staffMember } from "../../../testing/staff.ts";
import type { Student } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";
import { tellFreedPlaces } from "./teaching-practice.impossible.server.ts";

let portal: TestPortal;
let desk: Awaited<ReturnType<typeof practiceDesk>>;
let lecturer: StaffMember;
let head: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await practiceDesk(portal);
  lecturer = await staffMember(portal, { pages: ["supervision", "supervision.change"], scope: "department" });
  head = await staffMember(portal, { pages: ["teaching-practice", "teaching-practice.approve"] });
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_practice_posting";
const own = async (me: Student) => (await granted(me.get("/student/practice"))).body;
const wish = (me: Student, round: string, ...schools: string[]) =>
  me.post("/student/practice/wish", { round, first: schools[0], second: schools[1], third: schools[2] });
const planOf = async (round: string) => (await granted(desk.office.get(`/staff/ms_practice_round/${round}/plan`))).body;
const carryOut = (round: string, seen: string) => desk.office.post(`/staff/ms_practice_round/${round}/plan`, { seen });
const byHand = (round: string, me: Student, school: string, who = desk.office) =>
  who.post(path, { round, student: me.student, school });
const supervise = (posting: string, who: StaffMember, by = desk.office) =>
  by.post(`${path}/supervise`, { supervisor: who._id, ids: [posting], count: 1 });
const visit = (posting: string, scores: readonly (number | string)[], more: object = {}, who = lecturer) =>
  who.post(`${path}/${posting}/visit`, { day: dayIn(-1), scores: scores.map(String), ...more });
const standing = async (posting: string, who = desk.office) =>
  (await granted(who.get(`${path}/${posting}/standing`))).body;
const propose = async (posting: string, more: object = {}, who = lecturer) =>
  who.post(`${path}/${posting}/propose`, { seen: (await standing(posting, who)).version, ...more });
const decide = async (deed: "confirm" | "return", posting: string, more: object = {}, who = head) =>
  who.post(`${path}/${posting}/${deed}`, { seen: (await standing(posting)).version, ...more });

/** A student who is posted and has the lecturer as supervisor. */
async function supervised(more: object = {}): Promise<{ me: Student; posting: string; round: string; school: string }> {
  const [round, school, me] = [await desk.round(more), await desk.school(3), await desk.student()];
  const posting = (await granted(byHand(round, me, school))).body._id as string;
  await granted(supervise(posting, lecturer));
  return { me, posting, round, school };
}

test.each([
  ["7", "Courses must be codes such as EDU 311"],
  [Array.from({ length: 28 }, (_, n) => `edu${311 + n}`).join(","), "Courses must not have more than 200 characters"],
])("a round of no courses that there could be is refused at its field: %s", async (courses, sentence) => {
  await expect(desk.round({ courses })).rejects.toThrow(sentence);
});

test("students wish, the office sees who goes where and who is left and why, and posts all at once", async () => {
  const [near, far] = [await desk.school(1), await desk.school(1)];
  const round = await desk.round();
  const [first, second, third, silent] = [
    await desk.student(),
    await desk.student(),
    await desk.student(),
    await desk.student(),
  ];
  const lacking = await desk.student({ passed: ["EDU 213"] });
  const next = async () => (await granted(first.get("/student/home"))).body.next;
  expect(await next()).toMatchObject({ sentence: expect.stringMatching(/^Choose a school for teaching practice by /) });
  await granted(wish(first, round, near, far));
  expect((await next())?.deed).not.toBe("Choose a school");
  await granted(wish(second, round, near, far));
  await granted(wish(third, round, near));
  expect((await wish(lacking, round, near)).body).toMatchObject({
    code: "prerequisite-missing",
    message: "You cannot choose yet: EDU 224 is not passed. Ask your department",
  });
  expect((await own(lacking)).rounds[0].conditions).toContainEqual({ says: "EDU 224 is not passed yet", met: false });
  const plan = await planOf(round);
  const goes = plan.goes.map((one: { student: string; wish: number }) => [one.student, one.wish]);
  expect(new Map(goes)).toEqual(
    new Map([
      [first.student, 1],
      [second.student, 2],
    ] as [string, number][]),
  );
  const why = new Map(plan.stays.map((one: { student: string; why: string }) => [one.student, one.why]));
  expect(why.get(third.student)).toBe("No place is left at any school that was wished");
  expect(why.get(silent.student)).toBe("Has not chosen");
  expect(why.get(lacking.student)).toBe("EDU 224 is not passed");
  expect((await carryOut(round, "another")).body.code).toBe("plan-has-changed");
  expect((await carryOut(round, plan.seen)).body).toMatchObject({ type: "success", count: 2 });
  expect((await carryOut(round, plan.seen)).body.code).toBe("nobody-to-post");
  expect((await own(first)).attempts).toMatchObject([{ state: "Posted", course: "EDU 311", result: null }]);
  expect((await wish(first, round, far)).body.code).toBe("posted-already");
});

test("what was taken before, with its result awaited, lets a student choose, and the conditions say so", async () => {
  const [round, school, me] = [await desk.round(), await desk.school(1), await desk.student({ passed: ["EDU 213"] })];
  const session = await earlierSession(portal);
  const course = await (await catalogue(portal)).course("EDU 224", { session });
  expect((await wish(me, round, school)).body.code).toBe("prerequisite-missing");
  await registeredFor(portal, me.student, [course]);
  expect((await own(me)).rounds[0].conditions).toContainEqual({
    says: "EDU 224 is taken, its result is awaited",
    met: true,
  });
  expect((await wish(me, round, school)).body).toMatchObject({ type: "success" });
});

test("the last place of a school is taken once, also by two at the same moment", async () => {
  const round = await desk.round({ way: "First come" });
  const school = await desk.school(1);
  const both = [await desk.student(), await desk.student()];
  const asked = await whileTableHeld(portal, "practice_seat", 2, async () =>
    Promise.all(both.map((me) => me.post("/student/practice/place", { round, school }))),
  );
  const said = asked.map(({ body }) => body.code ?? body.type).sort();
  expect(said).toEqual(["no-place-left", "success"]);
  const { rows } = await sql<{
    taken: number;
  }>`select taken from portal.practice_seat where school = ${school}`.execute(portal.db);
  expect(rows).toEqual([{ taken: 1 }]);
  const full = (await desk.office.get(`/staff/ms_practice_school/${school}`)).body;
  const { _id, _title, createdAt, version, ...form } = full;
  expect((await desk.office.put(`/staff/ms_practice_school/${school}`, { ...form, places: 0 })).body).toMatchObject({
    code: "places-taken-already",
  });
});

test("a choice before its day and after it is refused with the day, and so is a school that takes nobody", async () => {
  const [early, late, now] = [
    await desk.round({ choosefrom: dayIn(1), chooseuntil: dayIn(5) }),
    await desk.round({ choosefrom: dayIn(-9), chooseuntil: dayIn(-1) }),
    await desk.round(),
  ];
  const [me, school, shut] = [await desk.student(), await desk.school(2), await desk.school(2, { status: false })];
  expect((await wish(me, early, school)).body.code).toBe("choice-not-open");
  expect((await wish(me, late, school)).body.code).toBe("choice-closed");
  expect((await wish(me, now, shut)).body.code).toBe("school-inactive");
  expect((await wish(me, now, school, school)).body.errors).toHaveProperty("second");
  const stranger = await desk.student({ registers: false });
  expect((await wish(stranger, now, school)).body.message).toContain("Not registered: EDU 311");
});

test("the office posts by hand and moves; what is missing is named; the student has one posting at a time", async () => {
  const round = await desk.round();
  const [one, two] = [await desk.school(1), await desk.school(1)];
  const me = await desk.student();
  const without = await desk.student({ passed: [] });
  expect((await byHand(round, without, one)).body.errors.student).toContain("EDU 213 is not passed");
  const posting = (await granted(byHand(round, me, one))).body._id;
  expect((await byHand(round, me, two)).body.code).toBe("posted-already");
  expect((await byHand(round, await desk.student(), one)).body.errors.school).toContain("last place");
  await granted(desk.office.post(`${path}/${posting}/move`, { school: two, reason: "Nearer to the clinic" }));
  await granted(byHand(round, await desk.student(), one));
  await granted(desk.office.post(`${path}/${posting}/release`, { reason: "The school burnt down" }));
  expect((await own(me)).attempts[0]).toMatchObject({ state: "Released", releasing: "The school burnt down" });
  const { rows } = await sql`select from portal.outgoing_mail where recipient = ${me.emailaddress}`.execute(portal.db);
  expect(rows.length).toBe(3);
});

test("the posting letter is the student's and the office's, is checked by its code, and a hold on papers keeps it", async () => {
  const { me, posting } = await supervised();
  const letter = (await granted(me.get(`/student/practice_letter/${posting}`))).body;
  expect(letter).toMatchObject({
    name: "Aisha Bello",
    course: "EDU 311",
    genuine: expect.stringMatching(/genuine\/W-/),
  });
  const check = async () => (await granted(me.get(`/genuine/${letter.genuine.split("/").at(-1)}`))).body;
  expect(await check()).toMatchObject({ valid: true, kind: "Teaching practice posting letter" });
  const other = await desk.student();
  expect((await other.get(`/student/practice_letter/${posting}`)).status).toBe(404);
  const clerk = await staffMember(portal, { pages: ["holds", "holds.change", "students"] });
  const hold = { kind: "Library", blocks: ["papers"], reason: "A book is missing", office: "Library" };
  await granted(clerk.post("/staff/ms_hold", { ...hold, ids: [me.student], count: 1 }));
  expect((await me.get(`/student/practice_letter/${posting}`)).body).toMatchObject({ code: "held-by-office" });
  expect((await desk.office.get(`${path}/${posting}/letter`)).body).toMatchObject({ code: "held-by-office" });
  await granted(desk.office.post(`${path}/${posting}/release`, { reason: "Ill" }));
  expect(await check()).toMatchObject({ valid: false, why: "The college has taken this posting back" });
});

test("the supervisor alone scores, within the sheet; an empty sheet, ABS and a score above its maximum are refused", async () => {
  const { posting } = await supervised();
  expect((await lecturer.get("/staff/ms_supervision/practice")).body).toContainEqual(
    expect.objectContaining({ _id: posting, scored: 0, needed: 2 }),
  );
  expect((await visit(posting, [21, 30])).body).toMatchObject({
    code: "score-above-maximum",
    errors: { "scores.0": "Lesson plan brings at most 20" },
  });
  expect((await visit(posting, ["", ""])).body.errors).toHaveProperty("scores.0");
  expect((await visit(posting, [20])).body.errors).toHaveProperty("scores.1");
  expect((await visit(posting, [20, "ABS"])).body.errors["scores.1"]).toContain("ABS is no score");
  expect((await visit(posting, [1, 1], { day: dayIn(1) })).body.errors).toHaveProperty("day");
  expect((await visit(posting, [1, 1], { day: dayIn(-30) })).body.code).toBe("day-out-of-practice");
  const colleague = await staffMember(portal, { pages: ["supervision", "supervision.change"] });
  expect((await visit(posting, [1, 1], {}, colleague)).body.code).toBe("supervisor-only");
  expect((await colleague.get(`${path}/${posting}/standing`)).status).toBe(404);
  const key = { "idempotency-key": `visit-${posting}` };
  const body = { day: dayIn(-1), scores: ["17", "24"] };
  const sent = await Promise.all([1, 2].map(() => lecturer.post(`${path}/${posting}/visit`, body, key)));
  expect(sent[0]?.body).toEqual(sent[1]?.body);
  expect((await visit(posting, [17, 24])).body.code).toBe("visited-already");
  expect((await standing(posting)).visits).toHaveLength(1);
});

test("the result is the mean of the visits, exact; one proposes it, another confirms, and only then the student reads it", async () => {
  const { me, posting } = await supervised();
  await granted(visit(posting, [17, 24]));
  expect((await propose(posting)).body).toMatchObject({ code: "visits-missing" });
  await granted(visit(posting, [], { day: dayIn(-2), absent: true }));
  expect((await propose(posting)).body.message).toContain("A result needs 2 scored visits, and there is 1");
  await granted(visit(posting, [10, 15], { day: dayIn(-3) }));
  const wrong = (await granted(visit(posting, [20, 30], { day: dayIn(-4) }))).body._id;
  await granted(lecturer.post(`${path}/${posting}/visit/back`, { visit: wrong, reason: "Another student" }));
  expect(await standing(posting)).toMatchObject({ computed: 66, state: "Posted" });
  await granted(propose(posting));
  expect((await visit(posting, [20, 30], { day: dayIn(-5) })).body.code).toBe("state-has-moved");
  expect((await own(me)).attempts[0]).toMatchObject({ state: "Posted", result: null });
  await granted(decide("return", posting, { reason: "Score the second visit again" }));
  await granted(propose(posting));
  const both = await staffMember(portal, {
    pages: ["teaching-practice", "teaching-practice.change", "teaching-practice.approve"],
  });
  await granted(decide("return", posting, { reason: "Once more" }));
  await granted(propose(posting, {}, both));
  expect((await decide("confirm", posting, {}, both)).body.code).toBe("another-must-decide");
  await granted(decide("confirm", posting));
  expect((await own(me)).attempts[0]).toMatchObject({ state: "Confirmed", result: "66 %, passed", passed: true });
  const { practice } = (await granted(me.get("/student/record"))).body;
  expect(practice).toMatchObject([{ course: "EDU 311", total: 66, code: null, semester: 1 }]);
  await publishedFor(portal, me.student, await (await catalogue(portal)).course("EDU 391"));
  const hold = { kind: "Library", blocks: ["results"], reason: "A book is not back", office: "The library" };
  const holder = await staffMember(portal, { pages: ["holds", "holds.change", "students"] });
  await granted(holder.post("/staff/ms_hold", { ...hold, ids: [me.student], count: 1 }));
  expect((await granted(me.get("/student/record"))).body.practice).toEqual([]);
  expect((await decide("confirm", posting)).status).toBe(409);
});

test.each([
  ["below the line", undefined, [5, 5], "20 %, to be repeated"],
  ["absent without leave", "Absent", null, "Absent without leave: to be repeated"],
  ["misconduct", "Malpractice", null, "Misconduct: to be repeated"],
])("%s is repeated in a later round, and every attempt is kept", async (_what, code, scores, result) => {
  const { me, posting, school } = await supervised({ visits: 1 });
  if (scores) await granted(visit(posting, scores));
  if (code) expect((await propose(posting, { code })).body.errors).toHaveProperty("reason");
  await granted(propose(posting, code ? { code, reason: "The principal wrote" } : {}));
  await granted(decide("confirm", posting));
  expect((await own(me)).attempts[0]).toMatchObject({ result, passed: false });
  await granted(byHand(await desk.round(), me, school));
  expect((await own(me)).attempts).toHaveLength(2);
});

test("whoever has passed is not posted again", async () => {
  const { me, posting, school } = await supervised({ visits: 1 });
  await granted(visit(posting, [20, 30]));
  await granted(propose(posting));
  await granted(decide("confirm", posting));
  const { body } = await byHand(await desk.round(), me, school);
  expect(body.errors.student).toContain("Teaching practice is passed already");
});

test("a student who stops studying gives the place up: it is free at once, and those concerned are told", async () => {
  const { me, posting, round, school } = await supervised();
  await portal.db.updateTable("student").set({ status: "Deferred" }).where("_id", "=", me.student).execute();
  const row = (await desk.office.get(`${path}/${posting}`)).body;
  expect(row).toMatchObject({ state: "Released", releasing: "The student's status is Deferred now" });
  const { rows } = await sql<{ taken: number }>`select taken from portal.practice_seat
    where round = ${round} and school = ${school}`.execute(portal.db);
  expect(rows).toEqual([{ taken: 0 }]);
  await tellFreedPlaces.run(portal.app);
  await tellFreedPlaces.run(portal.app);
  const mails = await sql<{ body: string }>`select body from portal.outgoing_mail
    where recipient = ${lecturer.emailaddress} and subject like '%free again%'`.execute(portal.db);
  expect(mails.rows).toHaveLength(1);
  await portal.db.updateTable("student").set({ status: "Active" }).where("_id", "=", me.student).execute();
});

test("what is failed after posting is shown, not lost, and so is a supervisor who has left", async () => {
  const { me, posting, round } = await supervised();
  await passes(portal, me.student, "EDU 213", 55);
  await sql`update portal.past_mark set total = 12 where student = ${me.student} and course = 'EDU 213'`.execute(
    portal.db,
  );
  expect((await standing(posting)).lacks).toEqual(["EDU 213 is not passed"]);
  expect((await planOf(round)).lacking).toMatchObject([{ posting, why: "EDU 213 is not passed" }]);
  const leaver = await staffMember(portal, { pages: ["supervision", "supervision.change"] });
  await granted(supervise(posting, leaver));
  await portal.db.updateTable("staff").set({ status: "Retired" }).where("_id", "=", leaver._id).execute();
  expect(await standing(posting)).toMatchObject({ left: true });
  expect((await planOf(round)).left).toMatchObject([{ posting, why: expect.stringContaining("has left the college") }]);
  expect((await supervise(posting, leaver)).body.code).toBe("staff-has-left");
  await granted(supervise(posting, lecturer));
  expect((await planOf(round)).left).toEqual([]);
});

test("nobody supervises or scores oneself", async () => {
  const { me, posting } = await supervised();
  const twin = await staffMember(portal, { pages: ["supervision", "supervision.change"] });
  await portal.db.updateTable("staff").set({ emailaddress: me.emailaddress }).where("_id", "=", twin._id).execute();
  expect((await supervise(posting, twin)).body.errors.supervisor).toContain("nobody supervises oneself");
  // Put there behind the portal's back, the sheet is refused all the same.
  await portal.db.updateTable("practice_posting").set({ supervisor: twin._id }).where("_id", "=", posting).execute();
  expect((await visit(posting, [20, 30], {}, { ...twin, ...(await signInStaff(portal, twin._id)) })).status).toBe(403);
});

test("a head sees and posts the own department's students alone", async () => {
  const { posting, round, school } = await supervised();
  const other = await headOf(portal, "BIO", [
    "teaching-practice",
    "teaching-practice.change",
    "teaching-practice.approve",
  ]);
  expect((await other.get(`${path}/${posting}`)).status).toBe(404);
  expect((await other.post(`${path}/${posting}/release`, { reason: "Mine" })).status).toBe(404);
  expect((await byHand(round, await desk.student(), school, other)).body.errors).toHaveProperty("student");
  expect((await other.get(`/staff/ms_practice_round/${round}/plan`)).status).toBe(403);
});

test("the dashboard of a head counts the results of the own department alone", async () => {
  const { posting } = await supervised({ visits: 1 });
  await granted(visit(posting, [10, 20]));
  await granted(propose(posting));
  const pages = ["dashboard", "teaching-practice", "teaching-practice.approve"] as const;
  const waits = async (who: StaffMember): Promise<string> =>
    JSON.stringify((await who.get("/staff/ms_staff_dashboard")).body.waiting);
  expect(await waits(await staffMember(portal, { pages }))).toContain("to be confirmed");
  expect(await waits(await headOf(portal, "BIO", pages))).not.toContain("to be confirmed");
});
