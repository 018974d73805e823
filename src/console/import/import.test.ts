import { afterAll, beforeAll, expect, inject, test } from "vitest";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import { sumOfRows } from "../../../testing/database.ts";
import { headOf } from "../../../testing/head.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { ownOrigin, type StaffMember, staffMember } from "../../../testing/staff.ts";
import { insist } from "../../../testing/visitor.ts";
import { departments } from "../../college/department/department.contract.ts";
import { templateOf } from "./import.rules.ts";

let portal: TestPortal;
let who: StaffMember;
let bursary: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  who = await staffMember(portal, { pages: ["departments", "departments.change", "colleges"] });
  bursary = await staffMember(portal, {
    pages: [
      "sessions",
      "sessions.change",
      "acceptance-fees",
      "acceptance-fees.change",
      "programmes",
      "programmes.change",
    ],
  });
});
afterAll(() => portal.stop());

const HEAD = "College,Code,Name,Status,Academic";

async function send(file: string | Uint8Array<ArrayBuffer>, check = false, query = check ? "?check=1" : "") {
  const { status, text } = await sent(who, "department", file, query);
  return { status, body: JSON.parse(text) };
}

const sent = (by: StaffMember, noun: string, file: string | Uint8Array<ArrayBuffer>, query: string) =>
  insist(async () => {
    const form = new FormData();
    form.set("file", new Blob([file]), "departments");
    const response = await fetch(`${portal.url}/api/staff/ms_${noun}/import${query}`, {
      method: "POST",
      body: form,
      headers: { cookie: by.cookie, origin: ownOrigin(portal) },
    });
    return { status: response.status, text: await response.text() };
  });
const named = async (code: string) => (await who.get(`/staff/ms_department?q=${code}`)).body.list[0];

test("a check reports and changes nothing; the import then does what it said", async () => {
  const file = `${HEAD}\nSSCI,BOT,Botany,Active,Yes\nschool of sciences,ZOO,Zoology,inactive,no\nSSCI,BIO,Biology,Active,Yes\nSSCI,CHE,Pure Chemistry,Active,Yes`;
  const before = await sumOfRows(portal.db);
  const report = { added: 2, changed: 1, same: 1, wrong: [], more: 0 };
  const checked = (await send(file, true)).body;
  expect(checked).toMatchObject({ ...report, moreRows: 0 });
  expect(checked.rows.map(({ row, isNew }: { row: number; isNew: boolean }) => [row, isNew])).toEqual([
    [2, true],
    [3, true],
    [5, false],
  ]);
  expect(checked.rows[2]).toMatchObject({
    title: "CHE Pure Chemistry",
    changes: [{ label: "Name", before: "Chemistry", after: "Pure Chemistry" }],
  });
  expect(await sumOfRows(portal.db)).toEqual(before);
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
    {
      row: 3,
      sentences: [
        "College NOWHERE was not found",
        "Status Perhaps is not known: write Active or Inactive",
        "Name: Minimum of 2 characters expected",
      ],
    },
    { row: 4, sentences: ["Row 2 is about the same department: keep one of the two"] },
  ]);
  const refused = await send(file);
  expect(refused.body).toMatchObject({
    type: "error",
    code: "rows-wrong",
    message: expect.stringContaining("2 rows are wrong, so nothing was imported. Row 3: College NOWHERE was not found"),
  });
  expect(await sumOfRows(portal.db)).toEqual(before);
});

test("the rows in order come in by a second word, and the others come back as a file to mend", async () => {
  const file = `Departments of 2026\n\n${HEAD}\nSSCI,MYC,Mycology,Active,Yes\nNOWHERE,AAA,Algae,Active,Perhaps\nSSCI,HAU3,Hausa studies,Active,Yes`;
  const { body: checked } = await send(file, true);
  expect(checked).toMatchObject({ added: 2, wrong: [{ row: 5 }] });
  expect(checked.refused.replace("\ufeff", "").trim().split("\r\n")).toEqual([
    `${HEAD},What is wrong`,
    "NOWHERE,AAA,Algae,Active,Perhaps,College NOWHERE was not found. Academic Perhaps is not known: write Yes or No",
  ]);
  const { body } = await send(file, false, "?partly=1");
  expect(body).toMatchObject({
    type: "success",
    message: "Departments: 2 added, 0 changed, 0 as they were. 1 row was left out",
    refused: checked.refused,
  });
  expect(await named("myc")).toMatchObject({ name: "Mycology" });
  expect(await named("aaa")).toBeUndefined();
  const mended = checked.refused.replace("NOWHERE", "SSCI").replace("Perhaps", "no");
  expect((await send(mended)).body).toMatchObject({ added: 1, wrong: [] });
  // What a spreadsheet would run comes back guarded, and is read again as it was sent.
  const hostile = [`${HEAD}`, `NOWHERE,"=cmd|'/c calc'!A1",@SUM(A1),+1+1,-1`].join("\n");
  const { refused, wrong } = (await send(hostile, true)).body;
  const [, guarded = ""] = refused.trim().split("\r\n");
  expect(guarded).toMatch(/^NOWHERE,'=cmd\|'\/c calc'!A1,'@SUM\(A1\),'\+1\+1,-1,/);
  expect((await send(refused, true)).body.wrong).toEqual(wrong);
  const twice = `${HEAD}\nNOWHERE,AAC,Acarology,Active,Yes\nSSCI,AAC,Acarology,Active,Yes`;
  expect((await send(twice, false, "?partly=1")).body).toMatchObject({ added: 1, wrong: [{ row: 2 }] });
  const alone = await send(`${HEAD}\nNOWHERE,AAB,Algae,Active,Yes`, false, "?partly=1");
  expect(alone.body).toMatchObject({
    type: "error",
    code: "rows-wrong",
    message: expect.stringContaining("so nothing was imported"),
  });
});

test("a template says above its headings what each column takes, and reads back as nothing but headings", async () => {
  const file = decodeURIComponent(templateOf(departments.facts).split(",").slice(1).join(","));
  const [taken, headings] = file.replace("\ufeff", "").split("\r\n");
  expect(headings).toBe(HEAD);
  expect(taken).toBe(
    "# Needed. The code or the whole name of the college,Needed. Text,Needed. Text,Needed. Active or Inactive,Needed. Yes or No",
  );
  expect((await send(`${file}SSCI,VIR,Virology,Active,Yes`, true)).body).toMatchObject({ added: 1, wrong: [] });
});

test("every sentence of a row is told: those of the form, and those of the database", async () => {
  const file = `${HEAD}\nSSCI,X,,Perhaps,Yes\nSLAN,NEW,Hausa,Active,Yes`;
  expect((await send(file, true)).body.wrong).toEqual([
    {
      row: 2,
      sentences: [
        "Status Perhaps is not known: write Active or Inactive",
        "Code: Minimum of 2 characters expected",
        "Name is required",
      ],
    },
    { row: 3, sentences: ["Name: The college has a department of this name already"] },
  ]);
});

test("a code of another department is taken, and what stands there stays", async () => {
  const head = await headOf(portal, "BIO", ["departments", "departments.change", "colleges"]);
  const before = await sumOfRows(portal.db);
  const file = `${HEAD}\nSSCI,CHE,Taken over,Active,Yes\nSSCI,BIO,Biology of ours,Active,Yes`;
  const { text } = await sent(head, "department", file, "?check=1");
  expect(JSON.parse(text)).toMatchObject({
    changed: 1,
    wrong: [{ row: 2, sentences: ["Code: Another department has this code already"] }],
  });
  expect(JSON.parse((await sent(head, "department", file, "")).text).type).toBe("error");
  expect(await sumOfRows(portal.db)).toEqual(before);
});

test("a code in another case is the same code: in a file, and to a form", async () => {
  const file = `${HEAD}\nSSCI,bio,Biology,Active,Yes\nSSCI,NEWS,News,Active,Yes\nSSCI,news,Newer,Active,Yes`;
  const { body } = await send(file, true);
  expect(body).toMatchObject({
    changed: 1,
    added: 1,
    wrong: [{ row: 4, sentences: ["Row 3 is about the same department: keep one of the two"] }],
  });
  const college = await named("bio");
  const form = { code: "bIO", name: "Biology again", status: true, isacademic: true, college: college.college._id };
  expect((await who.post("/staff/ms_department", form)).body.errors).toEqual({
    code: "Another department has this code already",
  });
});

test("a file refers by code, and what several records are called is no name of one", async () => {
  const { body: of } = await who.get("/staff/ms_college?q=ssci");
  const namesake = { code: "HA2", name: "Hausa", status: true, isacademic: true, college: of.list[0]._id };
  expect((await who.post("/staff/ms_department", namesake)).body.type).toBe("success");
  const { text } = await sent(bursary, "programme", "Code,Department\nX1,Hausa\nX2,ha2", "?check=1");
  const [one, two] = JSON.parse(text).wrong;
  expect(one.sentences[0]).toBe("Department Hausa calls several records: write the code");
  expect(one.sentences).toContain("Name is required");
  expect(two.sentences.join()).not.toContain("Department");
  const item = 'Session,Description,Amount,Service ID,Status\n2026,Medical check,"1,500.00",4430731,Active';
  expect(JSON.parse((await sent(bursary, "acceptance_fee", item, "?check=1")).text)).toMatchObject({ added: 1 });
});

test.each(["?check=0", "?check=true", "?check=", "?check=1&check=1"])(
  "%s is refused, because it may have meant a check",
  async (query) => {
    const before = await sumOfRows(portal.db);
    const { status, text } = await sent(who, "department", `${HEAD}\nSSCI,MIC,Microbiology,Active,Yes`, query);
    expect([status, JSON.parse(text).code, JSON.parse(text).errors]).toEqual([
      500,
      "form-invalid",
      { check: "check must be 1, or be left out" },
    ]);
    expect(await sumOfRows(portal.db)).toEqual(before);
  },
);

test("times of a table are those of Lagos, and what is no time is told with an example", async () => {
  const lines = [
    "Name,Code,Semester,Applications open,Applications close",
    "Year A,A1,1,21/11/2026 13:05,2026-12-20 23:59",
    "Year B,B1,1,soon,",
  ];
  const { text } = await sent(bursary, "session", lines.join("\n"), "?check=1");
  expect(JSON.parse(text).wrong).toEqual([
    { row: 3, sentences: ["Applications open must be a date and time such as 2026-11-20 13:05"] },
  ]);
  expect(JSON.parse((await sent(bursary, "session", lines.slice(0, 2).join("\n"), "")).text)).toMatchObject({
    added: 1,
  });
  const { body } = await bursary.get("/staff/ms_session?q=year a");
  expect(body.list[0]).toMatchObject({ opens: "2026-11-21T12:05:00.000Z", closes: "2026-12-20T22:59:00.000Z" });
});

test("a workbook is read as a CSV file is", async () => {
  const rows = [HEAD.split(","), ["SSCI", "GEN", "Genetics", "Active", true]];
  const cells = rows.map((row) => row.map((value) => ({ value })));
  const workbook = await writeXlsxFile(cells as SheetData).toBuffer();
  const { body } = await send(new Uint8Array(workbook), true);
  expect(body).toMatchObject({ added: 1, wrong: [] });
});

test.each([
  [
    "Colour,Code\nred,X1",
    "column-unknown",
    "The column Colour is not known. The columns may be: College, Code, Name, Status, Academic",
  ],
  [
    "College,Name\nSSCI,X1",
    "column-missing",
    "The column Code is missing: it tells the rows apart. The columns may be: College, Code, Name, Status, Academic",
  ],
])("a file with other columns is refused: %j", async (file, code, message) => {
  expect((await send(file)).body).toEqual({ type: "error", code, message });
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
