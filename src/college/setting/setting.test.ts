import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { readSetting } from "./setting.server.ts";

let portal: TestPortal;
let officer: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["settings", "settings.change"], firstname: "Ngozi" });
});
afterAll(() => portal.stop());

const path = "/staff/ms_setting";
const shown = async (name: string) =>
  (await officer.get(path)).body.find((setting: { name: string }) => setting.name === name);

test("five O-Level results are needed until the college decides otherwise", async () => {
  expect(await readSetting(portal.db, "resultsNeeded")).toBe(5);
  expect(await shown("resultsNeeded")).toEqual({ name: "resultsNeeded", value: 5, usual: 5, changes: [] });
  const { body } = await officer.put(`${path}/resultsNeeded`, { value: 6 });
  expect(body).toEqual({ type: "success", message: "O-Level results needed: 6 results" });
  expect(await readSetting(portal.db, "resultsNeeded")).toBe(6);
  expect(await shown("resultsNeeded")).toMatchObject({
    value: 6,
    usual: 5,
    changes: [{ who: "Mrs Ngozi Sani", before: "5 results", after: "6 results" }],
  });
});

test("what happens after applying is text, which may be taken back", async () => {
  const value = "Screening: 5 to 9 April 2027, 8 am, in the main hall.";
  const text = `${path}/afterApplying`;
  expect((await officer.put(text, { value: `${value}\n` })).body.type).toBe("success");
  expect(await readSetting(portal.db, "afterApplying")).toBe(value);
  expect((await officer.put(text, { value: "" })).body.message).toBe("What happens after applying: Nothing yet");
  expect(await shown("afterApplying")).toMatchObject({ value: "", usual: "", changes: [{ before: value }, {}] });
});

test("a setting that is that already is not changed, and says so", async () => {
  await officer.put(`${path}/secondFactor`, { value: "optional" });
  expect((await officer.put(`${path}/secondFactor`, { value: "optional" })).body).toEqual({
    type: "error",
    code: "already-so",
    message: "Second factor is that already: Whoever wants it",
  });
  expect((await shown("secondFactor")).changes).toEqual([]);
});

test.each([
  ["resultsNeeded", 0],
  ["resultsNeeded", 19],
  ["resultsNeeded", 5.5],
  ["resultsNeeded", "6"],
  ["admissionLetter", "never"],
  ["secondFactor", 1],
  ["afterApplying", "x".repeat(401)],
  ["afterApplying", "In the hall\u0000"],
  ["secondFactor", undefined],
])("%s takes no %j, and says what it takes", async (name, value) => {
  const { status, body } = await officer.put(`${path}/${name}`, { value });
  expect(status).toBe(500);
  expect(body).toMatchObject({
    code: "form-invalid",
    errors: { value: expect.stringMatching(/must be|is required|cannot be used/) },
  });
});

test("a setting that there is not is not found, and who may only look changes none", async () => {
  for (const name of ["constructor", "nothing", "__proto__"])
    expect((await officer.put(`${path}/${name}`, { value: 6 })).status).toBe(404);
  const auditor = await staffMember(portal, { pages: ["settings"] });
  expect((await auditor.get(path)).status).toBe(200);
  expect((await auditor.put(`${path}/resultsNeeded`, { value: 7 })).status).toBe(403);
  const head = await staffMember(portal, { pages: ["settings.change"], scope: "department" });
  expect((await head.put(`${path}/resultsNeeded`, { value: 7 })).status).toBe(403);
});

test("what the college asks for holds at once: a second factor for everybody", async () => {
  expect((await officer.put(`${path}/secondFactor`, { value: "required" })).body.type).toBe("success");
  const { status, body } = await officer.get(path);
  expect([status, body.code, body.message]).toEqual([
    403,
    "second-factor-required",
    "Your college asks for a second factor. Set it up first, on your account's page",
  ]);
});

test("a stored value that breaks its rule is a fault, never a rule", async () => {
  await portal.db.updateTable("setting").set({ value: '"many"' }).where("name", "=", "resultsNeeded").execute();
  await expect(readSetting(portal.db, "resultsNeeded")).rejects.toThrow("whole number from 1 to 18");
});
