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

test("of twenty that send at once one registers", async () => {
  const me = await term.student();
  const replies = await Promise.all(Array.from({ length: 20 }, () => term.send(me, ["CRS 111", "ENG 111"])));
  expect(replies.filter(({ body }) => body.type === "success")).toHaveLength(1);
  expect(await keptOf(me)).toMatchObject({ registrations: 1, lines: 2 });
});

test("a repetition with the key answers the same and changes nothing, and another choice with it is refused", async () => {
  const me = await term.student();
  const sent = (codes: readonly string[], key: string, version?: number) =>
    me.put(
      "/student/registration",
      { courses: codes.map((code) => term.ids[code]), ...(version && { version }) },
      { "idempotency-key": key },
    );
  const twice = () => Promise.all([1, 2].map(() => sent(["CRS 111", "ENG 111"], "once")));
  const [first, ...again] = [...(await twice()), ...(await twice())];
  expect(first?.body).toMatchObject({ type: "success", state: "Registered", units: 4, version: 1 });
  expect(again.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([200, first?.body]));
  const other = await sent(["CRS 111", "EDU 111"], "once", 1);
  expect([other.status, other.body.code]).toEqual([409, "key-used-otherwise"]);
  expect(await keptOf(me)).toEqual({ registrations: 1, lines: 2, version: 1, notes: 1 });
  // Of a change, too: what its repetition saw is the version from before.
  const changed = await sent(["CRS 111", "EDU 111"], "twice", 1);
  expect(changed.body).toMatchObject({ type: "success", version: 2 });
  expect((await sent(["CRS 111", "EDU 111"], "twice", 1)).body).toEqual(changed.body);
  expect(await keptOf(me)).toEqual({ registrations: 1, lines: 3, version: 2, notes: 2 });
});

/** What one student's submissions have left behind, dropped lines among it. */
async function keptOf({ student }: Student) {
  const { rows } = await sql<Record<"registrations" | "lines" | "version" | "notes", number>>`
    select count(distinct r._id)::int as registrations, count(l._id)::int as lines, max(r.version) as version,
      (select count(*)::int from portal.audit a where a.subject = ${`student:${student}`}
        and a.deed like 'course_registration.%') as notes
    from portal.course_registration r join portal.course_registration_line l on l.registration = r._id
    where r.student = ${student}`.execute(portal.db);
  return rows[0];
}

test("what is registered keeps its name and units, whatever the catalogue says later and whatever is added or dropped", async () => {
  const course = await term.course("CRS 191", { credit: 3, name: "Psalms" });
  term.ids["CRS 191"] = course;
  const me = await term.student();
  await granted(term.send(me, ["CRS 191", "ENG 111"]));
  const changed = { ...term.usual, code: "CRS 191", credit: 1, name: "Wisdom" };
  await granted(term.officer.put(`/staff/ms_course/${course}`, changed));
  const { body } = await term.send(me, ["CRS 191", "EDU 111"], { version: 1 });
  expect(body).toMatchObject({ type: "success", units: 5 });
  const { units, lines } = (await read(me)).registration;
  expect([units, lines[0]]).toMatchObject([5, { code: "CRS 191", name: "Psalms", credit: 3 }]);
  const line = portal.db.updateTable("course_registration_line").where("course", "=", course);
  for (const other of [{ credit: 1 }, { name: "Wisdom" }, { code: "CRS 192" }, { moduletype: "Elective" }])
    await expect(line.set(other).execute()).rejects.toThrow("stays what the catalogue said on its day");
  // Dropped and added anew it is what the catalogue says now.
  await granted(term.send(me, ["ENG 111", "EDU 111"], { version: 2 }));
  expect((await term.send(me, ["CRS 191", "ENG 111", "EDU 111"], { version: 3 })).body).toMatchObject({ units: 5 });
});

test("a course that is withdrawn after somebody registered it is left, and cannot be sent again", async () => {
  const course = await term.course("CRS 193");
  term.ids["CRS 193"] = course;
  const me = await term.student();
  await granted(term.send(me, ["CRS 111", "CRS 193"]));
  const off = { ...term.usual, code: "CRS 193", name: "Course CRS 193", status: false };
  await granted(term.officer.put(`/staff/ms_course/${course}`, off));
  expect((await term.send(me, ["CRS 111", "CRS 193", "ENG 111"], { version: 1 })).body).toMatchObject({
    code: "course-withdrawn",
    errors: { courses: "CRS 193 is not offered any more. Leave it out and choose another" },
  });
  const shown = (await read(me)).registration.lines;
  expect(shown.map(({ code, withdrawn }: { code: string; withdrawn: boolean }) => [code, withdrawn])).toEqual([
    ["CRS 111", false],
    ["CRS 193", true],
  ]);
  expect((await term.send(me, ["CRS 111", "ENG 111"], { version: 1 })).body).toMatchObject({ type: "success" });
});

test("a course that was ticked and is withdrawn before it is sent is found again, and named", async () => {
  const course = await term.course("CRS 194", { moduletype: "Elective" });
  await granted(term.officer.post("/staff/ms_course/bulk", { status: false, ids: [course], count: 1 }));
  const me = await term.student();
  expect(codesOf((await read(me)).offered)).not.toContain("CRS 194");
  const chosen = [course, term.ids["CRS 212"], me.student].join(",");
  const found = (await me.get(`/student/registration/courses?ids=${chosen}`)).body;
  expect(found).toMatchObject([
    { code: "CRS 194", withdrawn: true },
    { code: "CRS 212", withdrawn: false },
  ]);
  expect((await me.get("/student/registration/courses?q=194")).body).toEqual([]);
  expect((await term.send(me, ["CRS 111", "ENG 111", course])).body).toMatchObject({
    code: "course-withdrawn",
    errors: { courses: "CRS 194 is not offered any more. Leave it out and choose another" },
  });
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
