import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Person, signedInApplicant } from "../../../testing/applicant.ts";
import { type HostileFile, hostileFiles, MARK } from "../../../testing/hostile-files.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sendFile } from "../../../testing/upload.ts";
import { pdfTrouble } from "./pdf/pdf.server.ts";

let portal: TestPortal;
let people: Person[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  people = await Promise.all([1, 2, 3].map(() => signedInApplicant(portal)));
});
afterAll(() => portal.stop());

const files = await hostileFiles();
const types = {
  photo: "Please upload a JPEG, JPG, or PNG image",
  document: "Please upload a JPEG, JPG, or PNG image, or a PDF file",
};

const kept = () => {
  const folder = join(portal.config.dataDir, "files");
  return readdirSync(folder).map((name) => readFileSync(join(folder, name)));
};

test("there are at least sixty hostile files", () => {
  expect(files.length).toBeGreaterThanOrEqual(60);
});

for (const [place, file] of files.entries()) {
  test(`${file.what}: ${file.fate}`, async () => {
    const { status, body } = await sendFile(portal, chosen(place), file.field, file.bytes, "me.jpg");
    if (file.fate === "drawn") {
      expect(body).toMatchObject({ type: "success" });
      return;
    }
    expect(status).toBe(500);
    expect(body).toMatchObject({ type: "error", errors: { [file.field]: body.message } });
    expect(body.code === "file-of-other-kind").toBe(file.fate === "type");
    if (file.fate !== "type")
      expect(["file-damaged", "file-unsafe", "picture-too-small", "picture-too-large"]).toContain(body.code);
    expect(body.reference).toBeUndefined();
    expect(body.message === types[file.field]).toBe(file.fate === "type");
  });
}

// An applicant may send sixty files an hour.
const chosen = (place: number) => people[Math.floor(place / 50)] as Person;

test("nothing is stored as it was sent, and nothing that was carried survives", async () => {
  const stored = kept();
  expect(stored).toHaveLength(files.filter(({ fate }) => fate === "drawn").length);
  for (const bytes of stored) {
    expect(files.some((file: HostileFile) => file.bytes.equals(bytes))).toBe(false);
    expect(bytes.includes("canary-7f3a") || bytes.includes(MARK.slice(0, 5))).toBe(false);
    const { format, space, exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata();
    expect(format).toBe("jpeg");
    expect(["srgb", "b-w"]).toContain(space);
    expect([exif, xmp, iptc, icc, orientation].filter((rest) => rest !== undefined)).toEqual([]);
  }
});

const packed = (objects: string) => {
  const body = deflateSync(objects).toString("latin1");
  return `<< /Type /ObjStm /Filter /FlateDecode /Length ${body.length} >>\nstream\n${body}\nendstream\n`;
};

test.each([
  ["one stream of nothing but codes of names", packed("#41".repeat(5_500_000))],
  ["four megabytes of codes, just within the limit", packed("#41".repeat(1_390_000))],
  ["two megabytes of codes outside", "#41".repeat(690_000)],
  ["twenty thousand tiny streams", packed("/Page").repeat(20_000)],
])("a PDF of %s is judged in a moment", (_what, objects) => {
  const pdf = Buffer.from(`%PDF-1.7\n${objects}%%EOF`, "latin1");
  const before = process.threadCpuUsage();
  expect(pdfTrouble(pdf)).toBeDefined();
  // Of the processor, in microseconds: how busy the machine is plays no part.
  expect(process.threadCpuUsage(before).user).toBeLessThan(300_000);
});

/** As Word writes one: each page with sixty marks for screen readers, a hundred objects packed together. */
function book(pages: number): Buffer {
  const parts = ["%PDF-1.7\n"];
  for (let page = 0; page < pages; page += 1) {
    parts.push(`${page} 0 obj<</Length 9000>>\nstream\n${"\x80".repeat(9_000)}\nendstream endobj\n`);
    const marks = `<</P 12345 0 R/S/P/Type/StructElem/ID(node${page})/K[ 1] /Pg ${page} 0 R/A<</O/Layout>>>>\n`.repeat(
      30,
    );
    const own = `<</Type/Page/Parent 2 0 R/Contents ${page} 0 R/Tabs/S/StructParents ${page}>>\n`;
    parts.push(packed(own + marks), packed(marks));
  }
  return Buffer.from(`${parts.join("")}%%EOF`, "latin1");
}

test("a long book is taken as a material, and what fills ten megabytes to no end is judged in a moment", () => {
  const pages = book(900);
  expect(pages.length).toBeGreaterThan(8_000_000);
  expect(pdfTrouble(pages)).toBeUndefined();
  const filling = `1 0 obj<<>>\nstream\n${"\x80".repeat(10_000_000)}\nendstream endobj\n`;
  for (const trap of [
    packed("#41".repeat(6_500_000)),
    packed("#41".repeat(8_000_000)),
    packed("/Page").repeat(3_000),
  ]) {
    const pdf = Buffer.from(`%PDF-1.7\n${filling}${trap}%%EOF`, "latin1");
    const before = process.threadCpuUsage();
    expect(pdfTrouble(pdf)).toBeDefined();
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_500_000);
  }
});

const opened = (catalog: string, object = "") =>
  pdfTrouble(
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R>>endobj\n${object}\n%%EOF`,
      "latin1",
    ),
  );

test.each([
  ["leads to an address", "/OpenAction 4 0 R", "4 0 obj<</S/URI/URI(http://evil.example)>>endobj"],
  ["leads to an address at once", "/OpenAction<</Type/Action/S/URI/URI(http://evil.example)>>", ""],
  ["leads to an address behind a remark", "/OpenAction%x\n4 0 R", "4 0 obj<</S/URI/URI(http://x)>>endobj"],
  ["leads to an address from packed objects", "/OpenAction 4 0 R", packed("4 0 <</S/URI/URI(http://x)>>")],
  ["prints", "/OpenAction 4 0 R", "4 0 obj<</S/Named/N/Print>>endobj"],
  ["opens another file", "/OpenAction 4 0 R", "4 0 obj<</S/GoToR/F(http://evil.example/x.pdf)>>endobj"],
  [
    "leads to an address after a page of its own",
    "/OpenAction 4 0 R",
    "4 0 obj<</S/GoTo/D[3 0 R /Fit]/Next<</S/URI/URI(http://x)>>>>endobj",
  ],
  [
    "leads to an address after a page of its own at once",
    "/OpenAction<</S/GoTo/D[3 0 R /Fit]/Next 4 0 R>>",
    "4 0 obj<</S/URI/URI(http://x)>>endobj",
  ],
  ["leads to an article", "", "4 0 obj<</S/Thread/F(http://x)>>endobj"],
  ["shows a film", "", "5 0 obj<</Subtype/Movie/Movie<</F(http://x)>>>>endobj"],
  ["acts when its page is shown", "", "4 0 obj<</Type/Page/AA<</O 5 0 R>>>>endobj"],
  ["has more beginnings than anybody saves", "/OpenAction[3 0 R /Fit]".repeat(30), ""],
])("a PDF that %s by itself is refused", (_what, catalog, object) => {
  expect(opened(catalog, object)).toContain("holds programs or other files");
});

test.each([
  ["opens at a page of its own", "/OpenAction[3 0 R /XYZ null null 0]", ""],
  ["opens there by an action", "/OpenAction 4 0 R", "4 0 obj<</D[3 0 R /Fit]/S/GoTo>>endobj"],
  [
    "opens there with outlines behind it",
    "/OpenAction 4 0 R",
    "4 0 obj<</D[3 0 R /Fit]/S/GoTo>>endobj 5 0 obj<</Title(One)/Next 6 0 R>>endobj",
  ],
  ["opens there by a place elsewhere", "/OpenAction 4 0 R", "4 0 obj[3 0 R /Fit]endobj"],
  ["opens there by packed objects", "/OpenAction 4 0 R", packed("4 0 <</S/GoTo/D[3 0 R /Fit]>>")],
  ["has a link to press", "", "4 0 obj<</Type/Annot/Subtype/Link/A<</S/URI/URI(https://jamb.gov.ng)>>>>endobj"],
  ["has articles", "/Threads 4 0 R", "4 0 obj[]endobj"],
])("a PDF that %s is a paper", (_what, catalog, object) => {
  expect(opened(catalog, object)).toBeUndefined();
});

const catalogue = (...rest: string[]) => ["1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj", ...rest];
const leaf = (number: number) => `${number} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj`;
const tree = ["2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj", leaf(3)];
const judged = (...objects: string[]) =>
  pdfTrouble(Buffer.from(`%PDF-1.5\n${objects.join("\n")}\ntrailer\n<</Root 1 0 R>>\n%%EOF\n`, "latin1"));

const stream = (number: number, dictionary: string, body: Buffer) =>
  `${number} 0 obj<<${dictionary}/Length ${body.length}>>stream\n${body.toString("latin1")}\nendstream endobj`;

const script = "1 0 5 60 ".concat(
  "<</Type/Catalog/Pages 2 0 R/OpenAction 5 0 R>>".padEnd(60),
  "<</S/JavaScript/JS(app.alert(1))>> ",
);
const twice = (text: string) => deflateSync(deflateSync(text));
const remote = "<</S/GoToR/F(//10.0.0.1/a.pdf)/D[0/Fit]>>";
const inTexts = (trap: string) => `1 0 obj<</Type/Catalog/Pages 2 0 R/X(>>stream)${trap}/Y(endstream)>>endobj`;

test.each([
  [
    "a script that is packed twice",
    [...tree, stream(9, "/Type/ObjStm/N 2/First 9/Filter[/FlateDecode/FlateDecode]", twice(script))],
  ],
  [
    "a script behind a filter named elsewhere",
    [...tree, stream(9, "/Type/ObjStm/N 2/First 9/Filter 8 0 R", twice(script))],
  ],
  [
    "a script in packed objects that do not say so",
    [...tree, stream(9, "/N 2/First 9/Filter/FlateDecode", deflateSync(script))],
  ],
  [
    "packed objects with a predictor",
    [
      ...tree,
      stream(9, "/Type/ObjStm/N 2/First 9/Filter/FlateDecode/DecodeParms<</Predictor 12>>", deflateSync(script)),
    ],
  ],
  ["a way to another file between texts", [inTexts(`/OpenAction${remote}`), ...tree]],
  ["a way to another file between longer brackets", [inTexts(`/Z(>>>stream)/OpenAction${remote}`), ...tree]],
  [
    "a way to another file between remarks",
    [`1 0 obj<</Type/Catalog/Pages 2 0 R %>>stream\n/OpenAction${remote}%endstream\n>>endobj`, ...tree],
  ],
  ["files between texts", [inTexts("/Names<</EmbeddedFiles<</Names[(a) 9 0 R]>>>>"), ...tree]],
  ["an object in a text", [...catalogue(...tree), `(4 0 obj<<%)>>stream\n/OpenAction${remote}%endstream\n>>endobj`]],
  [
    "an object in a remark",
    [...catalogue(...tree), `%4 0 obj<</X(\n>>stream)/OpenAction${remote}/Y(endstream)>>endobj`],
  ],
  [
    "an object in a stream",
    [
      ...catalogue(...tree),
      `7 0 obj<<>>stream\n4 0 obj<</X(\nendstream>>stream)/OpenAction${remote}/Y(endstream)>>endobj`,
    ],
  ],
  [
    "references that unpack to sixteen megabytes",
    [
      ...catalogue(...tree),
      stream(8, "/Type/XRef/Size 9/W[1 4 2]/Filter/FlateDecode", deflateSync(Buffer.alloc(2 ** 24))),
    ],
  ],
  [
    "references that are packed twice",
    [
      ...catalogue(...tree),
      stream(8, "/Type/XRef/Size 9/W[1 4 2]/Filter[/FlateDecode/FlateDecode]", twice(" ".repeat(2 ** 20))),
    ],
  ],
  [
    "references that are called so elsewhere",
    [
      ...catalogue(...tree),
      stream(8, "/Type 7 0 R/Filter[/FlateDecode/FlateDecode]", twice(" ")),
      "7 0 obj/XRef endobj",
    ],
  ],
])("a PDF that hides %s is refused", (_what, objects) => {
  expect(judged(...objects)).toContain("holds programs or other files");
});

test.each([
  [
    "doubles its pages",
    [
      ...Array.from({ length: 28 }, (_, n) => `${2 + n} 0 obj<</Type/Pages/Kids[${3 + n} 0 R ${3 + n} 0 R]>>endobj`),
      leaf(30),
    ],
  ],
  [
    "doubles them by turns",
    [
      "2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]>>endobj",
      "3 0 obj<</Kids[5 0 R]>>endobj",
      "4 0 obj<</Kids 6 0 R>>endobj",
      "6 0 obj[5 0 R]endobj",
      leaf(5),
    ],
  ],
  [
    "doubles them by packed objects",
    [stream(9, "/Type/ObjStm/N 1/First 4", Buffer.from("2 0 <</Type/Pages/Kids[3 0 R 3 0 R]>>")), leaf(3)],
  ],
  ["is its own page", ["2 0 obj<</Type/Pages/Kids[2 0 R 3 0 R]>>endobj", leaf(3)]],
  ["has none", ["2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj 4 0 obj/Page endobj"]],
])("a PDF whose tree of pages %s is refused", (_what, objects) => {
  expect(judged(...catalogue(...objects))).toContain("is damaged");
});

test.each([
  [
    "references packed once",
    [
      ...tree,
      stream(
        8,
        "/Type/XRef/Size 9/W[1 4 2]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 7>>",
        deflateSync(Buffer.alloc(8_000)),
      ),
    ],
  ],
  [
    "brackets and the word stream in its texts",
    [...tree, "4 0 obj<</Title(a \\( b \\) (c) >>stream) /Hex<48 65>/K(endstream)>>endobj"],
  ],
  [
    "a tree that was saved twice",
    [...tree, ...tree, "2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj", leaf(4)],
  ],
  [
    "a tree among packed objects",
    [
      stream(
        9,
        "/Type/ObjStm/N 2/First 9/Filter[/FlateDecode]",
        deflateSync("2 0 3 36 <</Type/Pages/Kids[3 0 R]/Count 1>> <</Type/Page/Parent 2 0 R>>"),
      ),
    ],
  ],
])("a PDF with %s is a paper", (_what, objects) => {
  expect(judged(...catalogue(...objects))).toBeUndefined();
});

test("the next honest upload works", async () => {
  const { bytes } = files.find(({ fate }) => fate === "drawn") as HostileFile;
  expect((await sendFile(portal, people[2] as Person, "photo", bytes, "me.jpg")).body.type).toBe("success");
});
