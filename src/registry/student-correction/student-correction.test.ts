import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { admissionStates } from "../../../testing/admitted-applicant.ts";
import { importCsv } from "../../../testing/bursar.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type CorrectionDesk, correctionDesk, type WantedCorrection } from "../../../testing/record-correction.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { matriculate } from "../../../testing/student.ts";
import { fileOfStudents, studentRow } from "../../../testing/student-file.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let desk: CorrectionDesk;
let registry: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await correctionDesk(portal);
  registry = await staffMember(portal, { pages: ["students", "students.change"] });
  const rows = [1, 2, 3, 4].map(studentRow);
  const { body } = await importCsv(portal, registry, "student", fileOfStudents(rows));
  expect(body).toMatchObject({ added: 4 });
  await portal.db
    .insertInto("setting")
    .values({ name: "homeStates", value: JSON.stringify("Kogi") })
    .execute();
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_student";
const studentOf = async (nth: number) => {
  const { list } = (await registry.get(`${path}?q=${studentRow(nth)["JAMB Admission number"]}`)).body;
  return list[0];
};
const accountOf = (jamb: string) =>
  portal.db.selectFrom("applicant").selectAll().where("jamb", "=", jamb).executeTakeFirstOrThrow();
const propose = (record: string, wanted: WantedCorrection) => desk.propose(record, wanted, desk.clerk, "student");
const correct = async (record: string, wanted: WantedCorrection) => {
  const { body } = await propose(record, wanted);
  expect(body).toMatchObject({ type: "success" });
  return (await desk.decide(body._id, "approve")).body;
};

test("names are corrected by two people, the account says the same, and the old value is kept", async () => {
  const student = await studentOf(1);
  const wanted = { kind: "names", values: { firstname: "Aminat", middlename: "", lastname: "Yusuf-Bello" } };
  const { body } = await propose(student._id, wanted);
  expect((await desk.decide(body._id, "approve", desk.clerk)).body.type).not.toBe("success");
  expect(await studentOf(1)).toMatchObject({ lastname: student.lastname, version: 1 });
  expect((await desk.decide(body._id, "approve")).body).toMatchObject({ type: "success" });
  expect(await studentOf(1)).toMatchObject({ firstname: "Aminat", lastname: "Yusuf-Bello", version: 2 });
  expect(await accountOf(student.jamb)).toMatchObject({ firstname: "Aminat", lastname: "Yusuf-Bello" });
  const { corrections } = (await desk.clerk.get(`/staff/ms_record_correction/about/student/${student._id}`)).body;
  expect(corrections[0]).toMatchObject({ state: "Approved", oldvalue: expect.stringContaining(student.lastname) });
  const [letter] = await portal.letters(student.emailaddress, 1, /^Corrected/);
  expect(letter?.subject).toBe("Corrected in your student's record: Names");
});

test("another state makes an indigene of a student, and a JAMB number is the account's too", async () => {
  const student = await studentOf(3);
  expect(student).toMatchObject({ stateoforigin: "Nasarawa", indigene: false });
  await correct(student._id, { kind: "origin", values: { stateoforigin: "Kogi", lgaoforigin: "Dekina" } });
  expect(await studentOf(3)).toMatchObject({ stateoforigin: "Kogi", lgaoforigin: "Dekina", indigene: true });
  const jamb = "202499999999ZZ";
  expect(await correct(student._id, { kind: "jamb", values: { jamb } })).toMatchObject({ type: "success" });
  expect((await registry.get(`${path}/${student._id}`)).body).toMatchObject({ jamb });
  expect((await accountOf(jamb)).emailaddress).toBe(student.emailaddress);
});

test("a number of another student and levels out of order are refused", async () => {
  const [two, four] = [await studentOf(2), await studentOf(4)];
  const taken = await propose(two._id, { kind: "matric", values: { matric: four.matric.toLowerCase() } });
  expect((await desk.decide(taken.body._id, "approve")).body).toMatchObject({ code: "value-taken" });
  expect((await studentOf(2)).matric).toBe(two.matric);
  const odd = await propose(two._id, { kind: "matric", values: { matric: "<NCE> 26" } });
  expect(odd.body).toMatchObject({
    errors: { "values.matric": expect.stringContaining("Matric number must be letters") },
  });
  const levels = await propose(two._id, { kind: "levels", values: { entrylevel: "300", level: "200" } });
  expect(levels.body).toMatchObject({ errors: { "values.level": expect.stringContaining("Level must not be below") } });
  expect(await correct(two._id, { kind: "levels", values: { entrylevel: "100", level: "300" } })).toMatchObject({
    type: "success",
  });
  expect(await studentOf(2)).toMatchObject({ entrylevel: 100, level: 300 });
});

test("a JAMB number that a student without an account has is refused in a sentence", async () => {
  const other = await portal.db
    .insertInto("student")
    .values({
      _id: newId(),
      firstname: "Bola",
      lastname: "Ojo",
      emailaddress: "bola@example.com",
      jamb: "202499887766ZZ",
    })
    .returning("_id")
    .executeTakeFirstOrThrow();
  await portal.db
    .insertInto("audit")
    .values({ _id: newId(), actorkind: "system", deed: "student.create", subject: `student:${other._id}` })
    .execute();
  const { _id } = await studentOf(2);
  expect(await correct(_id, { kind: "jamb", values: { jamb: "202499887766ZZ" } })).toMatchObject({
    code: "student-already",
    message: expect.stringContaining("Another student has this JAMB number"),
  });
});

test("what is corrected of the application stands in the student's record, with its line in the history", async () => {
  const one = await admissionStates.paid(portal);
  const { student } = await matriculate(portal, one._id, one.application);
  const values = { firstname: "Ngozi", middlename: "Ada", lastname: "Eze-Obi" };
  const { body } = await desk.propose(one.application, { kind: "names", values }, desk.clerk, "application");
  expect(body).toMatchObject({ type: "success" });
  await granted(desk.decide(body._id, "approve"));
  expect((await registry.get(`${path}/${student}`)).body).toMatchObject(values);
  const account = portal.db.selectFrom("applicant").select(["firstname", "lastname"]).where("_id", "=", one._id);
  expect(await account.executeTakeFirst()).toEqual({ firstname: "Ngozi", lastname: "Eze-Obi" });
  const [last] = (await registry.get(`${path}/${student}/history`)).body;
  expect(last).toMatchObject({ changes: expect.arrayContaining([expect.objectContaining({ after: "Eze-Obi" })]) });
});
