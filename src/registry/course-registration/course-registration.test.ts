import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { registeredFor } from "../../../testing/catalogue.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openRegistration } from "../../../testing/registration.ts";
import { staffMember } from "../../../testing/staff.ts";
import type { Student } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let term: Awaited<ReturnType<typeof openRegistration>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  term = await openRegistration(portal);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});
beforeEach(() => term.opens());

const read = async (me: Student) => (await me.get("/student/registration")).body;
const codesOf = (list: readonly { code: string }[]) => list.map(({ code }) => code);

test("courses of the programme, the level and of everybody are offered, and what is sent is registered", async () => {
  const me = await term.student();
  const { offered, limits, stop, window } = await read(me);
  expect(codesOf(offered)).toEqual(["CRS 111", "CRS 112", "CRS 113", "ENG 111", "EDU 111"]);
  expect([limits, stop, window.state]).toEqual([{ min: 4, max: 10, maxCarrying: 30 }, null, "open"]);
  const { body } = await term.send(me, ["CRS 111", "ENG 111", "EDU 111"]);
  expect(body).toMatchObject({ type: "success", state: "Registered", units: 6, version: 1 });
  const { registration } = await read(me);
  expect(codesOf(registration.lines)).toEqual(["CRS 111", "EDU 111", "ENG 111"]);
  expect(registration.lines.every(({ approvedAt }: { approvedAt: string | null }) => approvedAt)).toBe(true);
});

test.each([
  ["too few units", ["CRS 111"], "units-below", "2 units are too few: at least 4. Add 2 or more"],
  [
    "too many units",
    ["CRS 111", "ENG 111", "EDU 111", "CRS 112", "CRS 113"],
    "excluded-together",
    "CRS 112 and CRS 113 exclude each other. Leave one of them out. 12 units are too many: at most 10. Leave out 2 or more",
  ],
  [
    "what must be passed before",
    ["CRS 111", "ENG 111", "CRS 211"],
    "prerequisite-missing",
    /CRS 211 asks that you have passed CRS 111/,
  ],
])("%s is refused under the courses", async (_what, codes, code, sentence) => {
  const { body } = await term.send(await term.student(), codes);
  expect(body).toMatchObject({ type: "error", code });
  expect(body.errors.courses).toEqual(typeof sentence === "string" ? sentence : expect.stringMatching(sentence));
});

test("courses are added and dropped on the version that was seen; another one hears so", async () => {
  const me = await term.student();
  await granted(term.send(me, ["CRS 111", "ENG 111"]));
  const changed = await term.send(me, ["CRS 111", "EDU 111"], { version: 1 });
  expect(changed.body).toMatchObject({ type: "success", units: 4, version: 2 });
  expect((await term.send(me, ["CRS 111", "ENG 111"], { version: 1 })).body).toMatchObject({
    code: "changed-meanwhile",
  });
  expect((await term.send(me, ["CRS 111", "EDU 111"], { version: 2 })).body).toMatchObject({ code: "already-so" });
  expect(codesOf((await read(me)).registration.lines)).toEqual(["CRS 111", "EDU 111"]);
});

test("of twenty that send at once one registers, and a repetition with the key answers the same", async () => {
  const me = await term.student();
  const replies = await Promise.all(Array.from({ length: 20 }, () => term.send(me, ["CRS 111", "ENG 111"])));
  expect(replies.filter(({ body }) => body.type === "success")).toHaveLength(1);
  const { rows } = await sql`select from portal.course_registration where student = ${me.student}`.execute(portal.db);
  expect(rows).toHaveLength(1);
});

test("a failed course is a carry-over that cannot be left, and raises the most units", async () => {
  const me = await term.student(200);
  await sql`insert into portal.past_mark (_id, student, session, semester, course, title, units, total)
    values (gen_random_uuid(), ${me.student}, ${term.session}, 1, 'CRS 111', 'Failed', 2, 39)`.execute(portal.db);
  const { offered } = await read(me);
  expect(offered[0]).toMatchObject({ code: "CRS 111", kind: "Carry-over" });
  expect((await term.send(me, ["CRS 212", "EDU 111"])).body).toMatchObject({ code: expect.any(String), type: "error" });
  expect((await term.send(me, ["CRS 111", "CRS 212"])).body).toMatchObject({ type: "success" });
});

test("a core course that was never registered in its semester is carried over, and one that was is not", async () => {
  const { _id: before } = await portal.db
    .selectFrom("session")
    .select("_id")
    .where("_id", "<>", term.session)
    .limit(1)
    .executeTakeFirstOrThrow();
  const taken = await term.course("CRS 121", { session: before });
  await term.course("CRS 122", { session: before });
  for (const code of ["CRS 121", "CRS 122"]) term.ids[code] = await term.course(code);
  const me = await term.student(100);
  await registeredFor(portal, me.student, [taken]);
  await portal.db.updateTable("student").set({ level: 200 }).where("_id", "=", me.student).execute();
  const carried = (await read(me)).offered.filter(({ kind }: { kind: string }) => kind === "Carry-over");
  expect(codesOf(carried)).toEqual(["CRS 122"]);
  for (const code of ["CRS 121", "CRS 122"])
    await portal.db.updateTable("course").set({ status: false }).where("code", "=", code).execute();
});

test("a course form is printed once it is registered, for its student and for the office, and its code is checked", async () => {
  const me = await term.student();
  expect((await me.get("/student/course_form")).body).toMatchObject({ code: "not-registered" });
  await granted(term.send(me, ["CRS 111", "EDU 111"]));
  const form = (await granted(me.get("/student/course_form"))).body;
  expect([codesOf(form.lines), form.units, form.matric]).toEqual([["CRS 111", "EDU 111"], 4, me.matric]);
  const code = new URL(form.genuine).pathname.split("/").at(-1);
  const proof = (await me.get(`/genuine/${code}`)).body;
  expect(proof).toMatchObject({
    valid: true,
    kind: "Course form",
    status: "First semester: CRS 111, EDU 111, 4 units",
  });
  const { _id } = (await read(me)).registration;
  const office = await staffMember(portal, { pages: ["registrations"] });
  expect((await office.get(`/staff/ms_registration/${_id}/form`)).body).toMatchObject({ units: 4 });
  const other = await headOf(portal, "BIO", ["registrations"]);
  expect((await other.get(`/staff/ms_registration/${_id}/form`)).status).toBe(404);
});

test("the first page says until when to register, and nothing once it is done", async () => {
  const me = await term.student();
  const next = async () => (await me.get("/student/home")).body.next;
  expect(await next()).toMatchObject({
    link: "/student/registration",
    sentence: expect.stringMatching(/^Register your courses until /),
  });
  await granted(term.send(me, ["CRS 111", "EDU 111"]));
  expect(await next()).toBeNull();
});

test("courses of other departments are found by code and name, and none that is in the list already", async () => {
  const me = await term.student();
  const found = async (q: string) => (await me.get(`/student/registration/courses?q=${encodeURIComponent(q)}`)).body;
  expect(codesOf(await found("luke"))).toEqual(["CRS 212"]);
  expect(await found("crs 111")).toEqual([]);
  expect(await found("")).toEqual([]);
  expect((await term.send(me, ["CRS 111", "CRS 212"])).body).toMatchObject({ type: "success" });
  expect((await read(me)).registration.lines[1]).toMatchObject({ code: "CRS 212", kind: "Borrowed" });
  const stranger = { courses: [me.student, term.ids["CRS 111"]], version: 1 };
  expect((await me.put("/student/registration", stranger)).body).toMatchObject({ code: "choice-not-found" });
  const odd = { courses: ["x", term.ids["CRS 111"]], version: 1 };
  expect((await me.put("/student/registration", odd)).body).toMatchObject({ code: "choice-not-found" });
});
