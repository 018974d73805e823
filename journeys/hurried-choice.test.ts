import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import type { Person } from "../testing/browser.ts";
import { type Held, holdAnswers } from "../testing/held-answer.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt } from "../testing/look.ts";
import { type StaffMember, staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

let journey: Journey;
let member: StaffMember;
let clerk: Person;
/** A slow line, for what is asked about the words that were typed. */
let answers: Held;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
  member = await staffMember(journey.portal, { pages: ["departments", "departments.change", "colleges"] });
});

beforeEach(async () => {
  clerk = await staffAt(journey, member);
  answers = await holdAnswers(clerk.page, /\/ms_college\/choices\?q=./);
  await clerk.opens("/staff/departments/new");
  await clerk.seesHeading("Add department");
  await box().click();
  await options().nth(2).waitFor();
});

afterEach(() => clerk.page.context().close());

afterAll(() => journey.stop());

const box = () => clerk.page.getByRole("combobox", { name: "College" });
const options = () => clerk.page.getByRole("listbox", { name: "College" }).getByRole("option");

test("Enter before the answer chooses what was typed and never what stood in the list before", async () => {
  await box().pressSequentially("ssci");
  await clerk.page.keyboard.press("Enter");
  expect(await box().inputValue()).toBe("ssci");
  answers.release();
  await expect.poll(() => box().inputValue()).toBe("SSCI School of Sciences");
  // The form was not sent by the same Enter.
  expect(await clerk.page.getByText("There is a problem").count()).toBe(0);
});

test("Enter before an answer of several chooses none and leaves them to be chosen from", async () => {
  await box().pressSequentially("school");
  await clerk.page.keyboard.press("Enter");
  await lookAt(clerk.page, "hurried-choice");
  answers.release();
  await clerk.page.waitForFunction(() => document.querySelector("[role=listbox][aria-busy=false]"));
  expect(await options().count()).toBeGreaterThan(1);
  expect(await box().inputValue()).toBe("school");
  await clerk.page.keyboard.press("ArrowDown");
  const second = await options().nth(1).textContent();
  await clerk.page.keyboard.press("Enter");
  expect(await box().inputValue()).toBe(second);
});

test("a press on the list of earlier words chooses nothing and takes nothing of what was typed", async () => {
  const first = await options().first().boundingBox();
  await box().pressSequentially("Sciences");
  await answers.asked;
  await clerk.page.mouse.click((first?.x ?? 0) + 20, (first?.y ?? 0) + 8);
  expect(await box().inputValue()).toBe("Sciences");
  answers.release();
  await options().filter({ hasText: "SSCI School of Sciences" }).click();
  expect(await box().inputValue()).toBe("SSCI School of Sciences");
});
