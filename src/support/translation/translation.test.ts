import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../testing/applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { nameOfSentence } from "../../kit/language/sentence.rules.ts";

let portal: TestPortal;
let officer: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["languages", "languages.change"] });
}, 60_000);
afterAll(() => portal.stop());

const REQUIRED = "{label} is required";
const save = (sentence: string, words: string, version = 0, language = "ha") =>
  officer.put(`/staff/ms_translation/${language}/${nameOfSentence(sentence)}`, { words, version });
const read = async () => (await caller(portal).get("/ms_translation/ha")).body;

test("what the college says is read at once, counts as checked, and can be taken back", async () => {
  const { unchecked } = await read();
  expect((await save("Password", "Kalmar shiga")).body).toMatchObject({ type: "success" });
  expect(await read()).toEqual({ sentences: { Password: "Kalmar shiga" }, unchecked: unchecked - 1 });
  const { list } = (await officer.get("/staff/ms_translation/ha")).body;
  expect(list.find(({ sentence }: { sentence: string }) => sentence === "Password")).toMatchObject({
    words: "Kalmar shiga",
    version: 1,
  });
  const shipped = await officer.put(`/staff/ms_translation/ha/${nameOfSentence("Password")}/shipped`, { version: 1 });
  expect(shipped.body).toMatchObject({ type: "success" });
  expect(await read()).toEqual({ sentences: {}, unchecked });
  const deeds = await portal.db.selectFrom("audit").select("deed").where("deed", "like", "translation.%").execute();
  expect(deeds.map(({ deed }) => deed).sort()).toEqual(["translation.change", "translation.restore"]);
});

test("a translation that lost a placeholder is refused, and names it", async () => {
  const { body } = await save(REQUIRED, "Ana buƙatar wannan");
  expect(body).toMatchObject({ type: "error", code: "placeholder-missing" });
  expect(body.errors.words).toContain("lacks {label}");
  expect((await read()).sentences).not.toHaveProperty([REQUIRED]);
});

test("a translation with a placeholder that the sentence has not is refused, and names it", async () => {
  const { body } = await save(REQUIRED, "Ana buƙatar {label} {suna}");
  expect(body).toMatchObject({ type: "error", code: "placeholder-unknown" });
  expect(body.errors.words).toContain("has no {suna}");
});

test("of two who correct the same sentence the later one is told", async () => {
  const said = await Promise.all([save("Show", "Nuna"), save("Show", "Nuna shi")]);
  expect(said.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await save("Show", "Nuna nan", 1)).body).toMatchObject({ type: "success" });
  expect((await save("Show", "Nuna can", 1)).body).toMatchObject({ code: "changed-meanwhile" });
});

test("a language and a sentence that the portal does not have are not found", async () => {
  expect((await caller(portal).get("/ms_translation/fr")).status).toBe(404);
  expect((await save("No page says this", "Babu")).status).toBe(404);
});

test("a browser that has the answer already is sent nothing", async () => {
  const first = await portal.app.inject({ url: "/api/ms_translation/yo" });
  const headers = { "if-none-match": String(first.headers.etag) };
  const again = await portal.app.inject({ url: "/api/ms_translation/yo", headers });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});
