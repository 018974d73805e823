import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { PageKey } from "#access/permission/permission.pages.rules.ts";
import { signedInApplicant } from "../../testing/applicant.ts";
import { coded } from "../../testing/bursar.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../testing/staff.ts";

let portal: TestPortal;
let registrar: StaffMember;
let acceptanceService: string;
let known: Record<"programme" | "department" | "college" | "session" | "staff" | "page_group", string>;

const pages = [
  ...["colleges", "departments", "programmes", "sessions", "staff", "deans", "heads", "application-fees"],
  ...["acceptance-fees", "tuition-fees", "tuition-lines", "fee-schedule", "other-services", "requirements"],
  ...["registration-windows", "page-groups", "sub-page-groups", "pages", "user-groups", "group-members"],
  ...["notifications", "students", "result-profiles", "steps"],
].flatMap((page) => [page, `${page}.change`]) as PageKey[];

beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, { pages });
  const any = async (table: "department" | "college" | "page_group") =>
    (await portal.db.selectFrom(table).select("_id").executeTakeFirstOrThrow())._id;
  const item = portal.db.selectFrom("acceptance_fee_item").select("serviceID").where("status", "=", true);
  acceptanceService = (await item.executeTakeFirstOrThrow()).serviceID;
  known = {
    programme: await coded(portal, "programme", "NCE-CRS-ENG"),
    session: await coded(portal, "session", "2026"),
    department: await any("department"),
    college: await any("college"),
    page_group: await any("page_group"),
    staff: (await staffMember(portal, { lastname: "Colleague" }))._id,
  };
});
afterAll(() => portal.stop());

const person = { firstname: "Ngozi", lastname: "Bala", emailaddress: "ngozi.bala@example.com" };

/** Specification 3, field by field: of each record what it names and nothing else. */
const creates: readonly (readonly [noun: string, form: () => object])[] = [
  ["college", () => ({ code: "SPEC", name: "School of Specification", status: true, isacademic: true })],
  [
    "department",
    () => ({ college: known.college, code: "SPC", name: "Specification", status: true, isacademic: true }),
  ],
  [
    "programme",
    () => ({
      department: known.department,
      code: "SPC-ENG",
      name: "Specification and English",
      status: true,
      minunit: 18,
      maxunit: 24,
    }),
  ],
  ["dean_assignment", () => ({ staff: known.staff, college: known.college })],
  ["head_assignment", () => ({ staff: known.staff, department: known.department })],
  ["staff", () => ({ ...person, maritalstatus: "Single", dateofbirth: "1988-04-02", phonenumber: "08031234567" })],
  ["session", () => ({ name: "2031/2032", code: "2031", status: false, admission: false, semester: 1 })],
  [
    "application_fee_item",
    () => ({ programme: known.programme, name: "Library", status: true, serviceTypeID: "4430731", amount: 500 }),
  ],
  ["acceptance_fee", () => ({ description: "Hostel form", amount: 500, serviceID: acceptanceService, status: true })],
  ["admission_requirement", () => ({ programme: known.programme, label: "Attestation", status: true, required: true })],
  [
    "tuition_fee_item",
    () => ({
      programme: known.programme,
      level: 700,
      semester: 1,
      serviceID: "4430733",
      indigene: true,
      status: true,
      isnewstudent: false,
    }),
  ],
  [
    "programme_tuition_fee_item",
    () => ({ programme: known.programme, label: "Sports", status: true, indigene: true, amount: 500 }),
  ],
  ["schedule_of_fee_item", () => ({ label: "Identity card", amount: 500, status: true })],
  [
    "other_service",
    () => ({
      serviceid: "4430734",
      amount: 500,
      label: "Attested copy",
      description: "A copy of a certificate",
      status: true,
    }),
  ],
  ["registration_window", () => ({ start: "2035-01-10", late: "2035-01-20", end: "2035-01-30", hodapproval: true })],
  ["page_group", () => ({ name: "Specification" })],
  ["sub_page_group", () => ({ pagegroup: known.page_group, name: "Specification" })],
  [
    "page",
    () => ({
      pagegroup: known.page_group,
      link: "https://example.com/specification",
      name: "Specification",
      title: "The specification",
      visible: true,
    }),
  ],
  ["user_group", () => ({ name: "Readers of the specification" })],
  ["result_profile", () => ({ name: "Specification points", description: "As specified", status: true })],
  ["score_band", () => ({ from: 0, to: 100, point: 1, grade: "P" })],
  ["step", () => ({ level: 100, semester: 1, step: 1 })],
  ["student", () => ({ firstname: "Ngozi", lastname: "Bala", emailaddress: "ngozi.bala@example.com" })],
];

test.each(creates)("a new %s with exactly the specification's fields is accepted", async (noun, form) => {
  const { status, body } = await registrar.post(`/staff/ms_${noun}`, form());
  expect([status, body]).toEqual([200, expect.objectContaining({ type: "success" })]);
});

test("what the portal adds itself is the session that admits, or the semester that runs", async () => {
  const one = async (noun: string, word: string) =>
    (await registrar.get(`/staff/ms_${noun}?q=${word}&limit=100`)).body.list[0];
  expect((await one("application_fee_item", "library")).session._id).toBe(known.session);
  expect((await one("admission_requirement", "attestation")).session._id).toBe(known.session);
  const { list: windows } = (await registrar.get("/staff/ms_registration_window?limit=100")).body;
  const window = windows.find(({ start }: { start: string }) => start === "2035-01-10");
  const running = await portal.db
    .selectFrom("session")
    .selectAll()
    .where("status", "=", true)
    .executeTakeFirstOrThrow();
  expect([window.session._id, window.semester]).toEqual([running._id, running.semester]);
  expect(await one("programme", "specification")).toMatchObject({
    award: "NCE",
    admits: true,
    modes: ["JAMB UTME", "Transfer", "Direct Entry"],
  });
  expect(await one("staff", "ngozi")).toMatchObject({
    title: null,
    foldernumber: expect.stringMatching(/^NEW-/),
    status: "Active",
  });
});

test("a group is given a member by the two fields of the specification", async () => {
  const { list } = (await registrar.get("/staff/ms_user_group?q=readers")).body;
  const form = { staff: known.staff, group: list[0]._id };
  expect((await registrar.post("/staff/ms_group_member", form)).body.type).toBe("success");
});

test("a change may leave out what the portal added, and keeps it", async () => {
  const { list } = (await registrar.get("/staff/ms_programme?q=specification")).body;
  const form = { department: known.department, code: "SPC-ENG", name: "Specification, English", status: true };
  const { body } = await registrar.put(`/staff/ms_programme/${list[0]._id}`, { ...form, minunit: 18, maxunit: 24 });
  expect(body.type).toBe("success");
  expect((await registrar.get(`/staff/ms_programme/${list[0]._id}`)).body).toMatchObject({
    award: "NCE",
    admits: true,
  });
});

test("without a session that admits, the session is asked for in words", async () => {
  await portal.db.updateTable("session").set({ admission: false }).where("_id", "=", known.session).execute();
  const { status, body } = await registrar.post("/staff/ms_schedule_of_fee_item", {
    label: "Caution fee",
    amount: 500,
    status: true,
  });
  expect([status, body.code, body.errors]).toEqual([200, "field-required", { session: "Session is required" }]);
  await portal.db.updateTable("session").set({ admission: true }).where("_id", "=", known.session).execute();
});

test("what only the deeds Run and Admit change is refused in a sentence that names the deed", async () => {
  const form = { name: "2032/2033", code: "2032", semester: 1 };
  const { status, body } = await registrar.post("/staff/ms_session", { ...form, status: true, admission: true });
  expect([status, body.type]).toEqual([200, "error"]);
  expect([body.code, body.errors]).toEqual([
    "only-deeds-change-this",
    {
      status: expect.stringContaining("Run"),
      admission: expect.stringContaining("Admit"),
    },
  ]);
  const { list } = (await registrar.get("/staff/ms_session?q=2026")).body;
  const { code, name, semester, opens, closes, admission } = list[0];
  const same = await registrar.put(`/staff/ms_session/${list[0]._id}`, {
    code,
    name,
    semester,
    opens,
    closes,
    admission,
  });
  expect(same.body.type).toBe("success");
});

test("a student's status changes by status and reason alone, for the student who was picked", async () => {
  const officer = await staffMember(portal, { pages: ["students", "students.change", "student-status.change"] });
  const { _id } = (await officer.post("/staff/ms_student", { ...person, emailaddress: "picked@example.com" })).body;
  const { student } = (await officer.post("/staff/ms_student_selection", { student: _id })).body;
  const { body } = await officer.post("/staff/ms_student_status", {
    student: student._id,
    status: "Deferred",
    reason: "Treatment abroad",
  });
  expect(body.type).toBe("success");
});

test("a notification of a text alone stands on the portal of everybody, and no mail goes out uncounted", async () => {
  const person = await staffMember(portal, { pages: ["notifications", "notifications.change"] });
  await signedInApplicant(portal);
  const { body } = await person.post("/staff/ms_notification", { post: "Lectures begin on Monday\nCome early" });
  expect(body.type).toBe("success");
  expect((await person.get("/staff/ms_notification")).body.list).toMatchObject([
    { title: "Lectures begin on Monday", channel: "Portal", towhom: "Applicants and students, 2026/2027" },
  ]);
  const mailed = await person.post("/staff/ms_notification", { post: "Come early", channel: "E-mail" });
  expect(mailed.body.type).toBe("error");
  const empty = await person.post("/staff/ms_notification", {});
  expect([empty.status, empty.body.code, empty.body.errors]).toEqual([
    500,
    "form-invalid",
    { post: "Notice is required" },
  ]);
});
