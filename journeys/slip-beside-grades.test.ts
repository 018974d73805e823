import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { desk } from "../testing/browser.ts";
import { fullApplicant } from "../testing/full-applicant.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt } from "../testing/look.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

test("the slip and the grades that were typed of it stand beside each other on the first screen", async () => {
  await fullApplicant(journey.portal, 7);
  const member = await staffMember(journey.portal, { pages: ["applications", "applications.change"] });
  const clerk = await staffAt(journey, member);
  await clerk.opens("/staff/applications");
  await clerk.page.locator("tbody .opener").first().click();
  const next = clerk.page.getByRole("button", { name: "Next paper" });
  await next.waitFor();
  const slip = await next.boundingBox();
  const grades = await clerk.page.getByRole("columnheader", { name: "Subject" }).boundingBox();
  expect(Math.max(slip?.y ?? desk.height, grades?.y ?? desk.height)).toBeLessThan(desk.height / 2);
  expect(slip?.x).toBeLessThan(grades?.x ?? 0);
  expect(await axeFindings(clerk.page)).toEqual([]);
  await lookAt(clerk.page, "slip-beside-grades");
  const paper = clerk.page.locator("#paper");
  const first = await paper.textContent();
  await clerk.page.keyboard.press(".");
  await expect.poll(() => paper.textContent()).not.toBe(first);
  await clerk.page.keyboard.press(",");
  await expect.poll(() => paper.textContent()).toBe(first);
  await clerk.leaves();
});
