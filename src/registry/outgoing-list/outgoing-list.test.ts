import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { billed, enrolled } from "../../../testing/billed.ts";
import { coded, importCsv } from "../../../testing/bursar.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { registry, type TestStudent } from "../../../testing/registry.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { signedInStudent } from "../../../testing/student.ts";
import { untilJobsRest, untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { lagosToday } from "../../kit/value/dates.rules.ts";

let portal: TestPortal;
let officer: StaffMember;
let provost: StaffMember;
let office: Awaited<ReturnType<typeof registry>>;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  office = await registry(portal);
  session = await coded(portal, "session", "2026");
  const pages = [
    "dashboard",
    "students",
    "outgoing-lists",
    "outgoing-lists.change",
    "sessions",
    "sessions.change",
  ] as const;
  officer = await staffMember(portal, {
    lastname: "Registrar",
    pages: [...pages, "outgoing-lists.approve", "matriculation-answers", "matriculation-answers.change"],
  });
  provost = await staffMember(portal, {
    lastname: "Provost",
    pages: ["dashboard", "outgoing-lists", "outgoing-lists.approve"],
  });
});
afterAll(() => portal.stop());

const path = "/staff/ms_outgoing_list";
const national = () => ({ kind: "National Matriculation List", session });
const make = async (form: object) => {
  const { _id } = (await granted(officer.post(path, form))).body;
  await untilJobsRest(portal);
  return _id as string;
};
const signOff = (list: string) => granted(provost.post(`${path}/${list}/approve`));
const file = (list: string) => officer.get(`${path}/${list}/file`);
const standing = async ({ _id }: Pick<TestStudent, "_id">) =>
  (await granted(officer.get(`${path}/student/${_id}`))).body;
const answer = (csv: string, query = "") => importCsv(portal, officer, "matriculation_answer", csv, query);

test("a list is seen, made, signed off by another, kept as it went out, and superseded by the next", async () => {
  const amina = await office.student({ dateofbirth: "2006-03-01" });
  const numberless = await office.student({ jamb: undefined, phonenumber: undefined, lastname: "Bala" });
  const seen = (await granted(officer.post(`${path}/check`, national()))).body;
  expect(seen).toMatchObject({
    people: 1,
    held: 1,
    lacks: expect.arrayContaining([
      { lack: "No JAMB number", held: true, count: 1 },
      { lack: "No photograph", held: false, count: 2 },
    ]),
  });
  expect((await portal.db.selectFrom("outgoing_list").select("_id").execute()).length).toBe(0);

  const list = await make(national());
  const [sent, held] = (await granted(officer.get(`${path}_line?list=${list}`))).body.list;
  expect(sent).toMatchObject({ place: 1, matric: amina.matric, standing: "In the file", complete: false });
  expect(held).toMatchObject({ matric: numberless.matric, standing: "Held back" });
  expect(held.lacks).toContain("No JAMB number");
  expect((await file(list)).body).toMatchObject({ code: "list-not-signed-off" });
  expect((await officer.post(path, national())).body).toMatchObject({ code: "list-waits-already" });
  const own = await officer.post(`${path}/${list}/approve`);
  expect([own.status, own.body.code]).toEqual([403, "another-must-decide"]);
  expect(await standing(amina)).toMatchObject({ standing: "Not sent", needed: [] });
  expect(await standing(numberless)).toMatchObject({ standing: "Not sent", needed: ["No JAMB number"] });

  await signOff(list);
  const went = (await file(list)).body;
  expect(went).toContain(`1,${amina.jamb},${amina.matric},Yusuf,Amina`);
  expect(went).not.toContain(numberless.matric);
  const row = (await granted(officer.get(`${path}/${list}`))).body;
  expect(row).toMatchObject({ state: "Signed off", people: 1, held: 1 });
  // The mark at its beginning is not shown as text.
  expect(createHash("sha256").update(`\ufeff${went}`).digest("hex")).toBe(row.digest);
  expect(await standing(amina)).toMatchObject({ standing: "Sent", list: { _id: list } });

  await portal.db.updateTable("student").set({ lastname: "Otherwise" }).where("_id", "=", amina._id).execute();
  const next = await make(national());
  await signOff(next);
  expect((await file(list)).body).toBe(went);
  expect((await file(next)).body).toContain("Otherwise");
  expect((await granted(officer.get(`${path}/${list}`))).body.state).toBe("Superseded");
  expect((await granted(officer.get(`${path}/${next}`))).body.title).toMatch(/edition 2$/);
  const paper = (await granted(provost.get(`${path}/${next}/paper`))).body;
  expect(paper).toMatchObject({
    signedby: expect.stringContaining("Provost"),
    rows: [
      [
        1,
        amina.jamb,
        amina.matric,
        "Otherwise",
        "Amina",
        null,
        "Female",
        "2006-03-01",
        "Kogi",
        null,
        expect.any(String),
        200,
        "JAMB UTME",
        expect.any(String),
        "No",
      ],
    ],
  });
  await portal.db.updateTable("student").set({ lastname: "Yusuf" }).where("_id", "=", amina._id).execute();
  await expectInvariants(portal.db);
});

const today = lagosToday();

test("JAMB's answers come by a file: wrong rows are named, and each student reads where the entry stands", async () => {
  const me = await signedInStudent(portal);
  const one = await portal.db
    .updateTable("student")
    .set({ session, gender: "Female", stateoforigin: "Kogi" })
    .where("_id", "=", me.student)
    .returning(["jamb"])
    .executeTakeFirstOrThrow();
  await signOff(await make(national()));
  expect((await me.get("/student/national_list")).body).toMatchObject({ standing: "Sent", needed: [] });

  const file = [
    "JAMB number,Answer,Reason,Answered on",
    `${one.jamb},Returned,No photograph,${today}`,
    `202699999999ZZ,Listed,,${today}`,
  ];
  const early = [file[0], `${one.jamb},Listed,,2026-01-05`].join("\r\n");
  expect((await answer(early, "?check=1")).body.wrong).toMatchObject([
    { sentences: [expect.stringContaining("Answered on must not lie before")] },
  ]);
  const checked = (await answer(file.join("\r\n"), "?check=1")).body;
  expect(checked).toMatchObject({
    added: 1,
    wrong: [{ row: 3, sentences: [expect.stringContaining("No National Matriculation List")] }],
  });
  expect((await answer(file.join("\r\n"), "?partly=1")).body).toMatchObject({ type: "success", added: 1 });
  expect((await me.get("/student/national_list")).body).toMatchObject({
    standing: "Returned",
    reason: "No photograph",
    day: today,
  });
  expect((await me.get("/student/home")).body.next.sentence).toContain(
    "JAMB returned your entry in the National Matriculation List: No photograph.",
  );
  const waiting = (await officer.get("/staff/ms_staff_dashboard")).body;
  expect(JSON.stringify(waiting)).toContain("JAMB returned one entry of the National Matriculation List.");
  // Sent again, it waits for an answer again.
  await signOff(await make(national()));
  expect((await me.get("/student/national_list")).body).toMatchObject({ standing: "Sent" });
  expect((await answer([file[0], `${one.jamb},Listed,,${today}`].join("\r\n"))).body).toMatchObject({ changed: 1 });
  expect((await me.get("/student/national_list")).body).toMatchObject({
    standing: "Listed",
    reason: null,
    needed: [],
    wanted: [],
  });
  const [kept] = (await granted(officer.get("/staff/ms_matriculation_answer"))).body.list;
  expect(kept).toMatchObject({ answer: "Listed", reason: null });
  await expectInvariants(portal.db);
});

test("an answer about a record that was merged since is about the one that stays", async () => {
  const [kept, gone] = [await office.student({}), await office.student({})];
  await signOff(await make(national()));
  await sql`update portal.student set status = 'Merged', mergedinto = ${kept._id}, "statusAt" = now() where _id = ${gone._id}`.execute(
    portal.db,
  );
  const csv = `JAMB number,Answer,Reason,Answered on\r\n${gone.jamb},Returned,Two entries,${today}`;
  expect((await answer(csv)).body).toMatchObject({ type: "success", added: 1 });
  expect(await standing(kept)).toMatchObject({ standing: "Returned", reason: "Two entries" });
  // Whoever was sent under the other record alone, was sent.
  await sql`delete from portal.matriculation_answer where jamb = ${gone.jamb}`.execute(portal.db);
  expect(await standing(kept)).toMatchObject({ standing: "Sent" });
  await sql`update portal.student set status = 'Active', mergedinto = null where _id = ${gone._id}`.execute(portal.db);
});

test("three months run from the matriculation, and the office is reminded", async () => {
  const clock = async () => (await granted(officer.get(`${path}/terms`))).body.clocks[0];
  expect(await clock()).toBeUndefined();
  const row = (await granted(officer.get(`/staff/ms_session/${session}`))).body;
  const { _id, _title, version, createdAt, status, admission, ...form } = row;
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);
  const matriculated = (back: number) =>
    portal.db
      .updateTable("session")
      .set({ matriculation: day(back) })
      .where("_id", "=", session)
      .execute();
  await granted(officer.put(`/staff/ms_session/${session}`, { ...form, matriculation: day(10) }));
  const students = (await clock()).students;
  expect(await clock()).toMatchObject({ ceremony: true, began: day(10), sent: students - 1 });
  const due = async () =>
    JSON.stringify((await officer.get("/staff/ms_staff_dashboard")).body).includes(
      "is due, and not everybody was sent",
    );
  expect(await due()).toBe(false);
  await matriculated(75);
  expect(await due()).toBe(true);
  expect((await clock()).daysleft).toBeLessThan(20);
});

test("class lists, enrolment and NELFUND's list are made of what stands", async () => {
  const programme = await coded(portal, "programme", "NCE-CRS-ENG");
  expect((await officer.post(path, { kind: "Class list", session })).body).toMatchObject({
    code: "session-not-running",
  });
  await granted(officer.post(`/staff/ms_session/${session}/run`, { confirm: "2026" }));
  const classList = await make({ kind: "Class list", session, programme, level: 200 });
  await signOff(classList);
  expect((await file(classList)).body.trim().split("\r\n").length).toBeGreaterThan(2);
  const enrolment = await make({ kind: "Enrolment", session });
  const [line] = (await granted(officer.get(`${path}_line?list=${enrolment}`))).body.list;
  expect(line).toMatchObject({ student: null, matric: null });
  const row = (await granted(officer.get(`${path}/${enrolment}`))).body;
  const active = await portal.db
    .selectFrom("student")
    .select((q) => q.fn.countAll<number>().as("count"))
    .where("status", "=", "Active")
    .executeTakeFirstOrThrow();
  expect(row.people).toBe(active.count);
  expect((await officer.post(path, { kind: "NELFUND list", session })).body).toMatchObject({ code: "list-empty" });
  expect((await officer.post(path, { kind: "Enrolment", session, level: 100 })).body).toMatchObject({
    code: "class-list-alone",
  });
  await granted(provost.post(`${path}/${enrolment}/decline`, { reason: "Two states are spelt wrong" }));
  expect((await granted(officer.get(`${path}/${enrolment}`))).body).toMatchObject({
    state: "Dropped",
    decision: "Two states are spelt wrong",
  });
  expect((await file(enrolment)).body).toMatchObject({ code: "list-not-signed-off" });
  await expectInvariants(portal.db);
});

test("a list is made in the background: nobody signs it off before, and one that is dropped meanwhile stays dropped", async () => {
  await untilJobsRest(portal);
  const list = await portal.db.transaction().execute(async (trx) => {
    await sql`lock table portal.outgoing_list_line in exclusive mode`.execute(trx);
    const { _id, message } = (await granted(officer.post(path, national()))).body;
    expect(message).toContain("is being made");
    expect(await untilWaiting(portal)).toBe(true);
    expect((await granted(officer.get(`${path}/${_id}`))).body).toMatchObject({ state: "Being made", digest: null });
    expect((await provost.post(`${path}/${_id}/approve`)).body.code).toBe("list-being-made");
    expect((await provost.get(`${path}/${_id}/paper`)).body.code).toBe("list-being-made");
    expect((await officer.post(path, national())).body.code).toBe("list-waits-already");
    await granted(officer.post(`${path}/${_id}/withdraw`));
    return _id as string;
  });
  await untilJobsRest(portal);
  expect((await granted(officer.get(`${path}/${list}`))).body).toMatchObject({ state: "Dropped", digest: null });
  expect((await granted(officer.get(`${path}_line?list=${list}`))).body.list).toEqual([]);
  await expectInvariants(portal.db);
});

test("a list that waits says who left, moved or was merged since, and how a count has changed", async () => {
  const [stays, left, moved, gone] = await Promise.all([1, 2, 3, 4].map(() => office.student({ level: 100 })));
  if (!stays || !left || !moved || !gone) throw new Error("four were made");
  const list = await make({ kind: "Class list", session, level: 100 });
  const enrolment = await make({ kind: "Enrolment", session });
  const moves = async (of: string) => (await granted(provost.get(`${path}/${of}/moved`))).body;
  expect([await moves(list), await moves(enrolment)]).toEqual([
    { count: 0, people: [] },
    { count: 0, people: [] },
  ]);
  await sql`update portal.student set status = 'Withdrawn' where _id = ${left._id}`.execute(portal.db);
  await sql`update portal.student set programme = ${await coded(portal, "programme", "NCE-BIO-CHE")} where _id = ${moved._id}`.execute(
    portal.db,
  );
  await sql`update portal.student set status = 'Merged', mergedinto = ${stays._id} where _id = ${gone._id}`.execute(
    portal.db,
  );
  const { count, people } = await moves(list);
  expect(count).toBe(3);
  expect(people).toEqual(
    expect.arrayContaining([
      { student: left._id, name: "Yusuf Amina", matric: left.matric, now: "Withdrawn" },
      expect.objectContaining({ student: moved._id, now: expect.stringContaining("Biology") }),
      expect.objectContaining({ student: gone._id, now: `Merged into ${stays.matric}` }),
    ]),
  );
  expect((await moves(enrolment)).people).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        student: null,
        name: expect.stringMatching(/100 level, Female, Kogi$/),
        now: expect.stringMatching(/^\d+ in place of \d+$/),
      }),
    ]),
  );
  await granted(officer.post(`${path}/${list}/withdraw`));
  await granted(officer.post(`${path}/${enrolment}/withdraw`));
  await sql`update portal.student set status = 'Active', mergedinto = null where _id = ${gone._id}`.execute(portal.db);
});

test("NELFUND's list of a session says at which level its students were billed for it", async () => {
  const one = await enrolled(portal);
  const { bill } = await billed(portal, one._id);
  await sql`update portal.student set level = 300, jamb = '202612345678ZZ' where _id = ${one._id}`.execute(portal.db);
  const list = await make({ kind: "NELFUND list", session });
  const [line] = (await granted(officer.get(`${path}_line?list=${list}&standing=In the file`))).body.list;
  const { level } = await portal.db
    .selectFrom("bill")
    .select("level")
    .where("_id", "=", bill)
    .executeTakeFirstOrThrow();
  expect([line.level, level]).toEqual([100, 100]);
});
