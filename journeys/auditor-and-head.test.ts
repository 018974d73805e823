import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { DEMO_PASSWORD } from "../demo/staff.ts";
import type { Person } from "../testing/browser.ts";
import { sumOfRows } from "../testing/database.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { departmentNamed } from "../testing/office.ts";
import { menuOf, signsInAtDoor } from "../testing/staff-door.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const looksRight = async (who: Person, name: string) => {
  await settled(who.page);
  await expectAccessible(who.page, name);
  await lookAt(who.page, name);
};

const rows = (who: Person) => who.page.getByRole("table").locator("tbody tr");

/** Every button and link with which something would be changed. */
const deeds = async (who: Person): Promise<string[]> => {
  await settled(who.page);
  const words = await who.page
    .locator("main")
    .locator("button, a, summary")
    .evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? ""));
  return words.filter((word) =>
    /^(Add(?!ed)|Edit|Delete|Remove|Assign|Import|Activate|Deactivate|Save|Send|Copy|Move|Open a session|Run|Admit|Give)\b/.test(
      word,
    ),
  );
};

/** The status of a change that no button offers, sent from the page itself. */
const changesDirectly = (who: Person, path: string, body: object) =>
  who.page.evaluate(
    async ([to, text]) =>
      (await fetch(to, { method: "PUT", headers: { "content-type": "application/json" }, body: text })).status,
    [`/api/staff${path}`, JSON.stringify(body)] as const,
  );

test("an auditor sees all and can change nothing", async () => {
  const { portal } = journey;
  const who = await signsInAtDoor(journey, "auditor@demo.gurara.example", DEMO_PASSWORD);
  await who.seesHeading("Welcome, Mr Emmanuel Audu");
  const menu = who.page.getByRole("navigation", { name: "Pages", exact: true });
  const links = await menu.getByRole("link").evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""));
  expect(links.length).toBeGreaterThan(15);
  const before = await sumOfRows(portal.db);
  for (const link of links) {
    await menu.locator(`a[href="${link}"]`).click();
    await who.page.waitForURL((url) => url.pathname === link);
    await who.page.locator(`a[href="${link}"][aria-current=page]`).first().waitFor();
    expect([link, await deeds(who)]).toEqual([link, []]);
    const opener = who.page.locator("tbody .opener").first();
    if ((await opener.count()) === 0) continue;
    await opener.click();
    await who.page.waitForURL(new RegExp(`${link}/.+`));
    expect([who.page.url(), await deeds(who)]).toEqual([who.page.url(), []]);
  }
  await who.opens("/staff/departments/new");
  await who.seesHeading("You do not have access to this page");
  await who.opens("/staff/group-permissions");
  await who.seesHeading("Group permissions");
  expect(await who.page.getByRole("checkbox").count()).toBe(0);
  await looksRight(who, "auditor-matrix");
  await who.opens("/staff/settings");
  await who.sees("Once the acceptance fee has its RRR");
  await looksRight(who, "auditor-settings");

  who.expects(/403/);
  const { _id } = await departmentNamed(portal, "BIO");
  expect(await changesDirectly(who, `/ms_department/${_id}`, { name: "Mine" })).toBe(403);
  expect(await changesDirectly(who, "/ms_setting/resultsNeeded", { value: 1 })).toBe(403);
  expect(await sumOfRows(portal.db)).toEqual(before);
  await who.leaves();
});

test("a head sees the department's records and no other's", async () => {
  const { portal } = journey;
  const who = await signsInAtDoor(journey, "head.of.biology@demo.gurara.example", DEMO_PASSWORD);
  await who.sees(/Head of Biology/);
  await looksRight(who, "head-dashboard");
  expect(await menuOf(who)).not.toContain("Settings");

  await who.opens("/staff/departments");
  await rows(who).first().waitFor();
  expect(await rows(who).count()).toBe(1);
  await who.sees("BIO");
  expect(await deeds(who)).toEqual([]);
  await looksRight(who, "head-departments");
  await who.opens("/staff/staff");
  await rows(who).first().waitFor();
  const homes = await rows(who).getByText("BIO Biology").count();
  expect(homes).toBe(await rows(who).count());
  await looksRight(who, "head-staff");

  const far = await departmentNamed(portal, "HAU");
  who.expects(/404|403/);
  await who.opens(`/staff/departments/${far._id}`);
  await who.seesHeading("Department not found");
  await looksRight(who, "head-other");
  expect(await changesDirectly(who, `/ms_department/${far._id}`, {})).toBe(403);
  await who.opens("/staff/settings");
  await who.seesHeading("You do not have access to this page");
  await who.leaves();
});
