import { zipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import { fileSentences, refuseFile } from "../src/console/table-file/table-file.limits.server.ts";
import { readTable } from "../src/console/table-file/table-file.server.ts";
import { declaring, emptyRow, SHEET, type SmallBook, smallBook } from "../testing/workbook.ts";

let book: SmallBook;
beforeAll(async () => {
  book = await smallBook();
});

const cellsOf = async (bytes: Buffer) => (await readTable(bytes)).rows.map(({ cells }) => cells);
const refusalOf = (bytes: Buffer) => expect(readTable(bytes)).rejects;

test("a million coloured empty rows are nothing", async () => {
  const empty = Array.from({ length: 1_000_000 }, (_, nth) => emptyRow(nth + 3));
  expect(await cellsOf(book.withRows(empty.join("")))).toEqual([["SCI", "40"]]);
}, 60_000);

test("a workbook that unpacks to too much is refused when it has, whatever size it declares", async () => {
  const bomb = Buffer.from(zipSync({ ...book.parts, [SHEET]: new Uint8Array(220 * 1024 * 1024) }, { level: 9 }));
  expect(bomb.length).toBeLessThan(1024 * 1024);
  await refusalOf(bomb).toEqual(refuseFile("table-too-large", fileSentences.tooMuch));
  await refusalOf(declaring(bomb, 10)).toEqual(refuseFile("table-too-large", fileSentences.tooMuch));
  await expect(readTable(book.withSheet(book.sheet), { expanded: 1000 })).rejects.toEqual(
    refuseFile("table-too-large", fileSentences.tooMuch),
  );
}, 60_000);

test("thirty megabytes in which no element begins are refused at once", async () => {
  const begun = performance.now();
  await refusalOf(book.withSheet("\0".repeat(30 * 1024 * 1024))).toMatchObject({ code: "file-damaged" });
  expect(performance.now() - begun).toBeLessThan(20_000);
}, 60_000);

test.each([
  ["row a milliard", '<row r="1000000000"><c r="A1000000000"><v>1</v></c></row>'],
  ["row Infinity", '<row r="Infinity"><c r="A3"><v>1</v></c></row>'],
])(
  "a trap that fills the memory, %s, ends the process that it was opened in, and no other",
  async (_what, row) => {
    await refusalOf(book.withRows(row)).toEqual(refuseFile("table-too-large", fileSentences.tooMuch));
    expect(await cellsOf(book.withSheet(book.sheet))).toEqual([["SCI", "40"]]);
  },
  60_000,
);
