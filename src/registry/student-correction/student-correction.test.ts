import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { importCsv } from "../../../testing/bursar.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type CorrectionDesk, correctionDesk, type WantedCorrection } from "../../../testing/record-correction.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { fileOfStudents, studentRow } from "../../../testing/student-file.ts";

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
  const [letter] = (await portal.letters(student.emailaddress, 2)).filter(({ subject }) => /^Corrected/.test(subject));
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
  const levels = await propose(two._id, { kind: "levels", values: { entrylevel: "300", level: "200" } });
  expect(levels.body).toMatchObject({ errors: { "values.level": expect.stringContaining("Level must not be below") } });
  expect(await correct(two._id, { kind: "levels", values: { entrylevel: "100", level: "300" } })).toMatchObject({
    type: "success",
  });
  expect(await studentOf(2)).toMatchObject({ entrylevel: 100, level: 300 });
});
