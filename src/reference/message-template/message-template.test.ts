import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { everyNoun } from "#app/server/nouns.server.ts";
import {
  exampleValues,
  fillText,
  type MessageTemplate,
  mailTemplate,
  shippedWords,
  usual,
  value,
  wordingFaults,
} from "./message-template.rules.ts";

const all: readonly MessageTemplate[] = everyNoun.flatMap(({ templates = [] }) => templates);

const college = {
  college: "College of Bauchi",
  shortname: "COB",
  portal: "Admission Portal",
  office: "Registry",
  officemail: "",
  officephone: "0803 123 4567",
};

const offer = mailTemplate({
  key: "offer-for-tests",
  name: "Offer",
  when: "An offer is released",
  reader: "applicants",
  values: { ...usual("firstname", "due", "link"), hall: value("the hall", "Main Hall") },
  must: ["due", "link"],
  subject: "{college}: an offer",
  text: "Dear {firstname},\n\nCome to {hall}.\n\nAccept by {due}:\n{link}\n\n{office}\n{officemail}",
});

test("values are put in, a paragraph without its value falls away, and the college's own words never make one fall", () => {
  const values = { firstname: "Aisha", due: "5 December 2026", link: "https://portal", hall: "" };
  expect(fillText(shippedWords(offer).text, values, college)).toBe(
    "Dear Aisha,\n\nAccept by 5 December 2026:\nhttps://portal\n\nRegistry\n",
  );
});

test("what a person typed is never taken for a name in braces, nor looked up on an object", () => {
  const values = { firstname: "{link} {constructor}", due: "x", link: "y", hall: "z" };
  expect(fillText("Dear {firstname}", values, college)).toBe("Dear {link} {constructor}");
  expect(Object.keys(wordingFaults(offer, { subject: "{constructor}", text: "{due} {link}" }))).toEqual(["subject"]);
});

test.each([
  [{ text: "" }, "text", "Text is required"],
  [
    { text: "{due} {link} {hal}" },
    "text",
    /^Text: \{hal\} is nothing that the portal fills in here\. Use \{firstname\}/,
  ],
  [{ text: "Accept by {due}" }, "text", "Text must hold {link}: the address of the page where the reader goes on"],
  [{ text: "{due} {link} {" }, "text", "Text: a { stands alone. Write a value as {firstname}"],
  [{ text: "{due} {link} <b>now</b>" }, "text", /plain text: leave out tags and signs of HTML, such as <b>/],
  [{ text: "{due} {link} <script>alert(1)</script>" }, "text", /such as <script>/],
  [{ text: "{due} {link} &nbsp;" }, "text", /such as &nbsp;/],
  [{ text: "{due} {link} http://elsewhere.example" }, "text", /names? no address of its own/],
  [{ text: `{due} {link} ${"x".repeat(4_000)}` }, "text", /at most 4000 characters, and has 4013/],
  [{ subject: "" }, "subject", "Subject is required"],
  [{ subject: "Two\nlines" }, "subject", "Subject must be one line"],
])("%o is refused at its part", (words, part, sentence) => {
  const faults = wordingFaults(offer, { ...shippedWords(offer), ...words });
  expect(Object.keys(faults)).toEqual([part]);
  expect(faults[part]).toMatch(sentence);
});

test("every template has a key of its own, and its shipped words and its examples may stand", () => {
  expect(all.length).toBeGreaterThan(120);
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
  for (const template of all) {
    expect([template.key, wordingFaults(template, shippedWords(template))]).toEqual([template.key, {}]);
    for (const [name, example] of Object.entries(exampleValues(template)))
      expect(example, `${template.key}: {${name}}`).not.toBe("");
  }
});

test("every template that the code makes is listed by a noun, and no noun posts a mail that has none", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".server.ts"))
    .map((name) => ({ name, text: readFileSync(join("src", name), "utf8") }));
  const made = files.flatMap(({ text }) =>
    [...text.matchAll(/(?:mail|text|paper)Template\(\{\s+key: "([^"]+)"/g)].map(([, key]) => key),
  );
  expect(made.toSorted()).toEqual(all.map(({ key }) => key).toSorted());
  const plain = files.filter(({ name, text }) => /\bpost(?:ing)?Mails?\(/.test(text) && !name.startsWith("platform"));
  expect(plain.map(({ name }) => name).toSorted()).toEqual([
    // What staff chose to get once a day, what goes with the statement that it belongs to, and the last mail of an account that is
    // deleted, whose row goes once it is sent: all are filled templates.
    "access/staff-mail/staff-mail.server.ts",
    "applications/application/application.submit.server.ts",
    "identity/account/account.erase.server.ts",
    "reference/message-template/message-template.server.ts",
    "support/template-desk/template-desk.server.ts",
  ]);
});
