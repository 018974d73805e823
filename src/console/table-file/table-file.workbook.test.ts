import { strToU8, Zip, ZipDeflate, zipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import type { RefusalCode } from "#kit/wire/refusal.server.ts";
import {
  declaring,
  emptyRow,
  SHEET,
  type SmallBook,
  smallBook,
  workbookOf as workbook,
} from "../../../testing/workbook.ts";
import { fileSentences, refuseFile } from "./table-file.limits.server.ts";
import { readTable } from "./table-file.server.ts";

let parts: SmallBook["parts"];
let sheet: string;
let withSheet: SmallBook["withSheet"];
let added: SmallBook["withRows"];
beforeAll(async () => {
  ({ parts, sheet, withSheet, withRows: added } = await smallBook());
});

const cellsOf = async (bytes: Buffer) => (await readTable(bytes)).rows.map(({ cells }) => cells);
const refusalOf = (bytes: Buffer) => expect(readTable(bytes)).rejects;

test("days, times, booleans, numbers and text are read as they look", async () => {
  const at = (day: string, format: string) => ({ value: new Date(day), format });
  const bytes = await workbook([
    ["Code", "When", "Open", "Number", "Text"].map((value) => ({ value })),
    [{ value: "A" }, at("2024-02-29", "dd/mm/yyyy"), { value: true }, { value: 2348031234567 }, { value: "0803" }],
    [{ value: "Ọ" }, at("2024-02-03T10:20:30Z", "dd/mm/yyyy hh:mm"), { value: false }, { value: 0.1 + 0.2 }, null],
    [{ value: "C" }, null, null, { value: 1e-7 }, { value: " x\ny " }],
    [{ value: "D" }, null, null, { value: -12.5 }, { value: '="0803"' }],
  ]);
  const { headings, rows } = await readTable(bytes);
  expect(headings).toEqual(["Code", "When", "Open", "Number", "Text"]);
  expect(rows).toEqual([
    { number: 2, cells: ["A", "2024-02-29", "Yes", "2348031234567", "0803"] },
    { number: 3, cells: ["Ọ", "2024-02-03 10:20:30", "No", "0.3", ""] },
    { number: 4, cells: ["C", "", "", "0.0000001", "x\ny"] },
    { number: 5, cells: ["D", "", "", "-12.5", "0803"] },
  ]);
});

test("a formula is its result, and one without result is refused by row and column", async () => {
  const sum = '<row r="3"><c r="A3" t="str"><f>A2</f><v>SCI</v></c><c r="B3"><f>B2*1</f><v>4.0E1</v></c></row>';
  expect(await cellsOf(added(sum))).toEqual([
    ["SCI", "40"],
    ["SCI", "40"],
  ]);
  const lost = '<row r="3"><c r="A3" t="e"><f>A9/0</f><v>#DIV/0!</v></c></row>';
  await refusalOf(added(lost)).toMatchObject({
    code: "cell-unreadable",
    message: expect.stringContaining("Row 3, column “Code”: the formula has no result (#DIV/0!)"),
  });
});

test.each(['<c r="B3"><f>B2+1</f></c>', '<c r="B3"><f t="shared" si="0"/><v></v></c>', '<c r="B3"><f>1</f><v/></c>'])(
  "a formula that nobody has reckoned is refused, not read as blank: %s",
  async (cell) => {
    const row = `<row r="3"><c r="A3" t="str"><v>ART</v></c>${cell}</row>`;
    await refusalOf(added(row)).toMatchObject({
      code: "cell-unreadable",
      message: expect.stringContaining("Row 3, column “Seats”: the formula has no result"),
    });
  },
);

test("a formula whose result is a blank text is blank", async () => {
  const row = '<row r="3"><c r="A3"><v>7</v></c><c r="B3" t="str"><f>""</f><v></v></c></row>';
  expect((await cellsOf(added(row)))[1]).toEqual(["7", ""]);
});

const merged = (rows: string, ...refs: string[]) =>
  withSheet(
    sheet.replace(
      "</sheetData>",
      `${rows}</sheetData><mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`,
    ),
  );

test.each(["A2:A3", "A1:A2", "$B$2:$C$2"])("merged cells over rows are named: %s", async (ref) => {
  const row = '<row r="3"><c r="A3" s="1"/><c r="B3"><v>6</v></c></row>';
  const name = ref.replaceAll("$", "");
  await refusalOf(merged(row, "H9:H12", ref)).toMatchObject({
    code: "cells-merged",
    message: expect.stringContaining(`The cells ${name} are merged. Unmerge them and type the value`),
  });
});

test("a merged title above the headings, and merged headings, are no trouble", async () => {
  const lower = (xml: string) => xml.replace(/(r="[A-Z]?)(\d)/g, (_all, before, row) => `${before}${Number(row) + 1}`);
  const title = '<row r="1"><c r="A1" t="str"><v>First Bank</v></c></row>';
  const xml = lower(sheet).replace("<sheetData>", `<sheetData>${title}`);
  const merge = '</sheetData><mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A9:B10"/></mergeCells>';
  const isHead = (cells: readonly string[]) => cells.includes("Seats");
  const { rows } = await readTable(withSheet(xml.replace("</sheetData>", merge)), {}, isHead);
  expect(rows).toEqual([{ number: 3, cells: ["SCI", "40"] }]);
});

const bookSheets = (states: readonly string[], xmls: readonly string[]) => {
  const text = (name: string) => Buffer.from(parts[name] ?? []).toString();
  const tag = (state: string, nth: number) =>
    `<sheet name="R&amp;D ${nth}" sheetId="${nth + 1}" ${state} r:id="s${nth}"/>`;
  const kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet";
  const relation = (nth: number) => `<Relationship Id="s${nth}" Type="${kind}" Target="worksheets/own${nth}.xml"/>`;
  const rels = text("xl/_rels/workbook.xml.rels").replace(
    "</Relationships>",
    `${xmls.map((_xml, nth) => relation(nth)).join("")}$&`,
  );
  const book = text("xl/workbook.xml").replace(/<sheets>.*<\/sheets>/s, `<sheets>${states.map(tag).join("")}</sheets>`);
  const own = Object.fromEntries(xmls.map((xml, nth) => [`xl/worksheets/own${nth}.xml`, strToU8(xml)]));
  return Buffer.from(
    zipSync({ ...parts, ...own, "xl/workbook.xml": strToU8(book), "xl/_rels/workbook.xml.rels": strToU8(rels) }),
  );
};

test("the visible sheet that holds something is read, and no hidden one", async () => {
  const old = sheet.replace("40", "7");
  const empty = sheet.replace(/<sheetData>.*<\/sheetData>/s, "<sheetData/>");
  const states = ['state="hidden"', "state='veryHidden'", "", ""];
  expect(await cellsOf(bookSheets(states, [old, old, empty, sheet]))).toEqual([["SCI", "40"]]);
  expect(await cellsOf(bookSheets(["", 'state="hidden"'], [sheet, old]))).toEqual([["SCI", "40"]]);
});

test("a workbook of two filled sheets is refused by their names, for one would be passed over", async () => {
  await refusalOf(bookSheets(["", "", ""], [sheet, sheet, sheet])).toMatchObject({
    code: "several-sheets",
    message: expect.stringContaining(
      "This workbook has more than one filled sheet: “R&D 0”, “R&D 1” and “R&D 2”. Hide or delete",
    ),
  });
});

test("rows keep the numbers that the spreadsheet shows, however many are blank", async () => {
  const { rows } = await readTable(added('<row r="1048576"><c r="A1048576"><v>7</v></c></row>'));
  expect(rows.map(({ number }) => number)).toEqual([2, 1048576]);
});

test("a workbook without sizes in its headers, as web offices send it, is read", async () => {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((_error, piece) => pieces.push(piece));
  for (const [name, bytes] of Object.entries(parts)) {
    const part = new ZipDeflate(name);
    zip.add(part);
    part.push(bytes, true);
  }
  zip.end();
  expect(await cellsOf(Buffer.concat(pieces))).toEqual([["SCI", "40"]]);
});

test("a value beyond the headings is named by its column", async () => {
  await refusalOf(added('<row r="3"><c r="A3"><v>1</v></c><c r="XFD3"><v>1</v></c></row>')).toMatchObject({
    code: "row-of-other-length",
    message: expect.stringContaining("Row 3 has something in column XFD, but no heading stands above it"),
  });
});

test.each<[string, () => Buffer, RefusalCode, string]>([
  ["half a workbook", () => withSheet(sheet).subarray(0, 900), "file-damaged", fileSentences.damaged],
  ["one without its end", () => withSheet(sheet).subarray(0, -30), "file-damaged", fileSentences.damaged],
  ["one with a spoilt part", () => spoilt(withSheet(sheet)), "file-damaged", fileSentences.damaged],
  ["a sheet that is no XML", () => withSheet("<sheetData><row r='1'"), "file-damaged", fileSentences.damaged],
  ["a packed file of something else", () => packed("a.txt"), "file-of-other-kind", fileSentences.noWorkbook],
  ["a document of Word", () => packed("word/document.xml"), "file-of-other-kind", fileSentences.noWorkbook],
  ["a table of LibreOffice", () => packed("content.xml"), "file-of-other-kind", fileSentences.openDocument],
  ["a binary workbook", () => packed("xl/workbook.bin"), "file-of-other-kind", fileSentences.binaryWorkbook],
  ["an empty packed file", () => Buffer.from(zipSync({})), "file-of-other-kind", fileSentences.noWorkbook],
  [
    "only headings",
    () => withSheet(sheet.replace(/<row r="2".*<\/row>/, "")),
    "table-without-rows",
    fileSentences.noRows,
  ],
  ["an empty sheet", () => withSheet(sheet.replace(/<row.*<\/row>/, "")), "file-empty", fileSentences.empty],
])("%s is refused with what to do", async (_what, bytes, code, sentence) => {
  await refusalOf(bytes()).toEqual(refuseFile(code, sentence));
});

const packed = (name: string) => Buffer.from(zipSync({ [name]: strToU8("x".repeat(100)) }));
const spoilt = (bytes: Buffer) => {
  const at = bytes.indexOf(SHEET) + SHEET.length;
  return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(40, 0xff), bytes.subarray(at + 40)]);
};

// What a small file becomes when its own words are put in place of others, and what stands in files of the server.
const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join("");
const declared = (inside: string) => `<?xml version="1.0"?><!DOCTYPE x [${inside}]>`;

test.each([
  ["a milliard of laughs", declared(`<!ENTITY e0 "lol">${laughs}`), "&e9;"],
  ["a file of the server", declared('<!ENTITY e SYSTEM "file:///etc/passwd">'), "&e;"],
])("%s in a cell stays the word that stands there", async (_what, head, word) => {
  const row = `<row r="3"><c r="A3" t="inlineStr"><is><t>${word}</t></is></c><c r="B3"><v>1</v></c></row>`;
  const xml = head + sheet.replace(/^<\?xml[^>]*\?>/, "").replace("</sheetData>", `${row}</sheetData>`);
  const cells = await cellsOf(withSheet(xml)).catch((error) => error.message);
  expect(JSON.stringify(cells)).not.toMatch(/lol|root:/);
  expect(cells.at(-1)).toEqual([word, "1"]);
});

test("a size that is declared far too large is not believed either", async () => {
  expect(await cellsOf(declaring(withSheet(sheet), 0xffffffff))).toEqual([["SCI", "40"]]);
});

test("coloured empty rows are nothing", async () => {
  const empty = Array.from({ length: 1_000 }, (_, nth) => emptyRow(nth + 3));
  expect(await cellsOf(added(empty.join("")))).toEqual([["SCI", "40"]]);
});

// Real bombs, a million rows and traps that fill the memory: `npm run prove -- workbook`.
test("a workbook that unpacks to too much is refused when it has, whatever size it declares", async () => {
  for (const book of [withSheet(sheet), declaring(withSheet(sheet), 10)])
    await expect(readTable(book, { expanded: 1000 })).rejects.toEqual(
      refuseFile("table-too-large", fileSentences.tooMuch),
    );
});
