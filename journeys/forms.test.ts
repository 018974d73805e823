import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { diploma } from "../testing/a-levels.ts";
import { signedInApplicant } from "../testing/applicant.ts";
import { desk, type Person, phone } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { picture } from "../testing/look.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

const sitting = {
  examinationtype: "WAEC",
  examinationnumber: "4123456789",
  examinationyear: "2024",
  examinationcenter: "Government Day Secondary School, Minna",
};

const box = (who: Person) => who.page.getByRole("alert").filter({ hasText: "There is a problem" });
const toasts = (who: Person) => who.page.locator(".Toastify__toast");

test("the box says what the fields say now, in their order, and each error stands under its field", async () => {
  const who = await journey.person();
  await who.opens("/");
  await who.presses("Login to Account");
  const lines = box(who).getByRole("link");
  await expect.poll(() => lines.allTextContents()).toEqual(["Valid email address is required", "Password is required"]);
  await who.fills({ "Email Address": "foo", Password: "123" });
  await who.field("Password").blur();
  const now = ["Invalid email address given", "Minimum of 8 characters expected"];
  await expect.poll(() => lines.allTextContents()).toEqual(now);
  const under = await who.field("Email Address").evaluate((field) => {
    const error = document.getElementById(`${field.id}-error`);
    return error !== null && error.getBoundingClientRect().top >= field.getBoundingClientRect().bottom;
  });
  expect(under).toBe(true);
  await who.leaves();

  const me = await signedInApplicant(journey.portal);
  const applicant = await journey.person({ signedIn: me });
  await applicant.opens("/app/olevel");
  await applicant.presses("Add a sitting");
  const form = await applicant.inDialog("Student O-Level Sitting");
  await form.presses("Save changes");
  await expect
    .poll(() => box(applicant).getByRole("link").allTextContents())
    .toEqual([
      "Examination type is required",
      "Examination number is required",
      "Examination year is required",
      "Examination center is required",
    ]);
  expect(await toasts(applicant).count()).toBe(0);
  await applicant.leaves();
});

test("a dialog begins in its first field, and one without fields at its heading", async () => {
  const me = await signedInApplicant(journey.portal);
  await me.post("/ms_applicant_sitting", sitting);
  const who = await journey.person({ signedIn: me });
  await who.opens("/app/olevel");
  await who.presses(/^Edit/);
  const form = await who.inDialog("Student O-Level Sitting");
  await form.field("Examination type").and(who.page.locator(":focus")).waitFor();
  await form.presses("Close");
  await who.presses(/^Delete/);
  const deletion = await who.inDialog(/^Delete/);
  await deletion.field("Type Delete to confirm").and(who.page.locator(":focus")).waitFor();
  await deletion.presses("Close");
  await me.post("/ms_applicant_alevel", diploma);
  await who.opens("/app/alevel");
  await who.presses("Edit Diploma 2020");
  const result = await who.inDialog("Student A-Level Result");
  await result.field("Diploma").and(who.page.locator(":focus")).waitFor();
  await result.presses("Close");
  const none = await signedInApplicant(journey.portal);
  const other = await journey.person({ signedIn: none });
  await other.opens("/app/olevelresult");
  await other.presses("Add Result");
  await other.inDialog("Student O-Level Result");
  await expect
    .poll(() => other.page.evaluate(() => document.activeElement?.textContent))
    .toBe("Student O-Level Result");
  await who.leaves();
  await other.leaves();
});

test("a suggested subject that the sitting has, or that one takes out, leaves a row that is not sent", async () => {
  const me = await signedInApplicant(journey.portal);
  for (const examinationnumber of ["4123456789", "4123456780"]) {
    const { body } = await me.post("/ms_applicant_sitting", { ...sitting, examinationnumber });
    await me.post("/ms_applicant_result", { examination: body._id, subject: "English Language", scored: "C4" });
  }
  const who = await journey.person({ signedIn: me });
  await who.opens("/app/olevelresult");
  await who.presses("Add Another Result");
  const form = await who.inDialog("Student O-Level Result");
  await form.fills({ "Examination Sitting": "WAEC 4123456789" });
  await expect.poll(() => form.field("Examination subject 1").inputValue()).toBe("");
  await form.fills({ "Examination subject 2": "Select subject" });
  await form.fills({ "Examination subject 3": "Biology", "Result grade 3": "B2" });
  await form.presses("Save");
  await form.box.waitFor({ state: "detached" });
  await who.seesHeading("Biology");
  await who.leaves();
});

/** Which of these a toast lies over. */
async function covered(who: Person, ...what: Locator[]): Promise<number[]> {
  const toast = await toasts(who).first().boundingBox();
  if (!toast) throw new Error("no toast");
  const boxes = await Promise.all(what.map((one) => one.boundingBox()));
  return boxes.flatMap((other, place) => {
    const apart =
      !other ||
      other.x >= toast.x + toast.width ||
      toast.x >= other.x + other.width ||
      other.y >= toast.y + toast.height ||
      toast.y >= other.y + other.height;
    return apart ? [] : [place];
  });
}

test.each([phone, desk])("a refusal is a toast too, over nothing that one reads or presses: %o", async (size) => {
  const me = await signedInApplicant(journey.portal);
  await me.post("/ms_applicant_sitting", sitting);
  const who = await journey.person({ signedIn: me, size });
  await who.opens("/app/olevel");
  await who.page.getByRole("button", { name: "Add a sitting" }).first().click();
  const form = await who.inDialog("Student O-Level Sitting");
  await form.fills({
    "Examination type": sitting.examinationtype,
    "Examination number": sitting.examinationnumber,
    "Examination year": sitting.examinationyear,
    "Examination center": sitting.examinationcenter,
  });
  await form.presses("Save changes");
  await form.sees("There is a problem");
  const refusal = "You have added this sitting already: same type, year and number";
  await toasts(who).filter({ hasText: refusal }).waitFor();
  await who.page.waitForTimeout(1_000);
  await picture(who.page, `toast-dialog-${size.width}`);
  const dialog = form.box;
  expect(
    await covered(
      who,
      box(who),
      dialog.getByRole("heading", { level: 2 }).first(),
      dialog.getByRole("button", { name: /^Close / }),
      dialog.getByRole("button", { name: "Save changes" }),
    ),
  ).toEqual([]);
  // The box says it already, to who hears the page.
  expect(await toasts(who).first().getAttribute("role")).toBe("presentation");
  await form.fills({ "Examination number": "4123456700" });
  await form.presses("Save changes");
  await form.box.waitFor({ state: "detached" });
  await who.page.waitForTimeout(1_000);
  const bar = who.page.getByRole("navigation", { name: "Main" });
  expect(await covered(who, bar.getByRole("link", { name: "Dashboard" }), bar.getByRole("button"))).toEqual([]);
  await picture(who.page, `toast-page-${size.width}`);
  await who.leaves();
});

test("who wants no motion sees toasts come and go without any", async () => {
  const me = await signedInApplicant(journey.portal);
  const who = await journey.person({ signedIn: me });
  await who.page.emulateMedia({ reducedMotion: "reduce" });
  await who.opens("/app/olevel");
  await who.presses("Add a sitting");
  const form = await who.inDialog("Student O-Level Sitting");
  await form.fills({
    "Examination type": sitting.examinationtype,
    "Examination number": sitting.examinationnumber,
    "Examination year": sitting.examinationyear,
    "Examination center": sitting.examinationcenter,
  });
  await form.presses("Save changes");
  const toast = toasts(who);
  await toast.waitFor();
  const moving = await who.page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => (effect as KeyframeEffect).target)
      .filter((target) => target instanceof Element && target.checkVisibility({ opacityProperty: true }))
      .map((target) => target?.className),
  );
  expect(moving).toEqual([]);
  await toast.waitFor({ state: "detached", timeout: 9_000 });
  await who.leaves();
});
