import { sql } from "kysely";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import { phone } from "../testing/browser.ts";
import { lostFiles } from "../testing/draft-forms.ts";
import { draftHolds, keptDrafts } from "../testing/drafts.ts";
import { fivePoints } from "../testing/five-points.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { type ClassWithSheet, classWithSheet } from "../testing/score-sheet.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { granted } from "../testing/walk.ts";

// A lecturer types marks as in a spreadsheet, pastes some, loses the network and types on; then fills the signed spreadsheet. The office
// types on the same sheet meanwhile.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  await fivePoints(journey.portal);
});
afterAll(() => journey.stop());

const looksRight = looksRightIn("marks");

type Person = Awaited<ReturnType<typeof staffAt>>;

const cell = ({ page }: Person, nth: number, field: "ca" | "examination") =>
  page.locator(`[data-cell="${nth}:${field}"]`);

const storedScores = async ({ sheet, students }: ClassWithSheet) => {
  const { rows } = await sql<{ student: string; text: string }>`
    select student, coalesce(code, concat(ca, '/', examination)) as text from portal.score where sheet = ${sheet}`.execute(
    journey.portal.db,
  );
  const known = new Map(rows.map(({ student, text }) => [student, text]));
  return students.map((student) => known.get(student)?.replace(/^\/$/, "") ?? "");
};

const putInCharge = ({ lecturer }: ClassWithSheet) =>
  sql`update portal.course_allocation set incharge = true where staff = ${lecturer._id}`.execute(journey.portal.db);

async function pastes(who: Person, text: string): Promise<void> {
  await who.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await who.page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await who.page.keyboard.press("Control+V");
}

test("marks are typed by the keyboard, pasted, and typed on without a network; all are saved", async () => {
  const of = await classWithSheet(journey.portal, "CRS 131", 8, { name: "Introduction to the Prophets" });
  const who = await staffAt(journey, of.lecturer);
  await who.opens(`/staff/my-courses/${of.class}`);
  await who.follows("Marks");
  await who.sees("Marks of CRS 131", "0 of 8 typed", "Saved as you type");
  await looksRight(who, "empty");
  const { keyboard } = who.page;
  await cell(who, 0, "ca").focus();
  // CA, examination and the next student by Tab; down by Enter; what is typed replaces what stands.
  for (const key of [
    "2",
    "5",
    "Tab",
    "4",
    "1",
    "Tab",
    "3",
    "9",
    "ArrowRight",
    "5",
    "8",
    "Enter",
    "a",
    "b",
    "s",
    "Enter",
  ])
    await keyboard.press(key);
  await who.sees("3 of 8 typed", /Saved \d+:\d\d [ap]m/);
  expect(await storedScores(of)).toEqual(["25/41", "39/58", "Absent", "", "", "", "", ""]);
  await keyboard.type("61");
  await who.sees("Examination must be at most 60; 61 was typed", "1 row is not right yet");
  await looksRight(who, "wrong");
  await keyboard.press("Escape");
  await who.sees(/^Saved \d/);
  await keyboard.press("Control+z");
  await who.sees("1 row is not right yet");
  await keyboard.press("Escape");
  await keyboard.press("ArrowLeft");
  await pastes(who, "12\t30\n13\t\n14\t32");
  await who.sees("Pasted for 3 students; Ctrl+Z takes it back", "5 of 8 typed");
  await keyboard.press("Control+z");
  await who.sees("3 of 8 typed");
  const { rows } = await sql<{
    matric: string;
  }>`select matric from portal.student where _id = ${of.students[7]}`.execute(journey.portal.db);
  await pastes(who, `Matric\tName\tCA\tExam\n${rows[0]?.matric}\tSomebody\t31\t44\nNCE/none\tNobody\t1\t2`);
  await who.sees("NCE/none is not in the class", "4 of 8 typed");
  await expect.poll(() => storedScores(of)).toEqual(["25/41", "39/58", "Absent", "", "", "", "", "31/44"]);

  who.expects(lostFiles);
  who.expects(/^dialog/);
  await who.context.setOffline(true);
  await cell(who, 3, "ca").focus();
  for (const key of ["1", "0", "Tab", "2", "0", "Tab", "1", "1", "Tab", "2", "1"]) await keyboard.press(key);
  await who.sees("Waiting for the network: 2 marks on this device", "6 of 8 typed");
  await draftHolds(who.page, /^score-sheet:/, '"21"');
  await looksRight(who, "offline");
  // The office types one of them meanwhile.
  const { list } = (await granted(of.officer.get(`${of.path}/sheet`))).body;
  const theirs = { student: of.students[4], ca: 15, examination: 21, version: list[4].version };
  await granted(of.officer.put(`${of.path}/scores`, { marks: [theirs] }));
  await who.context.setOffline(false);
  await who.page.reload();
  await who.sees("1 mark differs from another's", /Mrs Hauwa Bello typed 15 and 21/);
  await looksRight(who, "differs");
  await who.presses(/^Keep mine/);
  await who.sees("6 of 8 typed", /Saved \d+:\d\d [ap]m/);
  await expect.poll(() => storedScores(of)).toEqual(["25/41", "39/58", "Absent", "10/20", "11/21", "", "", "31/44"]);
  await expect.poll(() => keptDrafts(who.page)).toEqual([]);
  await who.presses("Next without a mark");
  await who.presses("Check the sheet");
  await who.sees(/^2 students have no mark/);
  await looksRight(who, "looked-through");
});

test("a sheet is not sent in while a mark is not the portal's; what was kept when a colleague sent it in is told", async () => {
  const of = await classWithSheet(journey.portal, "CRS 135", 2, { name: "Liturgy" });
  await putInCharge(of);
  const marks = of.students.map((student) => ({ student, ca: 20, examination: 30, version: 0 }));
  await granted(of.lecturer.put(`${of.path}/scores`, { marks }));
  const who = await staffAt(journey, of.lecturer);
  await who.opens(`/staff/my-courses/${of.class}/marks`);
  await who.sees("2 of 2 typed");
  await who.presses("Check the sheet");
  await who.sees("Send in to the head of department");
  // The office types the first one anew, and the lecturer too.
  const version = async (at: number) => (await granted(of.officer.get(`${of.path}/sheet`))).body.list[at].version;
  const theirs = { student: of.students[0], ca: 21, examination: 31, version: await version(0) };
  await granted(of.officer.put(`${of.path}/scores`, { marks: [theirs] }));
  await cell(who, 0, "ca").fill("25");
  await cell(who, 1, "examination").fill("61");
  await who.presses("Send in to the head of department");
  await who.sees(/^2 marks are not saved yet: 1 differs from another's, 1 is not right yet\./);
  await looksRight(who, "not-sent-in");
  expect((await granted(of.officer.get(`${of.path}/sheet`))).body.state).toBe("Open");
  await who.presses(/^Take theirs/);
  who.expects(lostFiles);
  who.expects(/^dialog/);
  await who.context.setOffline(true);
  await cell(who, 1, "examination").fill("44");
  await draftHolds(who.page, /^score-sheet:/, '"44"');
  const seen = (await granted(of.officer.get(`${of.path}/chain`))).body.seen;
  await granted(of.officer.post(`/staff/ms_score_sheet/${of.sheet}/submit`, { seen, reason: "Away on leave" }));
  await who.context.setOffline(false);
  await who.page.reload();
  await who.sees(/^This sheet was sent in/, "1 mark on this device is not on the sheet", "20 and 44");
  await looksRight(who, "kept-here");
  await who.presses("Discard them");
  const sure = await who.inDialog("Discard 1 mark?");
  await sure.sees(/Once discarded, nobody can bring it back/);
  await looksRight(who, "discard");
  await sure.presses("Discard");
  await expect.poll(() => keptDrafts(who.page)).toEqual([]);
  await who.page.reload();
  await who.sees(/^This sheet was sent in/);
  expect(await who.page.locator("main").innerText()).not.toContain("on this device");
});

test("on a phone one student is typed after the other", async () => {
  const of = await classWithSheet(journey.portal, "CRS 132", 3, { name: "The Gospels" });
  const who = await staffAt(journey, of.lecturer, phone);
  await who.opens(`/staff/my-courses/${of.class}/marks`);
  await who.sees("0 of 3 typed");
  await cell(who, 0, "ca").fill("20");
  await cell(who, 0, "examination").fill("19");
  await who.page.getByLabel("Code of Bello 2 Chidi").selectOption("ABS");
  await cell(who, 2, "ca").focus();
  await who.sees("2 of 3 typed", /Saved \d+:\d\d [ap]m/);
  expect(await storedScores(of)).toEqual(["20/19", "Absent", ""]);
  await looksRight(who, "phone");
});

test("the spreadsheet goes out signed, comes back filled, and what differs is seen before it counts", async () => {
  const of = await classWithSheet(journey.portal, "CRS 133", 4, { name: "Church history" });
  await putInCharge(of);
  const who = await staffAt(journey, of.lecturer);
  await who.opens(`/staff/my-courses/${of.class}/marks`);
  const [download] = await Promise.all([who.page.waitForEvent("download"), who.follows("Download as a spreadsheet")]);
  expect(download.suggestedFilename()).toMatch(/^marks-CRS-133-2026.*\.xlsx$/);
  const cells = (await readSheet(await download.path())) as (string | number | null)[][];
  for (const [at, row] of cells.slice(7).entries()) row.splice(2, 2, 20 + at, at === 3 ? "ABS" : 30 + at);
  const data = cells.map((row) =>
    row.map((value) => (value === null ? null : { value, type: typeof value === "number" ? Number : String })),
  );
  const buffer = await writeXlsxFile(data as SheetData).toBuffer();
  const file = (name: string, content: Buffer) => ({
    name,
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: content,
  });
  await who.presses("Bring in the spreadsheet");
  const dialog = await who.inDialog(/^Marks of CRS 133/);
  await dialog.field("Filled spreadsheet (.xlsx)").setInputFiles(file("notes.csv", Buffer.from("CA,Exam\n1,2\n")));
  await dialog.sees(/^This is no Excel workbook/);
  await dialog.field("Filled spreadsheet (.xlsx)").setInputFiles(file("marks.xlsx", buffer));
  await dialog.sees("4 marks change", "nothing");
  await looksRight(who, "differences");
  expect(await storedScores(of)).toEqual(["", "", "", ""]);
  await dialog.presses("Apply 4 marks");
  await who.sees("CRS 133: 4 marks are applied from the workbook", "4 of 4 typed");
  expect(await storedScores(of)).toEqual(["20/30", "21/31", "22/32", "Absent"]);
  expect(await cell(who, 1, "ca").inputValue()).toBe("21");

  await who.presses("Check the sheet");
  await who.sees("Before CRS 133 is sent in");
  await looksRight(who, "to-send-in");
  await who.presses("Send in to the head of department");
  const question = await who.inDialog("Send in the sheet of CRS 133?");
  await question.sees("Its marks are locked, and the head of department decides next.");
  await question.presses("Send in");
  await who.sees(/^This sheet was sent in and is with the head/, /^The sheet of CRS 133 is sent in/);
  await looksRight(who, "locked");
  const office = await staffAt(journey, of.officer);
  await office.opens("/staff/score-sheets");
  await office.page.getByText("Look at all of them").click();
  await office.sees("CRS 133", "With head");
  await looksRight(office, "list");
});

test("a sheet is typed a second time without the first values, and the office says how it is marked", async () => {
  const of = await classWithSheet(journey.portal, "CRS 134", 2, { name: "Christian ethics" });
  await putInCharge(of);
  const office = await staffAt(journey, of.officer);
  await granted(
    of.lecturer.put(`${of.path}/scores`, {
      marks: of.students.map((student) => ({ student, ca: 33, examination: 44, version: 0 })),
    }),
  );
  await office.opens(`/staff/score-sheets/${of.sheet}`);
  await office.follows("Type the marks");
  await office.sees("Marks of CRS 134", "2 of 2 typed");
  await office.presses("Check the sheet");
  await office.sees(/^Only .*Musa Garba, the lecturer in charge, sends it in\.$/, "Send it in for the lecturer");
  await office.presses("How it is marked");
  const dialog = await office.inDialog("How it is marked");
  await dialog.picks("Marks are typed", "Twice");
  await looksRight(office, "rules");
  await dialog.presses("Save");
  await office.follows("Type it a second time");
  await office.sees("0 of 2 typed");
  expect(await office.page.locator("main").innerText()).not.toContain("33");
  await cell(office, 0, "ca").focus();
  for (const key of ["3", "3", "Tab", "4", "4", "Tab", "3", "3", "Tab", "4", "5", "Enter"])
    await office.page.keyboard.press(key);
  await office.sees("2 of 2 typed", /Saved \d+:\d\d [ap]m/);
  await looksRight(office, "second");
  await office.follows("Back to the marks");
  await office.presses("Check the sheet");
  await office.sees(/^1 student has two typings that differ/, "33 and 45");
  await looksRight(office, "typings");
});
