import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvOf, readTable } from "./table-file.server.ts";

async function* inBatches<T>(rows: readonly T[], size = 2) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
const written = (headings: string[], rows: unknown[][], note?: string) =>
  buffer(csvOf(headings, inBatches(rows), note));

test("a file has its mark, its note, and cells that Excel neither runs nor changes", async () => {
  const rows = [
    ["=1+1", "+2348031234567", "08031234567", "2348031234567"],
    ["-5", -5, "-x", "@x"],
    ["12E3", "3/4", "2024/2025", "12"],
    [true, false, null, undefined],
    [new Date("2026-02-03T10:20:30Z"), 1e21, 12345678901234n, "a,b"],
  ];
  expect(await written(["A", "B", "C", "D"], rows, "Applications:\nstatus is 1, newest first")).toEqual(
    Buffer.from(
      `${[
        '\uFEFF"# Applications: status is 1, newest first"',
        "A,B,C,D",
        `'=1+1,"=""+2348031234567""","=""08031234567""","=""2348031234567"""`,
        "-5,-5,'-x,'@x",
        '"=""12E3""","=""3/4""",2024/2025,12',
        "Yes,No,,",
        '2026-02-03T10:20:30.000Z,1000000000000000000000,12345678901234,"a,b"',
      ].join("\r\n")}\r\n`,
    ),
  );
});

const pieces = [
  "'",
  "=",
  "+",
  "-",
  "@",
  "#",
  "\t",
  "\r",
  "\n",
  '"',
  ",",
  ";",
  " ",
  "0",
  "12",
  "E",
  "/",
  ".",
  "\uFF1D",
  "é",
];
const cell = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(...pieces), maxLength: 12 }),
  fc.stringMatching(/^\+?0?\d{0,45}$/),
  fc.constantFrom("#N/A", "####", "2.3E+12", '="x"', "sep=;", "Yes"),
);
// PostgreSQL keeps no text with the sign 0 either.
const kept = cell.map((cell) => cell.replaceAll("\0", ""));

const table = fc
  .uniqueArray(
    kept.map((heading) => heading.trim()).filter((heading) => heading !== ""),
    { minLength: 1, maxLength: 4, selector: (heading) => heading.toLowerCase() },
  )
  .chain((headings) =>
    fc.record({
      headings: fc.constant(headings),
      note: fc.option(kept, { nil: undefined }),
      rows: fc.array(
        fc
          .array(kept, { minLength: headings.length, maxLength: headings.length })
          .filter((row) => row.some((one) => one.trim() !== "")),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  );

test("what was written is read again as it was", async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ headings, rows, note }) => {
      const read = await readTable(await written(headings, rows, note));
      expect(read.headings).toEqual(headings);
      expect(read.rows.map(({ cells }) => cells)).toEqual(rows);
    }),
    { numRuns: 1000 },
  );
});

test("rows are taken no faster than the receiver takes them, and let go when it goes away", async () => {
  let taken = 0;
  let ended = false;
  async function* rows() {
    try {
      for (; ; taken += 1) yield Array.from({ length: 100 }, () => ["x".repeat(100), taken]);
    } finally {
      ended = true;
    }
  }
  const file = csvOf(["A", "B"], rows());
  await once(file, "readable");
  file.read(1);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(taken).toBeLessThan(30);
  file.destroy();
  await once(file, "close");
  expect(ended).toBe(true);
});

test("a million rows go through in the memory of a few", async () => {
  async function* rows() {
    for (let batch = 0; batch < 1000; batch += 1) yield Array.from({ length: 1000 }, (_, nth) => [batch, nth, "Musa"]);
  }
  let lines = 0;
  let most = 0;
  for await (const chunk of csvOf(["A", "B", "C"], rows())) {
    lines += chunk.toString().split("\r\n").length - 1;
    most = Math.max(most, chunk.length);
  }
  expect(lines).toBe(1_000_001);
  expect(most).toBeLessThan(1024 * 1024);
});

test("a failing read ends the file with its error", async () => {
  async function* rows() {
    yield [[1]];
    throw new Error("the database went away");
  }
  await expect(buffer(csvOf(["A"], rows()))).rejects.toThrow("the database went away");
});
