import { afterAll, beforeAll, expect, inject, test } from "vitest";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import { sumOfRows } from "../../../testing/database.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { ownOrigin, type StaffMember, staffMember } from "../../../testing/staff.ts";

let portal: TestPortal;
let who: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  who = await staffMember(portal, { pages: ["departments", "departments.change", "colleges"] });
});
afterAll(() => portal.stop());

const HEAD = "College,Code,Name,Status,Academic";

async function send(file: string | Uint8Array<ArrayBuffer>, check = false) {
  const form = new FormData();
  form.set("file", new Blob([file]), "departments");
  const response = await fetch(`${portal.url}/api/staff/ms_department/import${check ? "?check=1" : ""}`, {
    method: "POST",
    body: form,
    headers: { cookie: who.cookie, origin: ownOrigin(portal) },
  });
  return { status: response.status, body: await response.json() };
}
const named = async (code: string) => (await who.get(`/staff/ms_department?q=${code}`)).body.list[0];

test("a check reports and changes nothing; the import then does what it said", async () => {
  const file = `${HEAD}\nSSCI,BOT,Botany,Active,Yes\nschool of sciences,ZOO,Zoology,inactive,no\nSSCI,BIO,Biology,Active,Yes\nSSCI,CHE,Pure Chemistry,Active,Yes`;
  const before = await sumOfRows(portal.db);
  const report = { added: 2, changed: 1, same: 1, wrong: [], more: 0 };
  expect((await send(file, true)).body).toMatchObject(report);
  expect(await sumOfRows(portal.db)).toBe(before);
  expect((await send(file)).body).toMatchObject({ type: "success", ...report });
  expect(await named("zoo")).toMatchObject({
    name: "Zoology",
    status: false,
    college: { label: "SSCI School of Sciences" },
  });
  expect(await named("che")).toMatchObject({ name: "Pure Chemistry", version: 2 });
  expect((await send(file, true)).body).toMatchObject({ added: 0, changed: 0, same: 4 });
});

test("one bad row is named, and nothing is imported", async () => {
  const file = `${HEAD}\nSSCI,MIC,Microbiology,Active,Yes\nNOWHERE,AAA,A,Perhaps,Yes\nSSCI,MIC,Again,Active,Yes\nSSCI,HAU2,Hausa,Active,Yes`;
  const before = await sumOfRows(portal.db);
  const { body } = await send(file, true);
  expect(body.wrong).toEqual([
    { row: 3, sentences: ["College NOWHERE was not found"] },
    { row: 4, sentences: ["Row 2 is about the same department"] },
  ]);
  const refused = await send(file);
  expect(refused.body).toMatchObject({
    type: "error",
    message: "2 rows are wrong, so nothing was imported. Row 3: College NOWHERE was not found",
  });
  expect(await sumOfRows(portal.db)).toBe(before);
});

test("every sentence of a row is told: those of the form, and those of the database", async () => {
  const file = `${HEAD}\nSSCI,X,,Perhaps,Yes\nSLAN,NEW,Hausa,Active,Yes`;
  expect((await send(file, true)).body.wrong).toEqual([
    { row: 2, sentences: ["Minimum of 2 characters expected", "Name is required", "Status is required"] },
    { row: 3, sentences: ["The college has a department of this name already"] },
  ]);
});

test("a workbook is read as a CSV file is", async () => {
  const rows = [HEAD.split(","), ["SSCI", "GEN", "Genetics", "Active", true]];
  const cells = rows.map((row) => row.map((value) => ({ value })));
  const workbook = await writeXlsxFile(cells as SheetData).toBuffer();
  const { body } = await send(new Uint8Array(workbook), true);
  expect(body).toMatchObject({ added: 1, wrong: [] });
});

test.each([
  ["Colour,Code\nred,X1", "The column Colour is not known. The columns may be: College, Code, Name, Status, Academic"],
  [
    "College,Name\nSSCI,X1",
    "The column Code is missing: it tells the rows apart. The columns may be: College, Code, Name, Status, Academic",
  ],
])("a file with other columns is refused: %j", async (file, message) => {
  expect((await send(file)).body).toEqual({ type: "error", message });
});

test("what the console exports it reads again", async () => {
  const { body: file } = await who.get("/staff/ms_department/export");
  const { total } = (await who.get("/staff/ms_department")).body;
  expect((await send(file, true)).body).toMatchObject({ added: 0, changed: 0, same: total, wrong: [] });
});

test("an export is written down with its filter and its rows", async () => {
  await who.get("/staff/ms_department/export?q=biology&status=true");
  const found = await portal.db
    .selectFrom("export")
    .selectAll()
    .where("filter", "like", "%biology%")
    .executeTakeFirstOrThrow();
  expect(found).toMatchObject({
    staff: who._id,
    name: "Departments",
    filter: "Status Active, search biology, by name",
    rows: 1,
  });
});
