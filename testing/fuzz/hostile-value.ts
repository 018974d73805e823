import type { Chance } from "../../demo/chance.ts";

/** Texts that have broken other programs: of encodings, of SQL, of shells, of formats, of addresses and of numbers. */
export const naughtyTexts: readonly string[] = [
  ..."\u0000|Mu\u0000sa|\ud800|a\udfffb|\u202eevil|\u2066x\u2069|\u200b|\ufeff|\u3164|\u0007|\u001b[31m|\u0085|\u2028".split(
    "|",
  ),
  ...["😀", "👩‍👩‍👧‍👦", "ẹ́kọ́", "ƙauye", "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚", "ﷺ", "İ", "ß", "ﬀ", "٢٠٢٠", "１２３", "é", "e\u0301"],
  ...[
    "'",
    '"',
    "`",
    "\\",
    "';--",
    "' or 1=1--",
    '"; drop table portal.applicant;--',
    "1; select pg_sleep(10)",
    "%",
    "_",
    "%%%",
    "$1",
    "$$",
    "{}",
    "[]",
    "null",
    "undefined",
    "NaN",
    "true",
    "None",
    "nil",
  ],
  ...[
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "data:text/html,<b>",
    `$\{7*7}`,
    "{{7*7}}",
    "#{7*7}",
    "<%= 7*7 %>",
  ],
  ...[
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "/etc/passwd",
    "C:\\boot.ini",
    "file:///etc/passwd",
    "http://169.254.169.254/",
    "//evil.example",
    "\\\\evil.example\\x",
    "con",
    "a.php.jpg",
  ],
  ...["a@b.c\r\nBcc: x@y.example", "x\r\nSet-Cookie: a=b", "%0aBcc:x", "\n", "\t", " ", "   ", "", "a\nb"],
  ...["=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(1)", "\t=1"],
  ...[
    "0",
    "-0",
    "-1",
    "1e3",
    "1e400",
    "0x10",
    "007",
    "1,000",
    "99999999999999999999",
    "9007199254740993",
    "1e-7",
    "Infinity",
    "-Infinity",
    "1.7976931348623157e309",
  ],
  ...[
    "0000-00-00",
    "2026-02-30",
    "9999-12-31",
    "10000-01-01",
    "-0001-01-01",
    "2026-13-01",
    "2026-11-30T25:61:61Z",
    "275760-09-13",
    "infinity",
    "epoch",
    "now",
    "yesterday",
  ],
  ...["__proto__", "constructor", "toString", "hasOwnProperty", "_id", "then"],
  ...[
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "01900000-0000-7000-8000-00000000000G",
    "{01900000-0000-7000-8000-000000000000}",
    "x".repeat(64),
    "m".repeat(300),
    "Ọ".repeat(5_000),
    "(".repeat(60),
    "a".repeat(40).concat("!"),
    "((((((((((a+)+)+)+)+)+)+)+)+)+)$",
  ],
];

/** What stands where another type is expected. */
export const wrongTypes: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e21, 9_007_199_254_740_992, Number.MAX_VALUE, "", "x", [], ["x"], [null], [[]]],
  ...[{}, { toString: "x" }, { $ne: null }, { length: 5 }],
];

/** Identifiers that name nothing, in every way. */
export const oddIds: readonly string[] = [
  "01900000-0000-7000-8000-000000000000",
  ...[
    "0",
    "-1",
    "1e9",
    "NaN",
    "null",
    "undefined",
    "'",
    "../../etc/passwd",
    "..",
    ".",
    "%2e%2e",
    "123456789012",
    "x".repeat(250),
  ],
  ...["x".repeat(400), "\u0000", "\ud83d\ude00", "%", "%zz", "a/b", "__proto__", ";", "?", "#", " "],
];

/** Fields that only the server may set. */
export const serverFields = [
  "_id",
  "id",
  "applicant",
  "student",
  "verify",
  "role",
  "status",
  "isverified",
  "verifiedAt",
  "createdAt",
  "locked",
  "staff",
  "paid",
  "amount_kobo",
  "toString",
] as const;

type Body = Record<string, unknown>;
const isBody = (body: unknown): body is Body => typeof body === "object" && body !== null && !Array.isArray(body);

/** One field of a body put wrong: another type, or nothing at all. */
export function oneFieldBroken(body: unknown, chance: Chance): unknown {
  return withOneField(body, chance, () => (chance.happens(0.2) ? undefined : chance.one(wrongTypes)));
}

/** One text of a body replaced by one that nobody means. */
export const oneFieldNaughty = (body: unknown, chance: Chance): unknown =>
  withOneField(body, chance, () => chance.one(naughtyTexts));

/** One field at or just beyond what it may hold. */
export const oneFieldAtItsEdge = (body: unknown, chance: Chance): unknown =>
  withOneField(body, chance, (value) => {
    if (typeof value === "number")
      return chance.one([0, -1, value + 1, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_991, 0.1]);
    if (Array.isArray(value))
      return chance.one([[], [...value, ...value], Array.from({ length: 300 }, () => value[0] ?? "x")]);
    return "a".repeat(
      chance.one([0, 1, 2, 3, 30, 31, 60, 61, 64, 65, 120, 121, 200, 201, 300, 301, 1_000, 1_001, 2_001, 10_001]),
    );
  });

function withOneField(body: unknown, chance: Chance, other: (value: unknown) => unknown): unknown {
  if (!isBody(body) || Object.keys(body).length === 0) return other(body);
  const name = chance.one(Object.keys(body));
  const value = body[name];
  const inner = isBody(value) || (Array.isArray(value) && isBody(value[0])) ? chance.happens(0.6) : false;
  if (inner && Array.isArray(value))
    return { ...body, [name]: [withOneField(value[0], chance, other), ...value.slice(1)] };
  return { ...body, [name]: inner ? withOneField(value, chance, other) : other(value) };
}

/** A body as text that is no form at all. */
export function misshapenText(body: unknown, chance: Chance): string {
  const text = JSON.stringify(body ?? {});
  return chance.one([
    ...[
      "",
      "[]",
      "[{}]",
      '"x"',
      "null",
      "7",
      "true",
      "{",
      "}",
      "undefined",
      "{'a':1}",
      '{"a":1}{"b":2}',
      "\ufeff{}",
      '{"__proto__":{"a":1}}',
    ],
    ...[
      text.slice(0, -1),
      `${text},`,
      text.replace("{", '{"a":1,"a":2,'),
      `${"[".repeat(30)}${"]".repeat(30)}`,
      `{"a":${"[".repeat(25)}${"]".repeat(25)}}`,
    ],
    ...[
      '{"constructor":{"prototype":{"a":1}}}',
      '{"a":"\\ud800"}',
      '{"a":1e999}',
      `{"${"k".repeat(3_000)}":1}`,
      `{"a":"${"m".repeat(70_000)}"}`,
    ],
  ]);
}
