import { expect, test } from "vitest";
import type { Refusal, RefusalCode } from "#kit/wire/refusal.server.ts";
import { fileSentences } from "./table-file.limits.server.ts";
import { readTable } from "./table-file.server.ts";

const read = (text: string, encoding: BufferEncoding = "utf8") => readTable(Buffer.from(text, encoding));
const refused = async (bytes: Buffer | string, limits = {}) =>
  readTable(Buffer.from(bytes as string), limits).then(
    () => null,
    (error) => {
      expect(error).toMatchObject({ status: 500, errors: { file: error.message } });
      return error as Refusal;
    },
  );

const twoRows = {
  headings: ["Code", "Name"],
  rows: [
    { number: 2, cells: ["SCI", "Zoë’s Café"] },
    { number: 3, cells: ["ART", "Arts"] },
  ],
};
const text = "Code,Name\r\nSCI,Zoë’s Café\r\nART,Arts\r\n";
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

test.each<[string, Buffer]>([
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with its mark", Buffer.from(`\uFEFF${text}`)],
  ["UTF-16 as Excel's Unicode text", Buffer.from(`\uFEFF${text.replaceAll(",", "\t")}`, "utf16le")],
  ["UTF-16 the other way round", swapped(Buffer.from(`\uFEFF${text}`, "utf16le"))],
  ["Windows-1252", Buffer.from(text.replace("’", "\x92"), "latin1")],
  ["semicolons", Buffer.from(text.replaceAll(",", ";"))],
  ["tabs", Buffer.from(text.replaceAll(",", "\t"))],
  ["line feeds alone", Buffer.from(text.replaceAll("\r", ""))],
  ["carriage returns alone", Buffer.from(text.replaceAll("\n", ""))],
  ["line ends of every kind", Buffer.from(text.replace("’s Café\r\n", "’s Café\n"))],
  ["a carriage return, then line feeds", Buffer.from(text.replace("Name\r\n", "Name\r").replaceAll("\r\n", "\n"))],
  ["Excel's line that names the separator", Buffer.from(`sep=;\r\n${text.replaceAll(",", ";")}`)],
  ["every cell in quotes", Buffer.from(text.replace(/[^,\r\n]+/g, '"$&"'))],
  ["headings with blanks around them", Buffer.from(text.replace("Code,Name", " Code , Name"))],
  ["empty columns to the right", Buffer.from(text.replaceAll("\r\n", ",,\r\n"))],
])("%s is read", async (_what, bytes) => {
  expect(await readTable(bytes)).toEqual(twoRows);
});

test("Latin-1 without signs of Windows is read", async () => {
  expect((await read("Code;Name\nA;Élève à Kano", "latin1")).rows[0]?.cells).toEqual(["A", "Élève à Kano"]);
});

test("the separator is that of the headings: not of a note above, of quotes, or of cells", async () => {
  const { headings, rows } = await read('# a,b,c,d\n"# and, so on";;\n\n"Code, or so";Name\n1,5;"x;y"\n');
  expect([headings, rows]).toEqual([["Code, or so", "Name"], [{ number: 5, cells: ["1,5", "x;y"] }]]);
});

test("quotes that a quoted heading holds hide no separator", async () => {
  expect((await read('"""; of"" it",0\n1,2\n')).headings).toEqual(['"; of" it', "0"]);
});

test("quotes hold quotes and line breaks; blank rows are left out, and the numbers stay the spreadsheet's", async () => {
  const { rows } = await read('a,b\n"one\nline, ""quoted""",2\n\n,\n5" pipe,x\n');
  expect(rows).toEqual([
    { number: 2, cells: ['one\nline, "quoted"', "2"] },
    { number: 5, cells: ['5" pipe', "x"] },
  ]);
});

test.each<[string, RefusalCode, string | Buffer, string]>([
  ["an empty file", "file-empty", "", fileSentences.empty],
  ["nothing but blanks", "file-empty", "\n , \n\n", fileSentences.empty],
  ["only headings", "table-without-rows", "Code,Name\n", fileSentences.noRows],
  ["a short row", "row-of-other-length", "a,b,c\n1,2,3\n4,5\n", "Row 3 has 2 of 3 cells. Correct"],
  [
    "a long row",
    "row-of-other-length",
    "a,b\n1,2,,x\n",
    "Row 2 has something in column D, but no heading stands above it",
  ],
  [
    "a title above the headings",
    "row-of-other-length",
    "Bank\nDay,Paid\n1,2\n",
    "If row 2 holds the headings, delete the rows above it",
  ],
  [
    "a quote that is not closed",
    "quotation-mark-open",
    'a,b\n1,2\n3,"x\n4,5\n6,7\n',
    'Row 3 has a quotation mark (") that is not closed',
  ],
  [
    "one that swallows megabytes",
    "quotation-mark-open",
    `a\n1\n"x${"\nyes".repeat(500_000)}`,
    "Row 3 has a quotation mark",
  ],
  ["two headings alike", "heading-twice", "Code,Name,code\n1,2,3\n", "“code” stands in column A and again in column C"],
  ["a column without heading", "heading-missing", "Code,,Name\n1,2,3\n", "Column B has no heading in row 1"],
  [
    "an error of a formula",
    "cell-unreadable",
    "a,b\n1,#REF!\n",
    "Row 2, column “b”: the formula has no result (#REF!)",
  ],
  [
    "a number that Excel has shortened",
    "cell-unreadable",
    "a,Phone\n1,2.34803E+12\n",
    "Row 2, column “Phone”: Excel has shortened",
  ],
  [
    "a value that did not fit",
    "cell-unreadable",
    "Born\n########\n",
    "Row 2, column “Born”: the column was too narrow",
  ],
  ["a web page", "file-of-other-kind", '<html><table><tr><td class="a">', fileSentences.webPage],
  ["an XML workbook", "file-of-other-kind", '<?xml version="1.0"?><Workbook>', fileSentences.webPage],
  ["a PDF", "file-of-other-kind", "%PDF-1.7\n", fileSentences.pdf],
  [
    "a picture",
    "file-of-other-kind",
    Buffer.from("89504e470d0a1a0a0000000d49484452000000010000", "hex"),
    fileSentences.picture,
  ],
  ["an old workbook", "file-of-other-kind", Buffer.from("d0cf11e0a1b11ae10000", "hex"), fileSentences.oldWorkbook],
  ["UTF-16 without its mark", "file-of-other-kind", Buffer.from("a,b\n1,2\n", "utf16le"), fileSentences.noTable],
  [
    "UTF-32",
    "file-of-other-kind",
    Buffer.from("fffe0000610000002c000000620000000a000000", "hex"),
    fileSentences.noTable,
  ],
  ["half a sign of UTF-16", "file-of-other-kind", Buffer.from("fffe610000d8", "hex"), fileSentences.noTable],
  ["Shift-JIS", "file-of-other-kind", Buffer.from("8365815b83750a2c", "hex"), fileSentences.noTable],
  [
    "a mark of UTF-8 before something else",
    "file-of-other-kind",
    Buffer.from("efbbbf61e90a31", "hex"),
    fileSentences.noTable,
  ],
])("%s is refused with what to do", async (_what, code, bytes, sentence) => {
  expect(await refused(bytes)).toMatchObject({ code, message: expect.stringContaining(sentence) });
});

test("a locked workbook says that it is locked", async () => {
  const locked = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.from("EncryptedPackage", "utf16le")]);
  expect(await refused(locked)).toMatchObject({ code: "file-locked", message: fileSentences.locked });
});

test("a table that begins like a picture or a packed file is a table", async () => {
  expect((await read("PK,Name\n1,Musa\n")).headings).toEqual(["PK", "Name"]);
  expect((await read("BMI,Name\n21,Musa\n")).headings).toEqual(["BMI", "Name"]);
});

test("of a kind whose headings are known, what stands above them is passed over, whatever separates it", async () => {
  const above = 'First Bank, Gwagwalada\nAccount;"20, 30"\n\n';
  const isHead = (cells: readonly string[]) => cells.includes("Paid, all");
  const found = await readTable(Buffer.from(`${above}Day;"Paid, all";What\n1;2;x\n`), {}, isHead);
  expect(found).toEqual({ headings: ["Day", "Paid, all", "What"], rows: [{ number: 5, cells: ["1", "2", "x"] }] });
  expect((await readTable(Buffer.from("a;b\n1;2\n"), {}, isHead)).headings).toEqual(["a", "b"]);
});

test("every limit has its sentence", async () => {
  expect(await refused("a\n1\n2\n3\n", { rows: 2 })).toMatchObject({
    code: "table-too-large",
    message: expect.stringContaining("more than 2 rows. Split it"),
  });
  expect(await refused("a\n\n\n\n1\n", { rows: 2 })).toMatchObject({
    code: "table-too-large",
    message: expect.stringContaining("more than 2 blank rows between the others. Delete"),
  });
  expect(await refused("#\n#\n#\na\n1\n", { rows: 2 })).toMatchObject({
    code: "table-too-large",
    message: expect.stringContaining("more than 2 blank rows"),
  });
  expect(await refused("a,b,c\n1,2,3\n", { columns: 2 })).toMatchObject({
    code: "table-too-large",
    message: expect.stringContaining("more than 2 columns"),
  });
  expect(await refused("a,b\n1,xxxxx\n", { cell: 4 })).toMatchObject({
    code: "cell-unreadable",
    message: "Row 2, column “b”: the cell has more than 4 characters. Shorten it",
  });
  expect(await refused(Buffer.alloc(20 * 1024 * 1024 + 1, "a"))).toMatchObject({
    code: "file-too-large",
    message: expect.stringContaining("larger than 20 MB. Split"),
  });
  expect(await refused("xxxxx\n1\n", { cell: 4 })).toMatchObject({
    code: "heading-too-long",
    message: expect.stringContaining("The heading of column A is too long"),
  });
});

/** Reads, and counts the work: lines that were looked at, turns that others had meanwhile, and the most lines between two. */
async function counted(text: string, limits = {}) {
  let [lines, turns, since, most] = [0, 0, 0, 0];
  // Whether its sender is still there is asked at each line.
  const sender = {
    get destroyed() {
      lines += 1;
      since += 1;
      most = Math.max(most, since);
      return false;
    },
  };
  let isReading = true;
  const takeTurn = () => {
    turns += 1;
    since = 0;
    if (isReading) setImmediate(takeTurn);
  };
  setImmediate(takeTurn);
  const found = await readTable(Buffer.from(text), limits, undefined, sender).catch((refusal: Error) => refusal);
  isReading = false;
  return { found, lines, turns, most };
}

test("100,000 rows are read while others are served", async () => {
  const rows = Array.from({ length: 100_000 }, (_, nth) => `${nth},Name ${nth},0803${nth},"a, ${nth}",e,f,g,h`);
  const { found, turns } = await counted(`a,b,c,d,e,f,g,h\n${rows.join("\n")}`);
  expect(turns).toBeGreaterThan(2_000);
  expect(found).toMatchObject({ rows: { length: 100_000, 99999: { number: 100_001 } } });
});

test.each([
  ["line feeds", "\n"],
  ["separators", ",,,,\n"],
])("a file of %s is refused at the cost of its rows, not of its bytes", async (_what, line) => {
  const blank = line.repeat((5 * 1024 * 1024) / line.length);
  const { found, lines, most } = await counted(`Code,Name\n${blank}SCI,Sciences\n`, { rows: 5_000 });
  expect(found).toMatchObject({ code: "table-too-large", message: expect.stringContaining("5,000 blank rows") });
  // The headings, and one more than may be.
  expect(lines).toBe(5_002);
  expect(most).toBeLessThan(2_100);
});

test("the million blank rows that Excel adds below a table cost nothing", async () => {
  const { found, lines } = await counted(`Code,Name\nSCI,Zoë’s Café\nART,Arts\n${",\r\n".repeat(1_048_573)}`);
  expect([found, lines]).toEqual([twoRows, 3]);
});

test("twenty megabytes of nothing are refused without a line being read", async () => {
  const { found, lines } = await counted(",".repeat(20 * 1024 * 1024));
  expect(found).toMatchObject({ message: fileSentences.empty });
  expect(lines).toBe(0);
});
