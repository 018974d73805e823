import ts from "typescript";
import { expect, test } from "vitest";
import { readParts } from "./language-catalogue.ts";
import { sentencesIn } from "./language-sentences.ts";

const found = (source: string) =>
  [...sentencesIn(ts.createSourceFile("page.tsx", source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))].sort();

test("the words of an element are one sentence, with marks for what has a look of its own", () => {
  expect(found('const a = <p>\n  Read <b>the rules</b> of{" "}\n  {college.name}.\n</p>')).toEqual([
    "Read <0>the rules</0> of {name}.",
  ]);
});

test("an icon before the words changes nothing of them", () => {
  expect(found("const a = <p><Icon /> Sign Out</p>")).toEqual(["Sign Out"]);
});

test("words that a condition chooses are whole sentences", () => {
  expect(found('const a = <p>You {late ? "were" : "are"} here</p>')).toEqual(["You are here", "You were here"]);
});

test("attributes that are read, labels and templates are sentences; classes and comparisons are not", () => {
  expect(found('const a = <Field label="First name" className="Big Box" />; if (b === "Other Words") c();')).toEqual([
    "First name",
  ]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a source.
  expect(found("const a = (label) => `${label} is required`")).toEqual(["{label} is required"]);
});

test("a refusal is its sentence, without the code", () => {
  expect(found('throw refuse("Not-shown words", "Choose another file")')).toEqual(["Choose another file"]);
});

test("what a person typed is exempt where the element says so", () => {
  expect(found('const a = <p translate="no">Not these words</p>')).toEqual([]);
});

test("the parts hold what their screens say, and the server's refusals", () => {
  const parts = readParts();
  expect([...(parts.get("sign-in") ?? [])]).toContain("Login to Account");
  expect([...(parts.get("register") ?? [])]).toContain("Phone Number");
  expect([...(parts.get("Refusals") ?? [])].join()).toContain(
    "Too many failed sign-ins came from this internet connection",
  );
});
