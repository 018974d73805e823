import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../../../testing/applicant.ts";
import { importCsv } from "../../../testing/bursar.ts";
import { sumOfRows } from "../../../testing/database.ts";
import { keepEvidence } from "../../../testing/evidence.ts";
import { headOf } from "../../../testing/head.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { fileOfStudents, type StudentRow, studentFile, studentRow } from "../../../testing/student-file.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { newId } from "../../platform/database/id.server.ts";

let portal: TestPortal;
let registrar: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, { pages: ["students", "students.change"] });
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const bring = async (csv: string, query = "", who = registrar) =>
  (await importCsv(portal, who, "student", csv, query)).body;
const found = async (nth: number) => {
  const { list } = (await registrar.get(`/staff/ms_student?q=${studentRow(nth)["Matric number"]}`)).body;
  return list[0];
};

// `npm run prove -- import` brings in 20,000.
const ROWS = Number(process.env.STUDENTS ?? 1_200);

test("of a file with a fault in every tenth row each wrong one is named and the others come in", async (context) => {
  const file = studentFile(ROWS);
  const wrong = ROWS / 10;
  const right = ROWS - wrong;
  const before = await sumOfRows(portal.db);
  const checked = await bring(file, "?check=1");
  expect(checked).toMatchObject({ added: right, changed: 0, same: 0, moreRows: right - 200 });
  expect(await sumOfRows(portal.db)).toEqual(before);
  expect(checked.wrong.length + checked.more).toBe(wrong);
  expect(checked.wrong.slice(0, 9)).toEqual([
    { row: 11, sentences: ["Programme NCE-XXX-YYY was not found"] },
    { row: 21, sentences: ["Date of birth must be a real date"] },
    { row: 31, sentences: ["First name is required"] },
    { row: 41, sentences: [expect.stringContaining("Level must be one of 100")] },
    { row: 51, sentences: ["State of origin Biafra is not known: write it as the list on the form has it"] },
    { row: 61, sentences: [expect.stringContaining("Phone number")] },
    { row: 71, sentences: ["Row 70 is about the same student: keep one of the two"] },
    { row: 81, sentences: [expect.stringMatching(/^JAMB Admission number: row 80 has the same one.*delete one/)] },
    { row: 91, sentences: [expect.stringMatching(/^Email address: row 90 has the same one.*delete one/)] },
  ]);
  expect(checked.refused.trim().split("\r\n")).toHaveLength(wrong + 1);
  expect(await bring(file)).toMatchObject({ type: "error", code: "rows-wrong" });

  const began = performance.now();
  const done = await bring(file, "?partly=1");
  const seconds = (performance.now() - began) / 1_000;
  expect(done).toMatchObject({ type: "success", added: right, refused: checked.refused });
  keepEvidence(context, { asked: `${ROWS} rows within 60 s`, measured: `${seconds.toFixed(1)} s` });
  expect(seconds).toBeLessThan(60);
  const rows = await portal.db.selectFrom("student").select("applicant").execute();
  expect(rows).toHaveLength(right);
  expect(new Set(rows.map(({ applicant }) => applicant)).size).toBe(right);
  expect(await bring(file, "?partly=1")).toMatchObject({ code: "rows-wrong" });
  const again = await bring(file, "?check=1");
  expect(again).toMatchObject({ added: 0, changed: 0, same: right });
  expect(again.wrong.length + again.more).toBe(wrong);
});

test("what people write in a file is read as they mean it", async () => {
  await bring(fileOfStudents([{ ...studentRow(50_000), Level: "NCE II", Sex: "f", "Phone number": "8031112222" }]));
  expect(await found(50_000)).toMatchObject({
    gender: "Female",
    level: 200,
    entrylevel: 200,
    dateofbirth: "1985-06-21",
    stateoforigin: "Kogi",
    phonenumber: "2348031112222",
    type: "JAMB UTME",
    programme: { label: "NCE Christian Religious Studies/English" },
  });
});

test("who has an account or is a student already is told so, with what to do", async () => {
  const { jamb, emailaddress } = await portal.db
    .selectFrom("applicant")
    .selectAll()
    .where("_id", "=", (await signedInApplicant(portal))._id)
    .executeTakeFirstOrThrow();
  const [one, two, three, four, five] = [60_000, 60_001, 60_002, 60_003, 60_004].map(studentRow);
  await bring(fileOfStudents([{ ...one }]));
  const standing = one?.["Matric number"] ?? "";
  const { wrong } = await bring(
    fileOfStudents([
      { ...two, "JAMB Admission number": one?.["JAMB Admission number"] ?? "" },
      { ...three, "Email address": one?.["Email address"] ?? "" },
      { ...four, "JAMB Admission number": jamb },
      { ...five, "Email address": emailaddress },
      { ...one, "Last name": "Another" },
      { ...five, "JAMB Admission number": jamb, "Email address": emailaddress },
    ]),
    "?check=1",
  );
  expect(wrong).toEqual([
    { row: 2, sentences: [expect.stringContaining(`The student ${standing} has this JAMB number. If it is the same`)] },
    { row: 3, sentences: [expect.stringContaining(`The student ${standing} has this email address`)] },
    {
      row: 4,
      sentences: [expect.stringContaining("This JAMB number has an account with another email address. Look")],
    },
    { row: 5, sentences: [expect.stringContaining("This email address has an account with another JAMB number")] },
    { row: 6, sentences: [expect.stringContaining("Last name is corrected by two people")] },
  ]);
});

test("whoever has an account already keeps its phone number, also one that is changed in the same moment", async () => {
  const person = await signedInApplicant(portal);
  const { jamb } = await portal.db
    .selectFrom("applicant")
    .select("jamb")
    .where("_id", "=", person._id)
    .executeTakeFirstOrThrow();
  const row = studentRow(65_000);
  const file = { ...row, "JAMB Admission number": jamb, "Email address": person.emailaddress, "First name": "Aisha" };
  let asking: Promise<Record<string, unknown>> = Promise.resolve({});
  await portal.db.transaction().execute(async (trx) => {
    const phonenumber = "2348039876543";
    await trx.updateTable("applicant").set({ phonenumber }).where("_id", "=", person._id).execute();
    asking = bring(fileOfStudents([file as StudentRow]));
    expect(await untilWaiting(portal)).toBe(true);
  });
  expect(await asking).toMatchObject({ added: 1 });
  expect(await found(65_000)).toMatchObject({ phonenumber: "2348039876543" });
  await expectInvariants(portal.db);
});

test("what is missing is filled in by a second file, and opens the accounts", async () => {
  const rows = [70_000, 70_001].map((nth) => ({ ...studentRow(nth), "Phone number": "", "State of origin": "" }));
  expect(await bring(fileOfStudents(rows))).toMatchObject({ added: 2 });
  const account = () =>
    portal.db.selectFrom("student").select("applicant").where("matric", "=", "NCE/24/170000").execute();
  expect(await account()).toEqual([{ applicant: null }]);
  await registrar.get("/staff/ms_student");
  expect(await bring(fileOfStudents([70_000, 70_001].map(studentRow)))).toMatchObject({ added: 0, changed: 2 });
  expect(await account()).toEqual([{ applicant: expect.any(String) }]);
  expect(await found(70_000)).toMatchObject({ version: 2, stateoforigin: "Kogi" });
});

test("a row that only the database refuses holds up none beside it", async () => {
  const file = fileOfStudents([80_000, 80_001, 80_002].map(studentRow)).split("\n");
  const entry = file.map((line, at) => `${line},${["Level of entry", "200", "300", ""][at]}`).join("\n");
  const done = await bring(entry, "?partly=1");
  expect(done).toMatchObject({ added: 2, wrong: [{ row: 3, sentences: [expect.stringContaining("Level must not")] }] });
});

test("whoever reaches one department brings in its students only", async () => {
  const programmes = await portal.db
    .selectFrom("programme")
    .innerJoin("department", "department._id", "programme.department")
    .select(["programme.code", "department.code as department"])
    .execute();
  const { department = "" } = programmes.find((one) => one.code === "NCE-CRS-ENG") ?? {};
  const other = programmes.find((one) => one.department !== department);
  const head = await headOf(portal, department, ["students", "students.change", "programmes", "sessions"]);
  const rows = [90_000, 90_002, 90_004].map(studentRow);
  const file = [rows[0], { ...rows[1], Programme: "" }, { ...rows[2], Programme: other?.code ?? "" }];
  const done = await bring(fileOfStudents(file as typeof rows), "?partly=1", head);
  expect(done).toMatchObject({
    added: 1,
    wrong: [
      { row: 3, sentences: ["You may do this within your own department or college only"] },
      { row: 4, sentences: [expect.stringContaining("was not found")] },
    ],
  });
});

test("an account that is registered while its row comes in is met by a sentence, not by a fault", async () => {
  const row = studentRow(100_000);
  let asking: Promise<Record<string, unknown>> = Promise.resolve({});
  await portal.db.transaction().execute(async (trx) => {
    await trx
      .insertInto("applicant")
      .values({
        _id: newId(),
        firstname: "Aisha",
        lastname: "Bello",
        emailaddress: "meanwhile@example.com",
        phonenumber: "2348031234567",
        jamb: row["JAMB Admission number"] ?? "",
        verifiedAt: new Date().toISOString(),
      })
      .execute();
    asking = bring(fileOfStudents([row, studentRow(100_001)]), "?partly=1");
    expect(await untilWaiting(portal)).toBe(true);
  });
  expect(await asking).toMatchObject({
    added: 1,
    wrong: [{ row: 2, sentences: [expect.stringContaining("JAMB number")] }],
  });
});

test("a second file of students waits until the first is read", async () => {
  let asking: Promise<Record<string, unknown>> = Promise.resolve({});
  await portal.db.transaction().execute(async (trx) => {
    const { _id } = await trx
      .selectFrom("programme")
      .select("_id")
      .where("code", "=", "NCE-CRS-ENG")
      .executeTakeFirstOrThrow();
    await trx.selectFrom("programme").select("_id").where("_id", "=", _id).forUpdate().execute();
    asking = bring(fileOfStudents([studentRow(110_000)]));
    expect(await untilWaiting(portal)).toBe(true);
    expect(await bring(fileOfStudents([studentRow(110_001)]))).toMatchObject({ code: "import-under-way" });
  });
  expect(await asking).toMatchObject({ added: 1 });
});

test("a file names likely duplicates row by row, holds up no other, and takes them once they are said to be others", async () => {
  const rows = [120_000, 120_001, 120_002, 120_003].map(studentRow);
  const [first, second, third, fourth] = rows as [StudentRow, StudentRow, StudentRow, StudentRow];
  await bring(fileOfStudents([first]));
  const alike = { ...second, "First name": first["Last name"], "Last name": first["First name"] } as StudentRow;
  const file = fileOfStudents([
    { ...alike, "Middle name": first["Middle name"] ?? "", "Date of birth": first["Date of birth"] ?? "" },
    { ...third, "Phone number": fourth["Phone number"] ?? "" },
    fourth,
  ]);
  const done = await bring(file, "?partly=1");
  expect(done).toMatchObject({
    added: 1,
    wrong: [
      { row: 2, sentences: [expect.stringMatching(/Perhaps.*NCE\/24\/220000 .*same names and day of birth/)] },
      { row: 4, sentences: [expect.stringContaining("further up in this file (same phone number)")] },
    ],
  });
  const told = file
    .split("\n")
    .map((line, at) => `${line},${at === 0 ? "Another person" : "Yes"}`)
    .join("\n");
  expect(await bring(told)).toMatchObject({ added: 2, same: 1 });
  const apart = await portal.db.selectFrom("told_apart").select(["alike", "saidby"]).execute();
  expect(apart).toHaveLength(2);
  expect(apart[0]?.saidby).toBe(registrar._id);
});

test("two rows of one file with the same names in any order, one of them with a name more, are told apart by the day of birth", async () => {
  const rows = [130_000, 130_001, 130_002, 130_003].map(studentRow) as StudentRow[];
  const called = (names: readonly [last: string, first: string, middle: string], born: string) => ({
    "Last name": names[0],
    "First name": names[1],
    "Middle name": names[2],
    "Date of birth": born,
  });
  const done = await bring(
    fileOfStudents([
      { ...(rows[0] as StudentRow), ...called(["Adeyemi", "Bolaji", ""], "2003-04-05") },
      { ...(rows[1] as StudentRow), ...called(["Bolaji", "Grace", "Adeyemi"], "2003-04-05") },
      { ...(rows[2] as StudentRow), ...called(["Adeyemi", "Bolaji", "Grace"], "2003-04-06") },
      { ...(rows[3] as StudentRow), ...called(["Adeyemi", "Grace", "Tunde"], "2003-04-05") },
    ]),
    "?partly=1",
  );
  const said = expect.stringMatching(/Adeyemi Bolaji, further up in this file \(same names and day of birth\)/);
  expect(done).toMatchObject({ added: 3, wrong: [{ row: 3, sentences: [said] }] });
});
