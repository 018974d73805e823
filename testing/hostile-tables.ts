import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { MARK } from "./hostile-files.ts";
import { declaring, SHEET, smallBook } from "./workbook.ts";

/** Files that call themselves tables, and what a program might stumble over in them. */
export async function hostileTables(): Promise<readonly (readonly [what: string, bytes: Buffer])[]> {
  const book = await smallBook();
  const text = (what: string, content: string) => [what, Buffer.from(content)] as const;
  const packed = (what: string, parts: Record<string, Uint8Array>) => [what, Buffer.from(zipSync(parts))] as const;
  const whole = book.withSheet(book.sheet);
  const entity = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd"><!ENTITY c "${"&b;".repeat(50)}">]>`;
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
  return [
    text("nothing at all", ""),
    text("a byte order mark and nothing", "\uFEFF"),
    text("only line ends", "\r\n\r\n\n\r"),
    text("NULs", "\0".repeat(5_000)),
    text("a heading with a NUL", "co\0de,name\r\nA,B\r\n"),
    text("a quote that never ends", `code,name\r\n"A,B\r\n${"x,y\r\n".repeat(2_000)}`),
    text("quotes in quotes", 'code,name\r\n"A""",""""\r\n"""",""\r\n'),
    text("one cell of a megabyte", `code,name\r\n${"m".repeat(1_000_000)},B\r\n`),
    text("twenty thousand columns", `${"code,".repeat(20_000)}\r\nA\r\n`),
    text("two hundred thousand empty lines", `code,name\r\n${",\r\n".repeat(200_000)}`),
    text("formulas", `code,name\r\n=cmd|' /C calc'!A0,+1+1\r\n@SUM(1),-1\r\n`),
    text("markup", `code,name\r\n${MARK},<img src=x onerror=alert(1)>\r\n`),
    text("a page", `<!doctype html><title>x</title><table><tr><td>code</td></tr></table>${MARK}`),
    text("a heading called __proto__", "__proto__,constructor,toString\r\n1,2,3\r\n"),
    text("the same heading twice", "code,code\r\nA,B\r\n"),
    text("no heading that is known", "a,b\r\n1,2\r\n"),
    text("semicolons", "code;name\r\nA;B\r\n"),
    text("words that turn round", "code,name\r\n\u202Egnp.exe,\u200B\r\n"),
    ["UTF-16", Buffer.from("\uFEFFcode,name\r\nA,B\r\n", "utf16le")] as const,
    ["Latin-1", Buffer.from("code,name\r\nA,\xe9\xff\xfe\r\n", "latin1")] as const,
    ["half a letter", Buffer.concat([Buffer.from("code,name\r\nA,"), Buffer.from([0xf0, 0x9f])])] as const,
    ["a program", Buffer.concat([Buffer.from("4d5a90000300000004000000", "hex"), Buffer.from(MARK)])] as const,
    ["a packed text", gzipSync("code,name\r\nA,B\r\n")] as const,
    ["an old workbook", Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)])] as const,
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")] as const,
    ["half a workbook", whole.subarray(0, whole.length / 2)] as const,
    ["a workbook's first bytes", whole.subarray(0, 30)] as const,
    ["a workbook whose parts lie about their size", declaring(whole, 10)] as const,
    ["a workbook whose parts claim four gigabytes", declaring(whole, 0xffffffff)] as const,
    packed("an archive of no parts", {}),
    packed("an archive of a page", { "index.html": strToU8(MARK) }),
    packed("an archive that climbs out", { "../../../../tmp/canary-7f3a": strToU8(MARK), ...book.parts }),
    packed("a workbook with a macro", { ...book.parts, "xl/vbaProject.bin": strToU8(MARK) }),
    packed("a workbook without sheets", {
      "[Content_Types].xml": book.parts["[Content_Types].xml"] ?? new Uint8Array(),
    }),
    packed("a workbook in a workbook", { [SHEET]: new Uint8Array(whole) }),
    packed("a bomb of thirty megabytes", { ...book.parts, [SHEET]: new Uint8Array(30 * 1024 * 1024) }),
    packed("a workbook of two thousand parts", {
      ...book.parts,
      ...Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`xl/media/${n}.xml`, strToU8("x")])),
    }),
    ["a sheet with an outside entity", book.withSheet(entity + book.sheet)] as const,
    [
      "a sheet of a billion laughs",
      book.withSheet(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]>${book.sheet}`),
    ] as const,
    ["a sheet that is no XML", book.withSheet(MARK)] as const,
    ["a sheet cut short", book.withSheet(book.sheet.slice(0, book.sheet.length / 2))] as const,
    ["a sheet nested ten thousand deep", book.withSheet(`${"<row>".repeat(10_000)}`)] as const,
    ["a row of no number", book.withRows('<row r="x"><c r="x"><v>1</v></c></row>')] as const,
    [
      "a cell of an unknown kind",
      book.withRows('<row r="3"><c r="A3" t="zz" s="999"><v>999999</v></c></row>'),
    ] as const,
    [
      "a cell that is a formula",
      book.withRows('<row r="3"><c r="A3"><f>HYPERLINK("//evil.example")</f><v>1</v></c></row>'),
    ] as const,
  ];
}

/** How people, and those who mean harm, call a file. */
export const hostileNames: readonly string[] = [
  ..."../../x.php|..\\..\\x.php|/etc/passwd|C:\\x.exe|a.php.jpg|a.jpg.php|a.php%00.jpg|.htaccess|..|.|con.jpg".split(
    "|",
  ),
  ...[
    "a\u0000.jpg",
    'a".jpg',
    "a\r\nSet-Cookie: x=y.jpg",
    "\u202Egpj.exe",
    `${"x".repeat(5_000)}.jpg`,
    "",
    " ",
    "<script>.jpg",
  ],
  ...["=cmd.jpg", "'; drop table.jpg", "#{7*7}.jpg", "é😀ọ.jpg", "a;b=c.jpg", "%2e%2e%2fx.jpg"],
];
