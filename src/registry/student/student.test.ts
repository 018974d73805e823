import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { coded } from "../../../testing/bursar.ts";
import { headOf } from "../../../testing/head.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
let registrar: StaffMember;
let usual: Record<string, unknown>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, {
    pages: ["students", "students.change", "settings", "settings.change"],
  });
  usual = {
    firstname: "Amina",
    lastname: "Yusuf",
    programme: await coded(portal, "programme", "NCE-CRS-ENG"),
    session: await coded(portal, "session", "2026"),
    type: "JAMB UTME",
    level: 200,
    semester: 1,
    gender: "Female",
    stateoforigin: "Kogi",
  };
});
afterAll(() => portal.stop());

const path = "/staff/ms_student";
let nth = 0;
const student = (more: Record<string, unknown> = {}) => {
  nth += 1;
  return {
    ...usual,
    matric: `NCE/24/${1000 + nth}`,
    emailaddress: `student${nth}@example.com`,
    phonenumber: `080312345${10 + nth}`,
    jamb: `2024${10_000_000 + nth}AB`,
    ...more,
  };
};
const added = async (form: object) => {
  const { body } = await registrar.post(path, form);
  expect(body).toMatchObject({ type: "success" });
  return (await registrar.get(`${path}/${body._id}`)).body;
};
const account = (jamb: string) =>
  portal.db.selectFrom("applicant").selectAll().where("jamb", "=", jamb).executeTakeFirst();

test("a student who is complete has an account without a password, and is an indigene of a home state", async () => {
  await registrar.put("/staff/ms_setting/homeStates", { value: "Kogi\nKwara" });
  const form = student();
  expect(await added(form)).toMatchObject({ matric: form.matric, indigene: true, entrylevel: 200, status: "Active" });
  expect(await account(form.jamb)).toMatchObject({
    emailaddress: form.emailaddress,
    password: null,
    verifiedAt: expect.any(String),
  });
  expect(await added(student({ stateoforigin: "Lagos" }))).toMatchObject({ indigene: false });
});

test("a home state that is none, and a number that would call two students, are refused in a sentence", async () => {
  const put = async (name: string, value: string) => (await registrar.put(`/staff/ms_setting/${name}`, { value })).body;
  expect((await put("homeStates", "Kogi\nBiafra")).message).toContain("Biafra is no state");
  expect((await put("matricTemplate", "{programme}/{yy}")).message).toContain("{serial}");
  expect((await put("matricTemplate", "{programme}/{serial:4}")).message).toContain("{year}, {yy} or {session}");
  expect((await put("matricTemplate", "{faculty}/{serial}")).message).toContain("{faculty} is not known");
  expect((await put("matricTemplate", "NCE {programme}/{yy}/{serial}")).message).toContain("letters, figures");
  expect((await put("matricTemplate", "COE/{programme}/{year}/{serial:5}")).type).toBe("success");
});

test("what is missing may be filled in, and opens the account; what stands is corrected by two people", async () => {
  const whole = student();
  const { phonenumber: _, ...lacking } = whole;
  const made = await added(lacking);
  expect(await account(whole.jamb)).toBeUndefined();
  const { body } = await registrar.put(`${path}/${made._id}`, whole);
  expect(body.type).toBe("success");
  expect(await account(whole.jamb)).toBeDefined();
  const refused = await registrar.put(`${path}/${made._id}`, { ...whole, lastname: "Bello", level: 300 });
  expect(refused.body).toMatchObject({
    code: "corrected-by-two",
    errors: { lastname: expect.stringContaining("two people"), level: expect.any(String) },
  });
});

test("of whom only the name and the address are known is shown in the list, with the rest of them", async () => {
  const { _id } = await added({ firstname: "Zainab", lastname: "Nameonly", emailaddress: "zainab.only@example.com" });
  const { status, body } = await registrar.get(`${path}?q=nameonly`);
  expect([status, body.list]).toEqual([200, [expect.objectContaining({ _id, level: null, entrylevel: null })]]);
});

test("a student's record is never deleted", async () => {
  const made = await added(student());
  const { body } = await registrar.delete(`${path}/${made._id}`, { delete: "Delete" });
  expect(body).toMatchObject({ type: "error", code: "record-kept" });
});

test("an account is one living student's, and an address or number of another account is refused at its field", async () => {
  const first = student();
  await added(first);
  const same = await registrar.post(path, { ...first, matric: "NCE/24/9999" });
  expect(same.body).toMatchObject({ type: "error", code: "student-already" });
  const address = await registrar.post(path, student({ emailaddress: first.emailaddress }));
  expect(address.body).toMatchObject({ code: "address-taken", errors: { emailaddress: expect.any(String) } });
  const number = await registrar.post(path, student({ jamb: first.jamb }));
  expect(number.body).toMatchObject({
    code: "student-already",
    errors: { jamb: expect.stringContaining(first.matric) },
  });
  const matric = await registrar.post(path, student({ matric: first.matric.toLowerCase() }));
  expect(matric.body).toMatchObject({ code: "value-taken", errors: { matric: expect.any(String) } });
});

test("the office finds a student by matric number, JAMB number, phone, address and name; so does the palette", async () => {
  const form = student({ lastname: "Okonkwo", firstname: "Ifeoma" });
  const { _id } = await added(form);
  for (const word of [form.matric, form.jamb, form.phonenumber, form.emailaddress, "ifeoma okonkwo"])
    expect((await registrar.get(`${path}?q=${encodeURIComponent(word)}`)).body.list).toMatchObject([{ _id }]);
  expect((await registrar.get(`/staff/ms_palette?q=${encodeURIComponent(form.matric)}`)).body).toMatchObject([
    { noun: "student", link: `/staff/students/${_id}` },
  ]);
});

test("an address that the account changes is the student's too", async () => {
  const form = student();
  const { _id } = await added(form);
  await portal.db
    .updateTable("applicant")
    .set({ emailaddress: "new@example.com" })
    .where("jamb", "=", form.jamb)
    .execute();
  expect((await registrar.get(`${path}/${_id}`)).body.emailaddress).toBe("new@example.com");
});

test("whoever reaches one department sees its students only", async () => {
  const head = await staffMember(portal, { pages: ["students"], scope: "department" });
  expect((await head.get(path)).body.list).toEqual([]);
});

test("whoever reaches one department is told of its students only, where some are alike", async () => {
  const born = { lastname: "Lawal", dateofbirth: "2002-02-03" };
  const [here, near, far] = [
    await added(student({ ...born, firstname: "Musa" })),
    await added(student({ ...born, firstname: "Sani" })),
    await added(student({ ...born, firstname: "Bala", programme: await coded(portal, "programme", "NCE-AGE-DM") })),
  ];
  await portal.db.updateTable("student").set({ firstname: "Musa" }).where("_id", "in", [near._id, far._id]).execute();
  const head = await headOf(portal, "CRS", ["students", "student-merges"]);
  const alike = async (who: StaffMember) =>
    (await granted(who.get(`/staff/ms_student_merge/student/${here._id}`))).body.alike.map(
      (one: { student: string }) => one.student,
    );
  expect((await alike(await staffMember(portal, { pages: ["students", "student-merges"] }))).toSorted()).toEqual(
    [near._id, far._id].toSorted(),
  );
  expect(await alike(head)).toEqual([near._id]);
});

test("whoever may be on record already is shown first, and a second record is made only of another person", async () => {
  const born = { dateofbirth: "2003-04-05" };
  const first = student({ lastname: "Adeyemi", firstname: "Bolaji", middlename: "Grace", ...born });
  const { _id: other } = await added(first);
  const again = student({ lastname: "Grace", firstname: "Adeyemi", ...born, phonenumber: first.phonenumber });
  expect((await registrar.post(path, again)).body).toMatchObject({
    type: "error",
    code: "likely-duplicate",
    errors: {
      anotherperson: expect.stringContaining(
        `${first.matric} Adeyemi Bolaji Grace, Active (same names and day of birth, same phone number)`,
      ),
    },
  });
  expect((await registrar.post(path, { ...again, anotherperson: false })).body.code).toBe("likely-duplicate");
  const made = await added({ ...again, anotherperson: true });
  expect(await portal.db.selectFrom("told_apart").selectAll().execute()).toMatchObject([
    { student: made._id, other, saidby: registrar._id, alike: ["same names and day of birth", "same phone number"] },
  ]);
  await added(student({ lastname: "Adeyemi", firstname: "Tunde", ...born }));
});

test("a matric number that only looks like another is refused, and one in wide letters is that other", async () => {
  await added(student({ matric: "NCE/24/1" }));
  const like = async (matric: string) => (await registrar.post(path, student({ matric }))).body.errors?.matric;
  for (const matric of ["N\u0421E/24/1", "NCE/24/\u00AD1", "NCE/24/ 1", "NCE/24/  1", "+1+1", "=1"])
    expect(await like(matric)).toBeTypeOf("string");
  expect(await like("NCE/24/ 1")).toContain("Matric number must be letters and digits");
  expect(await like("\uFF2E\uFF23\uFF25/24/1")).toBe("Another student has this matric number already");
});
