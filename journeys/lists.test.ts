import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { desk, type Person } from "../testing/browser.ts";
import { coded } from "../testing/bursar.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt } from "../testing/look.ts";
import { manyApplications } from "../testing/many-applications.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

let journey: Journey;
let clerk: Person;
let session: string;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
  session = await coded(journey.portal, "session", "2026");
  await manyApplications(journey.portal.app.portal.pool, { count: 12 });
  const member = await staffMember(journey.portal, { pages: ["applications", "applications.change", "requirements"] });
  clerk = await staffAt(journey, member);
});

afterAll(() => journey.stop());

const rows = () => clerk.page.getByRole("table").locator("tbody tr");
const headings = () => clerk.page.getByRole("columnheader").allTextContents();

test("a list begins with the rows of this season, and its many filters are folded", async () => {
  await clerk.opens("/staff/applications");
  await rows().first().waitFor();
  const top = (await rows().first().boundingBox())?.y ?? desk.height;
  expect(top).toBeLessThan(330);
  await clerk.page.getByRole("button", { name: "Filters (1)", exact: true }).waitFor();
  expect(await clerk.page.getByRole("combobox", { name: "Session" }).inputValue()).not.toBe("");
  expect(await clerk.page.getByRole("combobox", { name: "Stage" }).isVisible()).toBe(false);
  await lookAt(clerk.page, "list-folded");
  await clerk.presses("Filters (1)");
  await clerk.page.getByRole("combobox", { name: "Stage" }).selectOption("Submitted");
  await clerk.page.waitForURL((url) => url.searchParams.get("session") === session);
  await clerk.page.getByRole("link", { name: "Clear filters" }).first().click();
  await clerk.page.waitForURL((url) => url.search === "?session=*");
  await expect.poll(() => clerk.page.getByRole("combobox", { name: "Session" }).inputValue()).toBe("");
  expect(await axeFindings(clerk.page)).toEqual([]);
  await lookAt(clerk.page, "list-unfolded");
});

test("the order is chosen in words, oldest first as well", async () => {
  await clerk.opens("/staff/applications");
  await clerk.page.getByRole("combobox", { name: "Order" }).selectOption("Oldest first");
  await clerk.page.waitForURL((url) => url.searchParams.get("sort") === "createdAt");
});

test("a person's columns stand on this device, and go back to what they were", async () => {
  await clerk.opens("/staff/applications");
  await rows().first().waitFor();
  const before = await headings();
  await clerk.presses("Columns");
  await clerk.page.getByRole("checkbox", { name: "UTME score" }).check();
  await clerk.page.getByRole("checkbox", { name: "Programme" }).uncheck();
  await lookAt(clerk.page, "list-columns");
  await clerk.page.keyboard.press("Escape");
  await clerk.opens("/staff/applications");
  await rows().first().waitFor();
  const now = await headings();
  expect([now.includes("UTME score"), now.includes("Programme")]).toEqual([true, false]);
  await clerk.presses("Columns");
  await clerk.presses("As they were");
  expect(await headings()).toEqual(before);
});
