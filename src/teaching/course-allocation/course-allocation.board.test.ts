import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { catalogue } from "../../../testing/catalogue.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { allocate as allocated } from "../../../testing/lecturer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { paperLetters } from "../../reference/papers/papers.names.rules.ts";

const path = "/staff/ms_course_allocation";
const rights = ["course-allocations", "course-allocations.change", "dashboard", "staff", "staff.change"] as const;

let portal: TestPortal;
let office: Awaited<ReturnType<typeof catalogue>>;
let head: StaffMember;
let department: string;
let running: string;
let later: string;
let semester: number;
let nth = 100;
/** A course that no other test knows, of the session that runs. */
const course = (more: object = {}) => {
  nth += 1;
  return office.course(`CRS ${nth}`, { session: running, semester, ...more });
};
const lecturer = (lastname: string) => staffMember(portal, { lastname, firstname: "Musa", department });
const board = async (query = `session=${running}&semester=${semester}`) =>
  (await head.get(`${path}/board?${query}`)).body;
const onBoard = async (id: string) => (await board()).classes.find((one: { course: string }) => one.course === id);
const loadOf = async (member: string) => (await board()).loads.find(({ _id }: { _id: string }) => _id === member);
const allocate = async (id: string, member: string, more: object = {}) =>
  (await granted(head.post(path, { course: id, staff: member, ...more }))).body._id as string;

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await catalogue(portal);
  const sessions = await sql<{ _id: string; name: string; status: boolean; semester: number }>`
    select _id, name, status, semester from portal.session order by name`.execute(portal.db);
  running = sessions.rows.find(({ status }) => status)?._id as string;
  semester = sessions.rows.find(({ status }) => status)?.semester as number;
  const { name } = sessions.rows.at(-1) as { name: string };
  const year = Number(name.slice(0, 4)) + 1;
  const code = String(year);
  later = (
    await granted(
      office.officer.post("/staff/ms_session", { code, name: `${year}/${year + 1}`, status: false, admission: false }),
    ).catch(async () => ({ body: { _id: sessions.rows.at(-1)?._id } }))
  ).body._id;
  const { rows } = await sql<{ _id: string; code: string }>`select d._id, d.code from portal.programme p
    join portal.department d on d._id = p.department where p._id = ${office.usual.programme}`.execute(portal.db);
  department = rows[0]?._id as string;
  head = await headOf(portal, rows[0]?.code as string, rights);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

test("a class stands once, with every programme, and those without a lecturer stand first", async () => {
  const taught = await course();
  const bare = await course();
  const programmes = await portal.db.selectFrom("programme").select("_id").orderBy("code").limit(5).execute();
  await office.course(`CRS ${nth}`, {
    session: running,
    semester,
    programme: programmes.find(({ _id }) => _id !== office.usual.programme)?._id,
  });
  const { _id } = await lecturer("Adamu");
  await allocate(taught, _id);
  const { classes, department: shown, least } = await board();
  expect([shown._id, least]).toEqual([department, 8]);
  const codes = classes.map(({ open }: { open: boolean }) => open);
  expect(codes).toEqual([...codes].sort((one, other) => Number(other) - Number(one)));
  expect((await onBoard(taught)).lecturers).toMatchObject([{ staff: _id, incharge: true, away: null }]);
  const both = classes.filter(({ code }: { code: string }) => code === `CRS ${nth}`);
  expect(both).toHaveLength(1);
  expect(both[0]).toMatchObject({ open: true, registered: 0, programmes: [expect.any(String), expect.any(String)] });
  expect([both[0].course, bare]).toContain(bare);
});

test("the load of a class that several teach is shared equally", async () => {
  const [alone, shared] = [await course({ credit: 3 }), await course({ credit: 2 })];
  const [first, second] = [await lecturer("Balarabe"), await lecturer("Chindo")];
  await allocate(alone, first._id);
  await allocate(shared, first._id);
  await allocate(shared, second._id);
  expect(await loadOf(first._id)).toMatchObject({ units: 4, classes: 2 });
  expect(await loadOf(second._id)).toMatchObject({ units: 1, classes: 1 });
});

test("a lecturer who leaves keeps the allocation, and the class shows as unallocated and waits for the head", async () => {
  const id = await course();
  const gone = await lecturer("Dogara");
  const allocation = await allocate(id, gone._id);
  const waits = async () =>
    (await head.get("/staff/ms_staff_dashboard")).body.waiting
      .map(({ sentence }: { sentence: string }) => sentence)
      .find((sentence: string) => sentence.includes("no lecturer"));
  await course();
  const before = await waits();
  await sql`update portal.staff set status = 'Left' where _id = ${gone._id}`.execute(portal.db);
  expect(await onBoard(id)).toMatchObject({
    open: true,
    lecturers: [{ _id: allocation, staff: gone._id, away: expect.stringMatching(/^left on \d/) }],
  });
  expect(await loadOf(gone._id)).toBeUndefined();
  expect(await waits()).not.toBe(before);
  expect((await head.post(path, { course: await course(), staff: gone._id })).body).toMatchObject({
    code: "choice-inactive",
  });
});

test("a lecturer in charge who leaves others behind stands high on the board, and waits for the head until taken out", async () => {
  const id = await course();
  const [gone, stays] = [await lecturer("Esan"), await lecturer("Fagbemi")];
  const allocation = await allocate(id, gone._id);
  const staying = await allocate(id, stays._id);
  const waits = async () =>
    (await head.get("/staff/ms_staff_dashboard")).body.waiting
      .map(({ sentence }: { sentence: string }) => sentence)
      .filter((sentence: string) => sentence.includes("who has left"));
  expect(await waits()).toEqual([]);
  await sql`update portal.staff set status = 'Left' where _id = ${gone._id}`.execute(portal.db);
  expect(await waits()).toEqual(["One class of this semester has a lecturer who has left, beside one who teaches."]);
  const { classes } = await board();
  const at = classes.findIndex((one: { course: string }) => one.course === id);
  expect(classes[at]).toMatchObject({
    open: false,
    lecturers: [
      { staff: gone._id, incharge: true, away: expect.stringMatching(/^left on /) },
      { staff: stays._id, incharge: false, away: null },
    ],
  });
  expect(classes.slice(0, at).every(({ open }: { open: boolean }) => open)).toBe(true);
  await granted(head.delete(`${path}/${allocation}`, { delete: "Delete" }));
  expect([await waits(), (await onBoard(id)).lecturers]).toEqual([
    [],
    [expect.objectContaining({ _id: staying, incharge: true })],
  ]);
});

test("several are allocated at once, all or none", async () => {
  const [one, two] = [await course(), await course()];
  const { _id } = await lecturer("Ezra");
  const twice = [
    { course: one, staff: _id },
    { course: two, staff: _id },
    { course: one, staff: _id },
  ];
  expect((await head.post(`${path}/bulk`, { allocations: twice })).body).toMatchObject({
    code: "allocated-already",
    errors: { allocations: "Number 3: This lecturer teaches the class already" },
  });
  expect((await onBoard(one)).lecturers).toEqual([]);
  expect((await head.post(`${path}/bulk`, { allocations: twice.slice(0, 2) })).body).toMatchObject({ count: 2 });
  expect((await loadOf(_id)).classes).toBe(2);
});

test("a copy brings the same codes with who works still, says what it leaves out and why, and brings nothing twice", async () => {
  const [same, dropped, left] = [await course(), await course(), await course()];
  const codes = [nth - 2, nth - 1, nth].map((number) => `CRS ${number}`) as [string, string, string];
  const [stays, goes] = [await lecturer("Faruk"), await lecturer("Garba")];
  await allocate(same, stays._id);
  await allocate(same, goes._id, { incharge: true });
  await allocate(dropped, stays._id);
  await allocate(left, goes._id);
  await sql`update portal.staff set status = 'Retired' where _id = ${goes._id}`.execute(portal.db);
  const next = await office.course(codes[0], { session: later, semester });
  await office.course(codes[2], { session: later, semester });
  const preview = async () => (await head.get(`${path}/copy?session=${later}&department=${department}`)).body;
  const { lines, count } = await preview();
  const own = lines.filter(({ code }: { code: string }) => codes.includes(code));
  expect(
    own.map(({ code, skipped }: { code: string; skipped: string | null }) => [code, skipped?.slice(0, 22) ?? null]),
  ).toEqual([
    [codes[0], "The lecturer retired o"],
    [codes[0], null],
    [codes[1], "Not in the department'"],
    [codes[2], "The lecturer retired o"],
  ]);
  const form = { session: later, department, count };
  expect((await head.post(`${path}/copy`, { ...form, count: count + 1 })).body).toMatchObject({ code: "rows-changed" });
  await granted(head.post(`${path}/copy`, form));
  const copied = await sql<{
    staff: string;
    incharge: boolean;
  }>`select a.staff, a.incharge from portal.course_allocation a
    join portal.course c on c.class = a.class where c._id = ${next}`.execute(portal.db);
  expect(copied.rows).toEqual([{ staff: stays._id, incharge: true }]);
  expect((await preview()).count).toBe(0);
  expect((await head.post(`${path}/copy`, { ...form, count: 0 })).body).toMatchObject({ code: "nothing-to-copy" });
});

test("a letter lists what a lecturer teaches, is issued once, and its code tells when it holds no more", async () => {
  const id = await course({ credit: 3 });
  const [one, other] = [await lecturer("Habila"), await lecturer("Isa")];
  const ask = { staff: one._id, session: running };
  expect((await head.post(`${path}/letter`, ask)).status).toBe(404);
  await allocate(id, one._id);
  await allocate(id, other._id);
  const letter = (await granted(head.post(`${path}/letter`, ask))).body._id;
  expect((await granted(head.post(`${path}/letter`, ask))).body._id).toBe(letter);
  const { body } = await head.get(`${path}/letter/${letter}`);
  expect(body.semesters).toMatchObject([
    { semester, units: 1.5, classes: [{ code: `CRS ${nth}`, credit: 3, incharge: true, others: ["Mrs Musa Isa"] }] },
  ]);
  const code = new URL(body.genuine).pathname.split("/").at(-1) as string;
  expect(code.startsWith(paperLetters.allocationLetter)).toBe(true);
  const proof = async () => (await head.get(`/genuine/${code}`)).body;
  expect(await proof()).toMatchObject({ valid: true, kind: "Letter of allocation", status: `Allocated to CRS ${nth}` });
  await sql`update portal.staff set status = 'Left' where _id = ${one._id}`.execute(portal.db);
  expect(await proof()).toMatchObject({ valid: false, why: expect.stringMatching(/^The lecturer left on/) });
  expect((await head.post(`${path}/letter`, ask)).body).toMatchObject({ code: "lecturer-away" });
});

test("the lecturer hears of the letter once, by mail, and opens the own one alone under My courses", async () => {
  const id = await course();
  const [mine, others] = [
    await staffMember(portal, { pages: ["my-courses"], department }),
    await staffMember(portal, { pages: ["my-courses"], department }),
  ];
  await allocate(id, mine._id);
  const listed = async () => (await granted(mine.get("/staff/ms_my_course"))).body.letter;
  expect(await listed()).toBeNull();
  const ask = { staff: mine._id, session: running };
  const letter = (await granted(head.post(`${path}/letter`, ask))).body._id;
  await granted(head.post(`${path}/letter`, ask));
  expect(await listed()).toBe(letter);
  const mails = await portal.db
    .selectFrom("outgoing_mail")
    .select("subject")
    .where("recipient", "=", mine.emailaddress)
    .execute();
  expect(mails).toEqual([{ subject: expect.stringMatching(/^Your letter of allocation for \d{4}/) }]);
  expect((await granted(mine.get(`${path}/own_letter/${letter}`))).body).toMatchObject({
    semesters: [{ classes: [{ code: `CRS ${nth}` }] }],
    genuine: expect.stringContaining("/genuine/"),
  });
  expect((await others.get(`${path}/own_letter/${letter}`)).status).toBe(404);
  expect((await mine.get(`${path}/letter/${letter}`)).status).toBe(403);
});

test("a head writes the letter of the own lecturer who teaches another department's class alone", async () => {
  const elsewhere = await office.course("SVC 101", { session: running, semester });
  await sql`update portal.course_class k set department = (select d._id from portal.department d
    where d._id <> ${department} and d.isacademic order by d._id limit 1) from portal.course c
    where c._id = ${elsewhere} and k._id = c.class`.execute(portal.db);
  const { _id } = await lecturer("Kefas");
  await allocated(portal, _id, elsewhere);
  expect(await loadOf(_id)).toMatchObject({ classes: 1 });
  await granted(head.post(`${path}/letter`, { staff: _id, session: running }));
});

test("charge passes to the longest of those who work, not to who has left", async () => {
  const id = await course();
  const [first, gone, works] = [await lecturer("Lawal"), await lecturer("Mohammed"), await lecturer("Nuhu")];
  const allocation = await allocate(id, first._id);
  await allocate(id, gone._id);
  await allocate(id, works._id);
  await sql`update portal.staff set status = 'Left' where _id = ${gone._id}`.execute(portal.db);
  await granted(head.delete(`${path}/${allocation}`, { delete: "Delete" }));
  const { lecturers } = await onBoard(id);
  expect(lecturers.map(({ staff, incharge }: { staff: string; incharge: boolean }) => [staff, incharge])).toEqual([
    [works._id, true],
    [gone._id, false],
  ]);
});

test("a copy fills a class whose only lecturer has left, and puts who comes in charge", async () => {
  const former = await course();
  const [comes, goes] = [await lecturer("Okafor"), await lecturer("Pius")];
  await allocate(former, comes._id);
  const next = await office.course(`CRS ${nth}`, { session: later, semester });
  await allocate(next, goes._id);
  await sql`update portal.staff set status = 'Left' where _id = ${goes._id}`.execute(portal.db);
  const { count } = (await head.get(`${path}/copy?session=${later}&department=${department}`)).body;
  await granted(head.post(`${path}/copy`, { session: later, department, count }));
  const { rows } = await sql<{ staff: string; incharge: boolean }>`select a.staff, a.incharge
    from portal.course_allocation a join portal.course c on c.class = a.class where c._id = ${next}
    order by a.incharge desc`.execute(portal.db);
  expect(rows).toEqual([
    { staff: comes._id, incharge: true },
    { staff: goes._id, incharge: false },
  ]);
});

test("a head sees no board, copy or letter of another department", async () => {
  const [other] = await portal.db
    .selectFrom("department")
    .select("_id")
    .where("_id", "<>", department)
    .where("isacademic", "=", true)
    .limit(1)
    .execute();
  expect((await head.get(`${path}/board?department=${other?._id}`)).status).toBe(403);
  expect((await head.get(`${path}/copy?department=${other?._id}`)).status).toBe(403);
  const id = await course();
  const one = await lecturer("Jauro");
  await allocate(id, one._id);
  const letter = (await granted(head.post(`${path}/letter`, { staff: one._id, session: running }))).body._id;
  const away = await staffMember(portal, {
    pages: ["course-allocations"],
    scope: "department",
    department: other?._id as string,
  });
  expect((await away.get(`${path}/letter/${letter}`)).status).toBe(404);
});
