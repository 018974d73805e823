import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { catalogue, registeredFor, registrationsFollow } from "../../../testing/catalogue.ts";
import { fivePoints } from "../../../testing/five-points.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { allocate, classOf, lecturerOf } from "../../../testing/lecturer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { allReturned, type ClassWithSheet, classWithSheet, sentIn, studentsOf } from "../../../testing/score-sheet.ts";
import { staffMember } from "../../../testing/staff.ts";
import { signedInStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fivePoints(portal);
});
afterAll(async () => {
  await allReturned(portal);
  await expectInvariants(portal.db);
  await portal.stop();
});

const open = async ({ lecturer, path }: ClassWithSheet) => (await granted(lecturer.get(`${path}/sheet`))).body;

const mark = (student: string | undefined, ca: unknown, examination: unknown, version = 0) => ({
  ...{ student, ca, examination, version },
});

const changesOf = (sheet: string) =>
  portal.db
    .selectFrom("score_change")
    .select(["how", "before", "after", "staff", "marksversion"])
    .where("sheet", "=", sheet)
    .orderBy("createdAt")
    .execute();

test("a sheet begins when its lecturer opens it, with the class by matric number and the maxima of its profile", async () => {
  const bio = await classWithSheet(portal, "SCS 101", 3);
  expect(await open(bio)).toMatchObject({
    ...{ code: "SCS 101", name: "Course SCS 101", state: "Open", camax: 40, exammax: 60, marksversion: 0 },
    ...{ writes: true, keeps: false, twice: false, lecturers: ["Mrs Musa Garba"] },
    profiles: [{ name: "Five points", passmark: 40 }],
    list: bio.students.map((student) => ({
      student,
      ca: null,
      examination: null,
      code: null,
      version: 0,
      late: false,
    })),
    gone: [],
  });
  // Who opens it again, or at once, finds the one.
  const path = `/staff/ms_score_sheet/class/${bio.class}`;
  const both = await Promise.all([bio.lecturer.get(path), bio.officer.get(path)]);
  expect(both.map(({ body }) => body._id)).toEqual([bio.sheet, bio.sheet]);
  expect(both[1]?.body).toMatchObject({ writes: true, keeps: true });
});

test("nobody opens another's sheet, and who only looks begins none", async () => {
  const own = await classWithSheet(portal, "SCS 102", 1);
  const stranger = await lecturerOf(portal);
  expect((await stranger.get(`${own.path}/sheet`)).status).toBe(404);
  expect((await stranger.put(`${own.path}/scores`, { marks: [mark(own.students[0], 1, 1)] })).status).toBe(404);
  const course = await (await catalogue(portal)).course("SCS 103");
  const auditor = await staffMember(portal, { pages: ["score-sheets"] });
  const taught = await classOf(portal, course);
  expect((await auditor.get(`/staff/ms_score_sheet/class/${taught}`)).body).toMatchObject({
    code: "sheet-not-begun",
    message: "Nobody has begun the score sheet of SCS 103 yet. One of its lecturers does, or the examinations office",
  });
  expect((await granted(auditor.get(`${own.path}/sheet`))).body).toMatchObject({ writes: false, keeps: false });
  // Looking at all sheets and teaching a class elsewhere are two rights, and neither is that of typing here.
  const both = await staffMember(portal, { pages: ["score-sheets", "my-courses", "my-courses.change"] });
  expect((await both.put(`${own.path}/scores`, { marks: [mark(own.students[0], 1, 1)] })).body.code).toBe(
    "sheet-not-yours",
  );
});

test("a course that is taken as a practice has no sheet", async () => {
  const office = await catalogue(portal);
  const course = await office.course("EDU 399");
  const { session } = office.usual;
  await sql`insert into portal.practice_round (_id, name, session, semester, courses, needs, way, choosefrom, chooseuntil, starts, ends,
      weeks, items, visits, passline)
    values (gen_random_uuid(), 'Practice of 300 level', ${session}, 1, 'EDU 398, EDU 399', 'NONE', 'First come', '2026-01-01', '2026-01-02',
      '2026-01-05', '2026-06-30', 12, 'Voice: 10', 1, 40)`.execute(portal.db);
  const lecturer = await lecturerOf(portal, course);
  expect((await lecturer.get(`/staff/ms_score_sheet/class/${await classOf(portal, course)}`)).body).toMatchObject({
    code: "practice-has-no-sheet",
    message: expect.stringMatching(/^EDU 399 is taken by Practice of 300 level: its mark is the confirmed result/),
  });
});

test("marks are typed in any number, each with its change, and empty cells are taken back", async () => {
  const of = await classWithSheet(portal, "SCS 104", 4);
  const [a, b, c, d] = of.students;
  const first = await granted(
    of.lecturer.put(`${of.path}/scores`, {
      marks: [mark(a, 0, 0), mark(b, "40 ", "60"), mark(c, "", "ABS"), mark(d, 12, null)],
    }),
  );
  expect(first.body).toMatchObject({
    message: "4 marks are saved",
    marksversion: 1,
    conflicts: [],
    wrong: [],
  });
  expect(new Set(first.body.saved.map(({ version }: { version: number }) => version))).toEqual(new Set([1]));
  expect((await open(of)).list).toMatchObject([
    { ca: 0, examination: 0, code: null, version: 1, by: "Mrs Musa Garba" },
    { ca: 40, examination: 60 },
    { ca: null, examination: null, code: "Absent" },
    { ca: 12, examination: null },
  ]);
  // The same once more is saved already, and no write.
  const again = await granted(of.lecturer.put(`${of.path}/scores`, { marks: [mark(a, "0", "0", 1)] }));
  expect(again.body).toMatchObject({ marksversion: 1, saved: [{ student: a, version: 1 }] });
  await granted(of.lecturer.put(`${of.path}/scores`, { marks: [mark(a, "", "", 1)] }));
  expect((await open(of)).list[0]).toMatchObject({ ca: null, examination: null, version: 2 });
  const changes = await changesOf(of.sheet);
  expect(changes).toHaveLength(5);
  expect(changes.at(-1)).toMatchObject({
    ...{ how: "Grid", marksversion: 2, staff: of.lecturer._id },
    before: { ca: 0, examination: 0, code: null },
    after: { ca: null, examination: null, code: null },
  });
});

test("what is no mark is refused for its student and field, and the other rows are saved", async () => {
  const of = await classWithSheet(portal, "SCS 105", 8);
  const typed: [unknown, unknown][] = [
    [100, 1],
    [39.5, 1],
    [-1, 1],
    ["1e2", 1],
    [1, "61"],
    ["ABS", "MAL"],
    [40, 60],
    [1e1, 5e1],
  ];
  const marks = typed.map(([ca, examination], at) => mark(of.students[at], ca, examination));
  const { body } = await granted(of.lecturer.put(`${of.path}/scores`, { marks }));
  expect(body.saved).toHaveLength(2);
  expect(body.wrong).toMatchObject([
    {
      student: of.students[0],
      field: "ca",
      sentence: expect.stringMatching(/^Okafor 1 Musa: CA must be at most 40; 100 was typed$/),
    },
    { field: "ca", sentence: expect.stringMatching(/: CA must be a whole number; 39.5 was typed$/) },
    { field: "ca", sentence: expect.stringMatching(/: CA must not be below 0$/) },
    { field: "ca", sentence: expect.stringMatching(/: CA must be a whole number from 0 to 40, .*“1e2” was typed$/) },
    { field: "examination", sentence: expect.stringMatching(/: Examination must be at most 60; 61 was typed$/) },
    { field: "examination", sentence: expect.stringMatching(/: Examination says Malpractice and CA Absent: one code/) },
  ]);
});

test("lecturer and officer write one sheet at once: nothing is lost, and both values are answered with who typed them", async () => {
  const of = await classWithSheet(portal, "SCS 106", 3);
  const [a, b, c] = of.students;
  await granted(of.lecturer.put(`${of.path}/scores`, { marks: [mark(a, 10, 20), mark(b, 11, 21)] }));
  await granted(of.officer.put(`${of.path}/scores`, { marks: [mark(a, 12, 20, 1), mark(b, 11, 22, 1)] }));
  // The lecturer's phone was offline meanwhile: one row differs, one says the same, one is nobody's yet.
  const { body } = await granted(
    of.lecturer.put(`${of.path}/scores`, { marks: [mark(a, 15, 20, 1), mark(b, 11, 22, 1), mark(c, 13, 23)] }),
  );
  expect(body).toMatchObject({
    message: "2 marks are saved, 1 not: look at them",
    saved: [
      { student: b, version: 2 },
      { student: c, version: 1 },
    ],
    conflicts: [{ student: a, ca: 12, examination: 20, code: null, version: 2, by: "Mrs Hauwa Bello" }],
  });
  expect((await open(of)).list.map(({ ca }: { ca: number }) => ca)).toEqual([12, 11, 13]);
  // “Keep mine” sends it with the version that was seen.
  await granted(of.lecturer.put(`${of.path}/scores`, { marks: [mark(a, 15, 20, 2)] }));
  expect((await open(of)).list[0]).toMatchObject({ ca: 15, version: 3, by: "Mrs Musa Garba" });
});

test("a student who moved between classes with marks: they stay apart where they are, and nobody types there any more", async () => {
  const of = await classWithSheet(portal, "SCS 107", 2);
  const other = await (await catalogue(portal)).course("SCS 108");
  const [a, b] = of.students;
  await granted(of.lecturer.put(`${of.path}/scores`, { marks: [mark(a, 10, 20), mark(b, 11, 21)] }));
  await sql`update portal.course_registration_line l set "droppedAt" = now() from portal.course_registration r
    where r._id = l.registration and r.student = ${a} and l.code = 'SCS 107'`.execute(portal.db);
  await sql`insert into portal.course_registration_line (_id, registration, course, class, courseversion, code, name, credit, moduletype, kind,
      "approvedAt")
    select gen_random_uuid(), r._id, c._id, c.class, c.version, c.code, c.name, c.credit, c.moduletype, 'Programme', now()
    from portal.course_registration r, portal.course c where r.student = ${a} and c._id = ${other}`.execute(portal.db);
  await registrationsFollow(portal);
  const late = await studentsOf(portal, [of.course], 1);
  await sql`update portal.course_registration_line l set "approvedAt" = now() from portal.course_registration r
    where r._id = l.registration and r.student = any(${late}::uuid[])`.execute(portal.db);
  const sheet = await open(of);
  expect(
    sheet.list.toSorted((one: { late: boolean }, other: { late: boolean }) => Number(one.late) - Number(other.late)),
  ).toMatchObject([
    { student: b, late: false },
    { student: late[0], late: true },
  ]);
  expect(sheet.gone).toMatchObject([
    {
      student: a,
      ca: 10,
      why: "Dropped the course, and took SCS 108 since. These marks stay here and count for nothing: those of SCS 108 are typed on its own sheet",
    },
  ]);
  const { body } = await granted(
    of.lecturer.put(`${of.path}/scores`, { marks: [mark(a, 30, 40, 1), mark(late[0], 5, 6)] }),
  );
  expect(body).toMatchObject({
    saved: [{ student: late[0] }],
    wrong: [{ student: a, sentence: expect.stringMatching(/is not in the class of SCS 107 any more/) }],
  });
  await sql`update portal.student set status = 'Suspended' where _id = ${b}`.execute(portal.db);
  expect((await open(of)).gone[1]).toMatchObject({
    why: "Status Suspended: the marks stay, and come back when the status does",
  });
  await sql`update portal.student set status = 'Active' where _id = ${b}`.execute(portal.db);
});

test("nobody types the own mark", async () => {
  const of = await classWithSheet(portal, "SCS 109", 1);
  const me = await signedInStudent(portal);
  await registeredFor(portal, me.student, [of.course]);
  const { emailaddress } = await portal.db
    .selectFrom("student")
    .select("emailaddress")
    .where("_id", "=", me.student)
    .executeTakeFirstOrThrow();
  await portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", of.lecturer._id).execute();
  expect((await open(of)).list.find(({ student }: { student: string }) => student === me.student)).toMatchObject({
    own: true,
  });
  const { body } = await granted(
    of.lecturer.put(`${of.path}/scores`, { marks: [mark(me.student, 40, 60), mark(of.students[0], 1, 2)] }),
  );
  expect(body).toMatchObject({
    saved: [{ student: of.students[0] }],
    wrong: [
      { student: me.student, sentence: expect.stringMatching(/ is you. Ask a colleague to type your own mark$/) },
    ],
  });
});

test("the office sets other maxima while no mark is above them, and lecturers ask for it", async () => {
  const of = await classWithSheet(portal, "SCS 110", 1);
  const rules = { camax: 60, twice: false };
  expect((await of.lecturer.put(`${of.path}/rules`, rules)).body).toMatchObject({
    code: "sheet-rules-are-offices",
    message: expect.stringMatching(/^The examinations office sets/),
  });
  await granted(of.officer.put(`${of.path}/rules`, rules));
  await granted(of.lecturer.put(`${of.path}/scores`, { marks: [mark(of.students[0], 60, 40)] }));
  expect((await of.officer.put(`${of.path}/rules`, { camax: 40, twice: false })).body).toMatchObject({
    code: "marks-above-maximum",
    errors: {
      camax: "1 mark is above 40 for CA or 60 for the examination. Correct them first, or choose other maxima",
    },
  });
  expect((await of.officer.put(`${of.path}/rules`, { camax: 40.5, twice: false })).status).toBe(500);
});

test("a sheet that was sent in is locked, and says with whom it is", async () => {
  const of = await classWithSheet(portal, "SCS 111", 1);
  await sentIn(portal, of);
  for (const [who, call] of [
    [of.lecturer, "scores"],
    [of.officer, "scores"],
  ] as const)
    expect((await who.put(`${of.path}/${call}`, { marks: [mark(of.students[0], 1, 2)] })).body).toMatchObject({
      code: "sheet-locked",
      message:
        "This sheet was sent in and is with the head of department, so its marks are locked. Ask there to return it with a reason, and type again",
    });
  expect((await of.officer.put(`${of.path}/rules`, { camax: 30, twice: false })).body.code).toBe("sheet-locked");
});

test("before it is sent in, a sheet says what is missing and what is improbable", async () => {
  const of = await classWithSheet(portal, "SCS 114", 12);
  const marks = of.students.slice(0, 9).map((student, at) => mark(student, 10 + at, 29 - at));
  await granted(of.lecturer.put(`${of.path}/scores`, { marks: [...marks, mark(of.students[9], 12, "")] }));
  const { stops, odd } = (await granted(of.lecturer.get(`${of.path}/troubles`))).body;
  expect(stops).toMatchObject([
    {
      code: "marks-missing",
      sentence: expect.stringMatching(/^2 students have no mark: type it, or ABS, EXC, MAL or NCA \(/),
    },
    { code: "marks-half", sentence: expect.stringMatching(/^1 student has one half of a mark \(/) },
  ]);
  expect(odd.map(({ code, students }: { code: string; students: unknown[] }) => [code, students.length])).toEqual([
    ["just-below-pass", 9],
    ["ca-alone", 1],
  ]);
});

test("the office lists the sheets with how far they are typed, and a lecturer's right lists none", async () => {
  const of = await classWithSheet(portal, "SCS 115", 3);
  await granted(
    of.lecturer.put(`${of.path}/scores`, { marks: [mark(of.students[0], 1, 2), mark(of.students[1], 1, "")] }),
  );
  const { list } = (await granted(of.officer.get("/staff/ms_score_sheet?q=scs 115"))).body;
  expect(list).toMatchObject([
    { code: "SCS 115", typed: 1, students: 3, state: "Open", lecturers: "Mrs Musa Garba", semester: 1 },
  ]);
  expect((await of.lecturer.get("/staff/ms_score_sheet")).status).toBe(403);
  expect((await granted(of.officer.get(`/staff/ms_score_sheet/${of.sheet}`))).body).toMatchObject({ typed: 1 });
});

test("two lecturers of a class type on one sheet", async () => {
  const of = await classWithSheet(portal, "SCS 117", 2);
  const colleague = await lecturerOf(portal);
  await allocate(portal, colleague._id, of.course);
  const marks = of.students.map((student) => mark(student, 1, 2));
  const both = await Promise.all([
    of.lecturer.put(`${of.path}/scores`, { marks }),
    colleague.put(`${of.path}/scores`, { marks }),
  ]);
  for (const { body } of both) expect(body).toMatchObject({ conflicts: [], marksversion: 1 });
});
