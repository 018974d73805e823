import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { sql } from "kysely";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import writeXlsxFile, { type SheetData } from "write-excel-file/node";
import { registrationsFollow } from "../../../../testing/catalogue.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  allReturned,
  type ClassWithSheet,
  classWithSheet,
  sentIn,
  studentsOf,
} from "../../../../testing/score-sheet.ts";
import { ownOrigin, type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(async () => {
  await allReturned(portal);
  await expectInvariants(portal.db);
  await portal.stop();
});

type Cell = string | number | null;

async function downloaded({ lecturer, path }: ClassWithSheet, who = lecturer): Promise<Buffer> {
  const answer = await fetch(`${portal.url}/api${path}/workbook.xlsx`, { headers: { cookie: who.cookie } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The cells of a workbook as a spreadsheet has them. */
const cellsOf = async (book: Buffer) => (await readSheet(book)) as Cell[][];

/** A workbook as a spreadsheet saves it, with other cells. */
async function saved(cells: Cell[][]): Promise<Buffer> {
  const data = cells.map((row) =>
    row.map((value) => (value === null ? null : { value, type: typeof value === "number" ? Number : String })),
  );
  return writeXlsxFile(data as SheetData).toBuffer();
}

/** The downloaded workbook with something typed into it: the first student stands in row 8. */
async function typedInto(of: ClassWithSheet, type: (cells: Cell[][]) => void): Promise<Buffer> {
  const cells = await cellsOf(await downloaded(of));
  type(cells);
  return saved(cells);
}

const FIRST = 7;

async function brought(of: ClassWithSheet, book: Buffer, who: StaffMember = of.lecturer, name = "marks.xlsx") {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(book)]), name);
  const answer = await fetch(`${portal.url}/api${of.path}/workbook`, {
    method: "POST",
    headers: { cookie: who.cookie, origin: ownOrigin(portal) },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}

const refused = async (of: ClassWithSheet, book: Buffer) => {
  const { body } = await brought(of, book);
  return [body.code, body.message];
};

/** What a spreadsheet that was looked at comes to. */
interface Seen {
  readonly seal: string;
  readonly differences: readonly { readonly student: string; readonly becomes: object; readonly version: number }[];
}

const asRows = ({ differences }: Seen) =>
  differences.map(({ student, becomes, version }) => ({ student, ...becomes, version }));

const applied = (of: ClassWithSheet, seen: Seen, who = of.lecturer) =>
  who.post(`${of.path}/workbook/apply`, { rows: asRows(seen), seal: seen.seal });

const scores = async (of: ClassWithSheet) =>
  (await granted(of.lecturer.get(`${of.path}/sheet`))).body.list.map(
    ({ ca, examination, code }: { ca: number; examination: number; code: string }) => code ?? `${ca}/${examination}`,
  );

/** Other XML in the first sheet of a workbook. */
function rewritten(book: Buffer, part: string, change: (xml: string) => string): Buffer {
  const parts = unzipSync(book);
  return Buffer.from(zipSync({ ...parts, [part]: strToU8(change(strFromU8(parts[part] ?? new Uint8Array()))) }));
}

describe("a workbook", () => {
  test("goes out with the class, comes back filled, shows what changes, and applies exactly that", async () => {
    const of = await classWithSheet(portal, "WBK 101", 4);
    const [a] = of.students;
    await granted(
      of.lecturer.put(`${of.path}/scores`, { marks: [{ student: a, ca: 10, examination: "ABS", version: 0 }] }),
    );
    const book = await typedInto(of, (cells) => {
      expect(cells.slice(0, 2)).toEqual([
        ["Score sheet", "WBK 101 Course WBK 101", null, null],
        ["Session", expect.stringMatching(/, first semester$/), null, null],
      ]);
      expect(cells[6]).toEqual(["Matric number", "Name", "CA of 40", "Examination of 60"]);
      expect(cells[FIRST]?.slice(2)).toEqual([null, "ABS"]);
      const rows = cells.slice(FIRST);
      for (const [at, row] of rows.entries()) row.splice(2, 2, at * 10, at * 20);
      // Whole rows may be sorted.
      cells.splice(FIRST, rows.length, ...rows.toReversed());
    });
    const { body: seen } = await brought(of, book);
    expect(seen).toMatchObject({ wrong: [], left: [], newer: 0, seal: expect.stringMatching(/^\w{20}$/) });
    expect(seen.differences).toHaveLength(4);
    expect(seen.differences.at(-1)).toMatchObject({
      student: a,
      was: { ca: null, examination: null, code: "Absent" },
      becomes: { ca: 0, examination: 0, code: null },
      version: 1,
      since: null,
    });
    expect(await scores(of)).toEqual(["Absent", "null/null", "null/null", "null/null"]);
    expect((await granted(applied(of, seen))).body).toMatchObject({
      message: "WBK 101: 4 marks are applied from the workbook",
      marksversion: 2,
    });
    expect(await scores(of)).toEqual(["0/0", "10/20", "20/40", "30/60"]);
    const changes = await portal.db.selectFrom("score_change").select("how").where("sheet", "=", of.sheet).execute();
    expect(changes.filter(({ how }) => how === "Spreadsheet")).toHaveLength(4);
    // Applied twice is typed anew since.
    expect(await applied(of, seen)).toMatchObject({ status: 409, body: { code: "marks-typed-since" } });
  });

  test("applies nothing but what was shown, to whom it was shown", async () => {
    const of = await classWithSheet(portal, "WBK 102", 2);
    const { body: seen } = await brought(of, await typedInto(of, (cells) => cells[FIRST]?.splice(2, 2, 20, 30)));
    const more = {
      ...seen,
      differences: [{ ...seen.differences[0], becomes: { ca: 40, examination: 60, code: null } }],
    };
    for (const [one, who] of [
      [more, of.lecturer],
      [seen, of.officer],
      [{ ...seen, seal: "0".repeat(20) }, of.lecturer],
    ] as const)
      expect((await applied(of, one, who)).body.code).toBe("differences-not-shown");
    expect(await scores(of)).toEqual(["null/null", "null/null"]);
    // Somebody typed one of them meanwhile: none is applied.
    await granted(
      of.officer.put(`${of.path}/scores`, { marks: [{ student: of.students[0], ca: 1, examination: 2, version: 0 }] }),
    );
    expect((await applied(of, seen)).body).toMatchObject({
      code: "marks-typed-since",
      message: expect.stringMatching(
        /^1 mark was typed anew since you looked \(Okafor 1 Musa, 1 and 2 by now\), so nothing was applied/,
      ),
    });
    await sentIn(portal, of);
    expect((await brought(of, await downloaded(of))).body.code).toBe("sheet-locked");
    expect((await applied(of, seen)).body.code).toBe("sheet-locked");
  });

  test("that is older counts as what was changed in it, beside what others typed since", async () => {
    const of = await classWithSheet(portal, "WBK 103", 4);
    const [a, b, c] = of.students;
    const mark = (student: string | undefined, ca: number, version = 0) => ({ student, ca, examination: 50, version });
    await granted(of.lecturer.put(`${of.path}/scores`, { marks: [mark(a, 10), mark(b, 11), mark(c, 12)] }));
    const book = await typedInto(of, (cells) => {
      cells[FIRST + 1]?.splice(2, 1, 21);
      cells[FIRST + 3]?.splice(2, 2, "MAL", null);
    });
    await granted(of.officer.put(`${of.path}/scores`, { marks: [mark(a, 30, 1), mark(b, 31, 1)] }));
    const { body: seen } = await brought(of, book);
    expect(seen).toMatchObject({
      newer: 1,
      differences: [
        { student: b, was: { ca: 31 }, becomes: { ca: 21 }, since: { by: "Mrs Hauwa Bello" } },
        { becomes: { code: "Malpractice" }, since: null },
      ],
    });
    await granted(applied(of, seen));
    // What the lecturer did not touch stays as the office typed it.
    expect(await scores(of)).toEqual(["30/50", "21/50", "12/50", "Malpractice"]);
  });

  test("with what is no mark applies nothing, and names row, student and field", async () => {
    const of = await classWithSheet(portal, "WBK 104", 6);
    const typed: Cell[][] = [
      [41, 1],
      [39.5, 1],
      ["-1", 1],
      ["1e2", 1],
      [1, 61],
      [" 40 ", 60],
    ];
    const { body: seen } = await brought(
      of,
      await typedInto(of, (cells) => {
        for (const [at, pair] of typed.entries()) cells[FIRST + at]?.splice(2, 2, ...pair);
      }),
    );
    expect(seen.seal).toBeNull();
    expect(seen.wrong.map(({ row, sentence }: { row: number; sentence: string }) => `${row} ${sentence}`)).toEqual([
      "8 Okafor 1 Musa: CA must be at most 40; 41 was typed",
      "9 Bello 2 Chidi: CA must be a whole number; 39.5 was typed",
      "10 Adeyemi 3 Hauwa: CA must not be below 0",
      expect.stringMatching(/^11 Danjuma 4 Bola: CA must be a whole number from 0 to 40, .*“1e2” was typed$/),
      "12 Eze 5 Amina: Examination must be at most 60; 61 was typed",
    ]);
    expect(seen.differences).toMatchObject([{ becomes: { ca: 40, examination: 60 } }]);
  });
});

describe("refused is", () => {
  test("the workbook of another class, by the names of both", async () => {
    const bio = await classWithSheet(portal, "WBK 111", 1);
    const che = await classWithSheet(portal, "WBK 112", 1);
    expect(await refused(che, await downloaded(bio))).toEqual([
      "sheet-of-another-class",
      expect.stringMatching(
        /^This is the sheet of WBK 111 Course WBK 111 of 2026.*, first semester; you opened WBK 112 of 2026/,
      ),
    ]);
  });

  test("one whose first lines were changed, or that another portal signed", async () => {
    const of = await classWithSheet(portal, "WBK 113", 2);
    const ours = expect.stringMatching(/^The first lines of this workbook are not as this portal signed them/);
    for (const [line, value] of [
      [0, "WBK 999 Another course"],
      [1, "2030/2031, first semester"],
      [3, "7"],
      [4, `${"0".repeat(20)}-${"0".repeat(20)}`],
    ] as const)
      expect(await refused(of, await typedInto(of, (cells) => cells[line]?.splice(1, 1, value)))).toEqual([
        "workbook-not-ours",
        ours,
      ]);
    const before = await downloaded(of);
    const other = await startPortal(inject("place"), { PORTAL_SECRET: "another-secret-of-the-tests-0123456789" });
    try {
      const elsewhere = await classWithSheet(other, "WBK 113", 2);
      const answer = await fetch(`${other.url}/api${elsewhere.path}/workbook.xlsx`, {
        headers: { cookie: elsewhere.lecturer.cookie },
      });
      const theirs = await cellsOf(Buffer.from(await answer.arrayBuffer()));
      const cells = await cellsOf(before);
      cells[4]?.splice(1, 1, theirs[4]?.[1] ?? null);
      expect(await refused(of, await saved(cells))).toEqual(["workbook-not-ours", ours]);
    } finally {
      await other.stop();
    }
  });

  test("one that was made of a later write than the sheet has", async () => {
    const of = await classWithSheet(portal, "WBK 114", 1);
    await sql`update portal.score_sheet set marksversion = 9 where _id = ${of.sheet}`.execute(portal.db);
    const book = await downloaded(of);
    await sql`update portal.score_sheet set marksversion = 2 where _id = ${of.sheet}`.execute(portal.db);
    expect(await refused(of, book)).toEqual([
      "workbook-of-later-state",
      expect.stringMatching(/^This workbook was made of write 9 of the sheet, which has 2\./),
    ]);
  });

  test("one whose list was changed, with the row that was", async () => {
    const of = await classWithSheet(portal, "WBK 115", 4);
    const changed = async (change: (rows: Cell[][], cells: Cell[][]) => void) =>
      refused(of, await typedInto(of, (cells) => change(cells.slice(FIRST), cells)));
    const list = (sentence: RegExp) => ["workbook-list-changed", expect.stringMatching(sentence)];
    expect(await changed((_rows, cells) => cells.push(["NCE/99", "Nobody Known", 1, 2]))).toEqual(
      list(/^Row 12: NCE\/99 is not on this sheet/),
    );
    expect(await changed((rows) => rows[1]?.splice(0, 1, "NCE/99"))).toEqual(
      list(/^Row 9: NCE\/99 is not on this sheet. .* a number not changed/),
    );
    expect(await changed((rows, cells) => cells.push([...(rows[0] ?? [])]))).toEqual(
      list(/^Row 12: NCE\/M\d+\/0001 stands in row 8 already/),
    );
    expect(await changed((_rows, cells) => cells.splice(FIRST + 2, 1))).toEqual(
      list(/^Rows of this workbook were deleted: Adeyemi 3 Hauwa\./),
    );
    expect(
      await changed((rows) => {
        const names = rows.map((row) => row[1] ?? null).toSorted();
        for (const [at, row] of rows.entries()) row.splice(1, 1, names[at] ?? null);
      }),
    ).toEqual(
      list(
        /^Row 8: beside NCE\/M\d+\/0001 stands Adeyemi 3 Hauwa, and it is the number of Okafor 1 Musa. Was a column sorted alone\?/,
      ),
    );
  });

  test("one with a formula, by its cell", async () => {
    const of = await classWithSheet(portal, "WBK 116", 1);
    const book = await typedInto(of, (cells) => cells[FIRST]?.splice(2, 2, 20, 30));
    const sheet = "xl/worksheets/sheet1.xml";
    const formula = rewritten(book, sheet, (xml) => xml.replace(/(<c r="C8"[^>]*>)(<v>)/, "$1<f>10+10</f>$2"));
    expect(await refused(of, formula)).toEqual([
      "formula-in-file",
      "Cell C8 of this workbook holds a formula, whose result depends on what else it holds. Copy the cells and paste them as values, save the workbook and choose it again",
    ]);
  });

  test("one with a hidden sheet, by its name", async () => {
    const of = await classWithSheet(portal, "WBK 117", 1);
    const cells = await cellsOf(await downloaded(of));
    const data = cells.map((row) => row.map((value) => (value === null ? null : { value, type: String }))) as SheetData;
    const two = await writeXlsxFile([
      { data, sheet: "Marks" },
      { data: [[{ value: "20", type: String }]], sheet: "Real marks" },
    ]).toBuffer();
    expect((await refused(of, two))[0]).toBe("several-sheets");
    for (const state of ["hidden", "veryHidden"]) {
      const hidden = rewritten(two, "xl/workbook.xml", (xml) =>
        xml.replace(/(<sheet [^>]*name="Real marks")/, `$1 state="${state}"`),
      );
      expect(await refused(of, hidden)).toEqual([
        "sheets-hidden",
        "This workbook has a hidden sheet: “Real marks”. Delete what is hidden, save the workbook and choose it again",
      ]);
    }
  });

  test("what is no workbook of ours: a CSV file, a table of one's own, a picture of neither", async () => {
    const of = await classWithSheet(portal, "WBK 118", 1);
    expect(await refused(of, Buffer.from("Matric number,Name,CA,Examination\nNCE/1,Ada,1,2\n"))).toEqual([
      "file-of-other-kind",
      "This is no Excel workbook. Choose the workbook that was downloaded here, filled and saved as .xlsx",
    ]);
    expect(
      await refused(
        of,
        await saved([
          ["Matric number", "CA"],
          ["NCE/1", 20],
        ]),
      ),
    ).toEqual([
      "workbook-without-signature",
      expect.stringMatching(/^This is no score sheet that was downloaded here/),
    ]);
  });
});

test("who dropped since the download is left out, who came since keeps what stands", async () => {
  const of = await classWithSheet(portal, "WBK 121", 3);
  const book = await typedInto(of, (cells) => {
    for (const row of cells.slice(FIRST)) row.splice(2, 2, 5, 6);
  });
  await sql`update portal.course_registration_line l set "droppedAt" = now() from portal.course_registration r
    where r._id = l.registration and r.student = ${of.students[0]}`.execute(portal.db);
  await registrationsFollow(portal);
  await studentsOf(portal, [of.course], 1);
  const { body: seen } = await brought(of, book);
  expect(seen.left).toEqual([
    expect.stringMatching(
      /^Row 8: Okafor 1 Musa \(NCE\/M\d+\/0001\) is not in the class of WBK 121 any more, so that mark is left out$/,
    ),
  ]);
  expect(seen.differences).toHaveLength(2);
  expect((await applied(of, seen)).body.applied).toBe(2);
});

test("who typed the second mark of a row since the differences were shown applies nothing to its first", async () => {
  const of = await classWithSheet(portal, "WBK 190", 2);
  await granted(of.officer.put(`${of.path}/rules`, { camax: 40, twice: true }));
  const marks = of.students.map((student) => ({ student, ca: 10, examination: 20, version: 0 }));
  await granted(of.lecturer.put(`${of.path}/scores`, { marks }));
  await granted(of.officer.put(`${of.path}/second`, { marks }));
  const third = await staffMember(portal, { pages: ["score-sheets", "score-sheets.change"] });
  const cells = await cellsOf(await downloaded(of, third));
  cells[FIRST]?.splice(2, 2, 11, 21);
  const { body: seen } = await brought(of, await saved(cells), third);
  const [student] = of.students;
  await granted(third.put(`${of.path}/second`, { marks: [{ student, ca: 11, examination: 21, version: 1 }] }));
  const late = await applied(of, seen, third);
  expect([late.status, late.body.code]).toEqual([409, "second-typed-since"]);
  expect(late.body.message).toMatch(/^You typed the second mark of .+ since you looked/);
  await granted(of.lecturer.put(`${of.path}/scores`, { marks: [{ student, ca: 11, examination: 21, version: 1 }] }));
});
