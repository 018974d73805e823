import { expect, test } from "vitest";
import { bareCode, groupedCode, paperCodeShape } from "./papers.code.rules.ts";
import { paperAddress, signedPaper } from "./papers.server.ts";

const config = { publicUrl: "https://portal.example.edu.ng", secret: "a secret of at least thirty-two letters" };
const rrr = "280007982070";
const address = paperAddress(config, "F", rrr);
const code = address.slice(address.lastIndexOf("/") + 1);
const read = (typed: string, secret = config.secret) => signedPaper({ secret }, bareCode(typed));

test("a code names its paper, and stays the same from one printing to the next", () => {
  expect(address).toMatch(/^https:\/\/portal\.example\.edu\.ng\/genuine\/F-2800-0798-2070(-[0-9A-HJKMNP-TV-Z]{4}){5}$/);
  expect(paperAddress(config, "F", rrr)).toBe(address);
  expect(read(code)).toEqual({ kind: "F", about: rrr });
  expect(groupedCode(bareCode(code))).toBe(code);
});

test("capitals, dashes, spaces, look-alikes and the whole address make no difference", () => {
  const lookalikes = code.toLowerCase().replaceAll("0", "o").replaceAll("1", "l");
  for (const typed of [
    code.toLowerCase(),
    code.replaceAll("-", ""),
    code.replaceAll("-", " \u2013 "),
    lookalikes,
    address,
  ]) {
    expect(read(typed), typed).toEqual({ kind: "F", about: rrr });
  }
});

test("no sign of a code may be another one", () => {
  const bare = bareCode(code);
  for (let at = 0; at < bare.length; at += 1) {
    for (const sign of "0123456789ABCDEFGHJKMNPQRSTVWXYZ") {
      if (sign === bare[at]) continue;
      expect(read(bare.slice(0, at) + sign + bare.slice(at + 1)), `${sign} at ${at}`).toBeNull();
    }
  }
});

test("another secret, another kind, a part of a code and nonsense are nobody's", () => {
  const other = read(code, "another secret of thirty-two letters!");
  const parts = [
    "",
    "F",
    code.slice(0, -1),
    `${code}0`,
    code.slice(1),
    "' or 1=1 --",
    "../../etc/passwd",
    "💥",
    "F".repeat(33),
  ];
  expect([other, ...parts.map((part) => read(part))]).toEqual(Array.from({ length: parts.length + 1 }, () => null));
  expect(paperAddress(config, "C", rrr).slice(-24)).not.toBe(code.slice(-24));
});

test("a paper about no reference names its record", () => {
  const id = "01997f3a-0b1c-7d2e-8f00-00a1b2c3d4e5";
  const long = paperAddress(config, "T", id).split("/").at(-1) ?? "";
  expect(long).toMatch(/^T(-[0-9A-HJKMNP-TV-Z]{4}){11}-[0-9A-HJKMNP-TV-Z]{2}$/);
  expect(read(long)).toEqual({ kind: "T", about: id });
  expect(read(paperAddress(config, "T", id.replace("01", "ff")))).toEqual({ kind: "T", about: id.replace("01", "ff") });
  expect(read(long.replace("T", "V"))).toBeNull();
});

test("the shape of a code is that of every code that is made", () => {
  for (let number = 0; number < 200; number += 1) {
    const made =
      paperAddress(config, "S", String(100_000_000_000 + number * 7_919))
        .split("/")
        .at(-1) ?? "";
    expect(bareCode(made)).toMatch(paperCodeShape);
    expect(read(made)).not.toBeNull();
  }
});
