import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { everyNoun } from "#app/server/nouns.server.ts";
import type { Field } from "#console/record/record.facts.rules.ts";
import { caller } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { dataClasses } from "./processing-record.classes.rules.ts";
import {
  identifyingColumns,
  plainColumns,
  secretColumns,
  sensitiveColumns,
  wordColumns,
} from "./processing-record.columns.rules.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
}, 60_000);
afterAll(() => portal.stop());

const columns = async () =>
  (
    await sql<{ table: string; column: string; kind: string }>`
      select c.table_name as "table", c.column_name as "column", c.data_type as kind from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'portal' and t.table_type = 'BASE TABLE'`.execute(portal.db)
  ).rows;

/** Tables that say nothing of any person beyond who of the office made a row. */
const tablesOfNobody: readonly string[] = [
  ...[
    "acceptance_fee_item",
    "admission_requirement",
    "admission_statistics",
    "api_key",
    "api_key_use",
    "application_fee_item",
  ],
  ...[
    "banner",
    "base_backup",
    "brand",
    "brand_picture",
    "caps_word",
    "certificate_counter",
    "class_of_pass",
    "clearance_item",
    "college",
  ],
  ...[
    "contact",
    "course",
    "course_class",
    "course_version",
    "day_book",
    "day_book_reopening",
    "data_breach",
    "department",
    "event_source",
  ],
  ...["exam_period", "examination", "examination_hall", "exit_item", "graduation", "group_permission", "hand_over"],
  ...[
    "impossible_check",
    "impossible_state",
    "instalment",
    "intake",
    "jamb_course",
    "jamb_difference_look",
    "jamb_list",
  ],
  ...[
    "job_worker",
    "late_charge",
    "letter_template",
    "material",
    "matriculation_counter",
    "matriculation_stepped_over",
  ],
  ...["merit_edge", "merit_programme", "merit_run", "merit_scheme", "moderation", "national_need_look", "nudge_words"],
  ...["other_service", "outside_step", "page", "page_group", "paper_key", "payment_edge", "payment_exception_kind"],
  ...["practice_round", "programme", "programme_range", "programme_tuition_fee_item", "progression", "promised_day"],
  ...[
    "publication",
    "publication_batch",
    "publication_recall",
    "retention_proposal",
    "reconciliation",
    "registration_window",
    "release",
  ],
  ...["release_edge", "release_hand", "result_profile", "result_profile_use", "review_edge", "review_item", "room"],
  ...["schedule_of_fee_item", "score_band", "score_deadline", "score_reminder", "score_sheet", "score_sheet_step"],
  ...["screening_day", "screening_slot", "session", "setting", "signing_key", "sms_day", "standing_rule"],
  ...["statistics_schedule", "step", "sub_page_group", "table_map", "teaching_semester", "template_version"],
  ...["timetable_change", "timetable_entry", "topic", "translation", "tuition_fee_item", "user_group", "web_hook"],
];

const ofPeople = dataClasses.flatMap(({ tables }) => tables);

test("every table has a class once, and a new one fails here until it is said whose data it holds", async () => {
  const classed = [...ofPeople, ...tablesOfNobody];
  const standing = [...new Set((await columns()).map(({ table }) => table))];
  expect(standing.filter((table) => !classed.includes(table))).toEqual([]);
  expect(classed.filter((table) => !standing.includes(table))).toEqual([]);
  expect(classed.filter((table, at) => classed.indexOf(table) !== at)).toEqual([]);
});

/** What says nothing of anybody by itself: keys, numbers, yes or no, moments. */
const dumb = ["uuid", "boolean", "bigint", "integer", "smallint", "numeric", "interval", "timestamp with time zone"];

test("every column of text, day or document in a table of people has a class, and a new name fails here", async () => {
  const classed = [...identifyingColumns, ...sensitiveColumns, ...secretColumns, ...wordColumns, ...plainColumns];
  expect(classed.filter((name, at) => classed.indexOf(name) !== at)).toEqual([]);
  const found = (await columns()).filter(({ kind }) => !dumb.includes(kind));
  const people = found.filter(({ table }) => ofPeople.includes(table));
  expect(people.filter(({ column }) => !classed.includes(column))).toEqual([]);
  const known = new Set(people.map(({ column }) => column));
  expect(classed.filter((name) => !known.has(name))).toEqual([]);
});

/** Numbers of things, which are called as people's are. */
const ofThings = ["search", "address", "network", "serial", "recipient", "agent", "rrr"];

test("what finds a person stands in no table that is said to hold nobody's data", async () => {
  const finding = [...identifyingColumns, ...sensitiveColumns].filter((name) => !ofThings.includes(name));
  const wrong = (await columns()).filter(
    ({ table, column }) => tablesOfNobody.includes(table) && finding.includes(column),
  );
  // A number that was stepped over is nobody's.
  expect(wrong).toEqual([{ table: "matriculation_stepped_over", column: "matric", kind: "text" }]);
});

test("religion stands in no list of the office, so in no file that leaves it", () => {
  const lists = everyNoun.flatMap(({ records = [], assignments = [], listings = [] }) => [
    ...records,
    ...assignments,
    ...listings,
  ]);
  expect(lists.length).toBeGreaterThan(100);
  const shown = lists.flatMap(({ of }) => of.shown.map((field: Field) => ({ list: of.noun, name: field.name })));
  expect(shown.filter(({ name }) => sensitiveColumns.includes(name))).toEqual([]);
});

test("the record of processing tells each class with the rules in force, as a page and as a file; the officer stands on the notice", async () => {
  const reader = await staffMember(portal, { pages: ["processing-record", "settings", "settings.change"] });
  const read = async () => (await granted(reader.get("/staff/ms_processing_record"))).body;
  const before = await read();
  expect(before.officer).toBeNull();
  expect(before.classes.map(({ name }: { name: string }) => name)).toEqual(dataClasses.map(({ name }) => name));
  const papers = (from: typeof before) => from.classes[1].kept;
  expect(papers(before)).toContain("Papers of who was not admitted: no rule is in force");
  const { rows: staff } = await sql<{ _id: string }>`select _id from portal.staff limit 2`.execute(portal.db);
  await sql`insert into portal.retention_proposal (_id, kind, days, count, reason, proposedby, state, decidedby, "decidedAt")
    values (gen_random_uuid(), 'unsuccessful-papers', 120, 0, 'As the notice says', ${staff[0]?._id}, 'Approved', ${staff[1]?._id}, now())`.execute(
    portal.db,
  );
  expect(papers(await read())).toContain("Papers of who was not admitted: 120 days from");

  const visitor = caller(portal);
  expect((await visitor.get("/data_officer")).body).toEqual({ officer: null });
  await granted(reader.put("/staff/ms_setting/dataOfficer", { value: "Mrs Amina Sule, dpo@example.edu.ng" }));
  expect((await visitor.get("/data_officer")).body).toEqual({ officer: "Mrs Amina Sule, dpo@example.edu.ng" });
  expect((await read()).officer).toBe("Mrs Amina Sule, dpo@example.edu.ng");
  const file = await reader.get("/staff/ms_processing_record/export");
  expect(String(file.body)).toContain("Payments and accounts");
  expect((await (await staffMember(portal, { pages: ["dashboard"] })).get("/staff/ms_processing_record")).status).toBe(
    403,
  );
});
