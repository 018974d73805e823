import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { everyCall } from "../../../testing/every-call.ts";
import { type FullApplicant, fullApplicant } from "../../../testing/full-applicant.ts";
import { payer } from "../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { billedStudent } from "../../../testing/student.ts";
import { granted } from "../../../testing/walk.ts";
import { openedBy } from "./file-opening.server.ts";

let portal: TestPortal;
let person: FullApplicant;
let officer: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  person = await fullApplicant(portal, 8_700_001);
  officer = await staffMember(portal, { pages: ["applications", "help-desk", "students", "exports", "payments"] });
  auditor = await staffMember(portal, { pages: ["file-openings"] });
}, 60_000);
afterAll(() => portal.stop());

const lines = async (query = "") =>
  (await granted(auditor.get(`/staff/ms_file_opening${query}`))).body.list as {
    staff: { _id: string };
    whose: string;
    record: string;
    address: string;
  }[];

test("who opens a file leaves a line: who, whose, what, from where; once a quarter of an hour, and none for a list", async () => {
  await granted(officer.get("/staff/ms_review"));
  await granted(officer.get(`/staff/ms_help_desk?q=${person.person.registration.jamb}`));
  expect(await lines()).toEqual([]);
  for (let time = 0; time < 2; time += 1) {
    await granted(officer.get(`/staff/ms_review/${person.application}/file`));
    await granted(officer.get(`/staff/ms_help_desk/${person._id}`));
  }
  const found = await lines();
  expect(found.map(({ record }) => record).sort()).toEqual(["Application", "Help desk"]);
  const { firstname, lastname, jamb } = person.person.registration;
  for (const { staff, whose, address } of found) {
    expect(staff._id).toBe(officer._id);
    expect(whose).toContain(firstname);
    expect(whose).toContain(`${lastname}, ${jamb}`);
    expect(address).toMatch(/127\.0\.0\.1|::1/);
  }
  await sql`update portal.file_opening set "createdAt" = now() - interval '16 minutes'`.execute(portal.db);
  await granted(officer.get(`/staff/ms_help_desk/${person._id}`));
  expect(await lines()).toHaveLength(3);
});

test("whoever may not read a file, and a file that is not there, leave no line", async () => {
  const before = await lines();
  const other = await staffMember(portal, { pages: ["dashboard"] });
  expect((await other.get(`/staff/ms_help_desk/${person._id}`)).status).toBe(403);
  expect((await officer.get("/staff/ms_help_desk/01900000-0000-7000-8000-000000000000")).status).toBe(404);
  expect((await officer.get("/staff/ms_student/01900000-0000-7000-8000-000000000000")).status).toBe(404);
  expect(await lines()).toEqual(before);
});

test("the dossier, a payment and the record of a student are files too", async () => {
  const student = await billedStudent(portal);
  const paying = await payer(portal);
  const { _id } = await paying.reference();
  await granted(officer.get(`/staff/ms_student/${student.student}`));
  await granted(officer.get(`/staff/ms_payment/${_id}`));
  expect((await officer.get(`/staff/ms_review/${person.application}/dossier`)).status).toBe(200);
  const records = (await lines(`?staff=${officer._id}`)).map(({ record }) => record);
  expect(records).toEqual(expect.arrayContaining(["Student", "Payment", "Application"]));
});

test("the auditor finds whose files were opened by name and number, a page at a time, and takes the list as a file", async () => {
  const { lastname, jamb } = person.person.registration;
  const found = await lines(`?q=${jamb}`);
  expect(found.length).toBeGreaterThan(2);
  expect(new Set(found.map(({ whose }) => whose.endsWith(jamb)))).toEqual(new Set([true]));
  expect(await lines(`?q=${lastname}%20${jamb}`)).toHaveLength(found.length);
  expect(await lines("?q=Nobodyiscalledso")).toEqual([]);
  const file = await auditor.get("/staff/ms_file_opening/export");
  expect(file.status).toBe(200);
  expect(String(file.body)).toContain(jamb);
  expect((await officer.get("/staff/ms_file_opening")).status).toBe(403);
});

test("the owner reads in the own data when the office opened the file, and who, and nothing of others", async () => {
  const password = person.person.registration.password;
  const { data } = (await granted(person.post("/ms_applicant/own_data/copy", { password }))).body;
  const own = await lines(`?q=${person.person.registration.jamb}`);
  expect(data.fileopenings).toHaveLength(own.length);
  for (const line of data.fileopenings)
    expect(line).toEqual({ at: expect.stringMatching(/^\d{4}-/), by: expect.stringMatching(/\w+ \w+/) });
});

test("what cannot be written down is not shown", async () => {
  await sql`update portal.file_opening set "createdAt" = now() - interval '1 hour'`.execute(portal.db);
  await sql`alter table portal.file_opening add constraint shut check (false) not valid`.execute(portal.db);
  const { status, body } = await officer.get(`/staff/ms_help_desk/${person._id}`);
  await sql`alter table portal.file_opening drop constraint shut`.execute(portal.db);
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain(person.person.registration.lastname);
});

/** By the noun of the call: whose page is about many, about nobody, or about people who have no account here. */
const nobodys = [
  ...["audit", "outgoing_mail", "export", "college", "department", "programme", "page", "page_group", "sub_page_group"],
  ...["user_group", "group_member", "group_permission", "user_permission", "staff", "idle_account", "dean_assignment"],
  ...["head_assignment", "session_opening", "session", "registration_window", "intake", "application_fee_item"],
  ...["acceptance_fee", "tuition_fee_item", "programme_tuition_fee_item", "schedule_of_fee_item", "other_service"],
  ...["day_book", "statement", "statement_line", "statement_missing", "statement_line_taken_back", "reconciliation"],
  ...[
    "discrepancy",
    "fee_waiver",
    "admission_requirement",
    "jamb_list",
    "jamb_course",
    "jamb_candidate",
    "caps_return",
  ],
  ...["screening_score", "caps_proposal", "review_item", "promised_day", "merit_run", "merit_caps", "screening_day"],
  ...[
    "screening",
    "letter_template",
    "release_source",
    "replacement",
    "release",
    "reason_count",
    "group_payment",
    "course",
  ],
  ...[
    "clearance_item",
    "matriculation_counter",
    "hand_over",
    "instalment",
    "late_charge",
    "topic",
    "material",
    "my_course",
  ],
  ...["bill_adjustment", "loan_receipt", "loan_booking", "outgoing_list", "outside_step", "sponsor", "sponsorship"],
  ...["course_allocation", "practice_school", "practice_round", "room", "teaching_semester", "timetable_entry"],
  ...["exam_timetable", "exam_period", "contact", "result_profile", "score_band", "result_profile_use", "step"],
  ...[
    "score_sheet",
    "score_deadline",
    "programme_range",
    "moderation",
    "publication_batch",
    "publication",
    "progression",
  ],
  ...["graduation", "exit_item", "banner", "class_notice", "notification", "impossible_state", "message_template"],
  ...[
    "translation",
    "api_key",
    "web_hook",
    "web_delivery",
    "admission_statistics",
    "statistics_schedule",
    "file_opening",
  ],
  // Whom a breach concerns is a list, and its file stands under Exports.
  "data_breach",
  // Two people stand beside each other: each one's own file is one press further.
  ...["duplicate_pair", "student_merge"],
];

test("every page of one row opens somebody's file, or is said to be nobody's; a new one fails here", async () => {
  const reads = everyCall(portal, "/api/staff/").filter(({ method, url }) => method === "GET" && url.includes("/:"));
  expect(reads.length).toBeGreaterThan(200);
  const unsaid: string[] = [];
  const said = new Set<string>();
  for (const { url, guard } of reads) {
    const noun = /ms_(\w+)/.exec(url)?.[1] ?? "";
    // The history of a row and a part of it are read beside the row itself.
    if (guard === "staff" || url.endsWith("/history")) continue;
    const opened = await openedBy(portal.app, "GET", url);
    if (opened) said.add(noun);
    else if (!nobodys.includes(noun)) unsaid.push(url);
  }
  expect(unsaid.filter((url) => !said.has(/ms_(\w+)/.exec(url)?.[1] ?? ""))).toEqual([]);
});
