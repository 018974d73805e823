import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { admissionStates } from "../../../testing/admitted-applicant.ts";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { importCsv } from "../../../testing/bursar.ts";
import { asked, type CombinationDesk, combinationDesk, dearer, decides } from "../../../testing/combination.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type CorrectionDesk, correctionDesk, type WantedCorrection } from "../../../testing/record-correction.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { type Billed, billedStudent, matriculate } from "../../../testing/student.ts";
import { fileOfStudents, type StudentRow, studentRow } from "../../../testing/student-file.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let desk: CorrectionDesk;
let combinations: CombinationDesk;
let registry: StaffMember;
let wanted: WantedCorrection;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await correctionDesk(portal);
  combinations = await combinationDesk(portal);
  await dearer(portal, combinations.to._id, 7_000);
  registry = await staffMember(portal, { pages: ["students", "students.change"] });
  const { code } = await portal.db
    .selectFrom("programme")
    .select("code")
    .where("_id", "=", combinations.to._id)
    .executeTakeFirstOrThrow();
  const { award, name } = combinations.to;
  wanted = { kind: "programme", values: { programme: `${award} ${name} (${code})` } };
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_student";
const corrections = "/staff/ms_record_correction";
const bring = async (rows: readonly StudentRow[], query = "") =>
  (await importCsv(portal, registry, "student", fileOfStudents(rows), query)).body;
const broughtIn = async (row: StudentRow) => {
  expect(await bring([row])).toMatchObject({ type: "success" });
  return (await registry.get(`${path}?q=${row["Matric number"]}`)).body.list[0];
};
const recordOf = async (id: string) => (await registry.get(`${path}/${id}`)).body;
const propose = async (record: string, what: WantedCorrection) =>
  (await desk.propose(record, what, desk.clerk, "student")).body;
const correct = async (record: string, what: WantedCorrection) => {
  const { _id } = await propose(record, what);
  return (await desk.decide(_id, "approve")).body;
};
const approve = async (correction: string, follows: readonly string[]) =>
  (await desk.registrar.post(`${corrections}/${correction}/approve`, { reason: "Seen on the letter", follows })).body;
const followsOf = async (correction: string): Promise<readonly string[]> =>
  (await granted(desk.registrar.get(`${corrections}/${correction}/file`))).body.willfollow;
const linesOf = async (me: Billed) => (await me.get(`/student/bill/${me.bill}`)).body.bill.lines;

test("session of entry and semester that came wrong by a file are corrected by two people", async () => {
  const row = studentRow(1);
  const student = await broughtIn(row);
  const name = "2031/2032";
  await portal.db.insertInto("session").values({ _id: newId(), name, code: "2031" }).execute();
  const { wrong } = await bring([{ ...row, "Session of entry": "2031" }], "?check=1");
  expect(wrong[0].sentences).toEqual([expect.stringContaining("A session of entry that came wrong by a file")]);
  expect(await propose(student._id, { kind: "session", values: { session: "1999/2000" } })).toMatchObject({
    errors: { "values.session": "Choose the session of entry from the list" },
  });
  expect(await correct(student._id, { kind: "session", values: { session: name } })).toMatchObject({ type: "success" });
  expect(await correct(student._id, { kind: "semester", values: { semester: "2" } })).toMatchObject({
    type: "success",
  });
  expect(await recordOf(student._id)).toMatchObject({ session: { label: name }, semester: 2, version: 3 });
  const history = (await registry.get(`${path}/${student._id}/history`)).body;
  const changes = history.flatMap((one: { changes: unknown[] }) => one.changes);
  expect(changes).toContainEqual(expect.objectContaining({ label: "Session of entry", after: name }));
});

test("a programme is corrected with its bills, by who has read what follows, and no place moves", async () => {
  const me = await billedStudent(portal);
  const before = await linesOf(me);
  const taken = () => portal.db.selectFrom("intake").select(["_id", "taken"]).orderBy("_id").execute();
  const places = await taken();
  const { _id } = await propose(me.student, wanted);
  const follows = await followsOf(_id);
  expect(follows).toEqual([expect.stringMatching(/^First semester 2026\/2027: ₦[\d,.]+ in place of ₦[\d,.]+, a line/)]);
  expect((await desk.decide(_id, "approve")).body).toMatchObject({ code: "version-stale" });
  await dearer(portal, combinations.to._id, 500);
  expect(await approve(_id, follows)).toMatchObject({ code: "version-stale" });
  expect(await linesOf(me)).toEqual(before);
  expect(await approve(_id, await followsOf(_id))).toMatchObject({ type: "success" });
  expect(await recordOf(me.student)).toMatchObject({ programme: { _id: combinations.to._id } });
  expect((await linesOf(me)).slice(before.length)).toMatchObject([
    { kind: "change", amount: 7_500, reason: expect.stringMatching(/^Corrected: it was NCE /) },
  ]);
  expect(await taken()).toEqual(places);
});

test("a bill of the same cost stays as it is under the programme that is right", async () => {
  const me = await billedStudent(portal);
  const { programmes } = (await granted(desk.clerk.get(`${corrections}/about/student/${me.student}`))).body.lists;
  const another = programmes.find((one: string) => one.startsWith("NCE Christian") && !one.includes("NCE-CRS-ENG"));
  const before = await linesOf(me);
  const { _id } = await propose(me.student, { kind: "programme", values: { programme: another } });
  const follows = await followsOf(_id);
  expect(follows).toEqual([expect.stringMatching(/^First semester 2026\/2027: the bill stays at ₦/)]);
  expect(await approve(_id, follows)).toMatchObject({ type: "success" });
  expect(await linesOf(me)).toEqual(before);
  await expectInvariants(portal.db);
});

test("whoever was admitted here, or has changed the combination, keeps programme and session", async () => {
  const one = await admissionStates.paid(portal);
  const { student } = await matriculate(portal, one._id, one.application);
  expect(await propose(student, wanted)).toMatchObject({
    code: "correction-hindered",
    errors: { "values.programme": expect.stringContaining("asks for a change of combination") },
  });
  const { name } = await portal.db
    .selectFrom("session")
    .select("name")
    .where("code", "=", "2031")
    .executeTakeFirstOrThrow();
  const session = { kind: "session", values: { session: name } };
  expect(await propose(student, session)).toMatchObject({ errors: { "values.session": expect.any(String) } });

  const me = await billedStudent(portal);
  const { _id } = await propose(me.student, session);
  const change = await asked(me, combinations.to._id);
  expect((await desk.decide(_id, "approve")).body).toMatchObject({
    code: "correction-hindered",
    message: expect.stringContaining("A change of combination waits"),
  });
  for (const who of [combinations.head, combinations.newhead, combinations.dean, combinations.registrar])
    await granted(decides(who, change));
  expect((await desk.decide(_id, "approve")).body).toMatchObject({
    message: expect.stringContaining("has counted a place in this session"),
  });
});

test("a record without an account is corrected too: the address before the account is opened", async () => {
  const row = studentRow(2);
  const student = await broughtIn({ ...row, "Phone number": "" });
  await broughtIn(studentRow(3));
  const { things } = (await granted(desk.clerk.get(`${corrections}/about/student/${student._id}`))).body.record;
  expect(things.map(({ kind }: { kind: string }) => kind)).not.toContain("phonenumber");
  const theirs = studentRow(3)["Email address"] ?? "";
  const taken = await propose(student._id, { kind: "emailaddress", values: { emailaddress: theirs } });
  const listed = (await desk.registrar.get(`${corrections}?state=Waiting`)).body.list;
  expect(listed).toContainEqual(expect.objectContaining({ _id: taken._id }));
  expect((await desk.decide(taken._id, "approve")).body).toMatchObject({ code: "address-taken" });
  await granted(desk.decide(taken._id, "decline"));
  const emailaddress = "right.address@example.com";
  const right: readonly WantedCorrection[] = [
    { kind: "emailaddress", values: { emailaddress } },
    { kind: "names", values: { firstname: "Musa", middlename: "", lastname: "Right" } },
    { kind: "jamb", values: { jamb: "202412345678CD" } },
  ];
  for (const what of right) expect(await correct(student._id, what)).toMatchObject({ type: "success" });
  expect(await recordOf(student._id)).toMatchObject({ emailaddress, lastname: "Right", jamb: "202412345678CD" });
  const now = { "Email address": emailaddress, "Last name": "Right", "JAMB Admission number": "202412345678CD" };
  expect(await bring([{ ...row, "First name": "Musa", "Middle name": "", ...now }])).toMatchObject({ changed: 1 });
  const account = portal.db
    .selectFrom("applicant")
    .select(["lastname", "jamb"])
    .where("emailaddress", "=", emailaddress);
  expect(await account.executeTakeFirst()).toEqual({ lastname: "Right", jamb: "202412345678CD" });
  const { wrong } = await bring(
    [{ ...row, "First name": "Musa", "Middle name": "", ...now, "Phone number": "08031119999" }],
    "?check=1",
  );
  expect(wrong[0].sentences).toEqual([expect.stringContaining("Phone number is the account's")]);
});

test("a record that gets its account while its correction is decided is not corrected beside it", async () => {
  const student = await broughtIn({ ...studentRow(4), "Phone number": "" });
  const { _id } = await propose(student._id, { kind: "jamb", values: { jamb: "202487654321EF" } });
  const owner = await signedInApplicant(portal);
  let deciding: Promise<Record<string, unknown>> = Promise.resolve({});
  await portal.db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom("applicant")
      .select(["emailaddress", "phonenumber", "jamb"])
      .where("_id", "=", owner._id)
      .executeTakeFirstOrThrow();
    await trx
      .updateTable("student")
      .set({ ...account, applicant: owner._id })
      .where("_id", "=", student._id)
      .execute();
    deciding = desk.decide(_id, "approve").then(({ body }) => body);
    expect(await untilWaiting(portal)).toBe(true);
  });
  expect(await deciding).toMatchObject({ code: "changed-since-proposed" });
  expect((await recordOf(student._id)).jamb).not.toBe("202487654321EF");
});
