import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { diploma, nce } from "../testing/a-levels.ts";
import { signedInApplicant } from "../testing/applicant.ts";
import { desk, type Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt, overflowAt320 } from "../testing/look.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../testing/ready-applicant.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

const subjects = {
  "First subject": "Mathematics",
  "Grade of first subject": "a",
  "Second subject": "Physics",
  "Grade of second subject": "B",
  "Third subject": "Education",
  "Grade of third subject": "C4",
};
const course = {
  "Course of study": "Statistics",
  "Diploma type": "National Diploma",
  Classification: "Second Class Upper",
  CGPA: "3.25",
};
const school = { "Institution name": "Federal College of Education, Zaria", "Year of graduation": "2021" };

const open = async (who: Person) => {
  await who.page.getByRole("button", { name: "Add an A-Level result" }).click();
  return who.inDialog("Student A-Level Result");
};

test("a result of each type is added on a phone, and the dashboard counts them", async () => {
  const who = await journey.person({ signedIn: await signedInApplicant(journey.portal) });
  await who.opens("/app/alevel");
  await who.seesHeading("A-Level Results");
  await who.sees("No A-Level Results Added");
  await lookAt(who.page, "alevel-01-none");

  const form = await open(who);
  await lookAt(who.page, "alevel-02-type");
  for (const [type, own] of [
    ["NCE", subjects],
    ["IJMB", { ...subjects, "Third subject": "Chemistry" }],
    ["Diploma", course],
  ] as const) {
    const adding = type === "NCE" ? form : await open(who);
    await adding.picks("Type of result", type);
    await adding.fills({ ...school, ...own });
    await lookAt(who.page, `alevel-03-${type.toLowerCase()}`);
    await adding.presses("Save");
    await adding.box.waitFor({ state: "detached" });
    await who.seesHeading(`${type} 2021`);
  }
  await who.sees("Federal College of Education, Zaria", "Chemistry", "Second Class Upper", "3.25", /^Added .*/);
  expect(await axeFindings(who.page)).toEqual([]);
  expect(await overflowAt320(who.page)).toBe(0);
  await lookAt(who.page, "alevel-04-list");
  await who.opens("/app/dashboard");
  await who.sees("3 results added");
  await who.leaves();
});

test("what is missing is said at its field, and a change of the type keeps institution and year alone", async () => {
  const who = await journey.person({ signedIn: await signedInApplicant(journey.portal) });
  await who.opens("/app/alevel");
  const form = await open(who);
  await form.presses("Save");
  await form.sees("Type of result is required");
  await form.picks("Type of result", "IJMB");
  await form.fills({ ...school, "First subject": "Mathematics", "Second subject": "mathematics" });
  await form.presses("Save");
  await form.sees("There is a problem", "Third subject is required", "Grade of first subject is required");
  expect(await form.errorOf("Second subject")).toMatch(/^Second subject is the same as the first one/);
  expect(await axeFindings(who.page)).toEqual([]);
  expect(await overflowAt320(who.page)).toBe(0);
  await lookAt(who.page, "alevel-05-problems");

  await form.picks("Type of result", "Diploma");
  expect(await form.field("Institution name").inputValue()).toBe(school["Institution name"]);
  expect(await form.field("Year of graduation").inputValue()).toBe("2021");
  await form.fills({ ...course, CGPA: "5.5" });
  await form.presses("Save");
  await form.sees(/^CGPA must be a number from 0.00 to 5.00/);
  await form.picks("Type of result", "NCE");
  expect(await form.field("First subject").inputValue()).toBe("");
  await form.picks("Type of result", "Diploma");
  await form.fills(course);
  await form.presses("Save");
  await who.seesHeading("Diploma 2021");
  await who.sees("Statistics");
  await who.leaves();
});

test("a result is added and deleted with the keyboard alone", async () => {
  const who = await journey.person({ signedIn: await signedInApplicant(journey.portal), size: desk });
  const { keyboard } = who.page;
  await who.opens("/app/alevel");
  await who.page.getByRole("button", { name: "Add an A-Level result" }).focus();
  await keyboard.press("Enter");
  const form = await who.inDialog("Student A-Level Result");
  await form.box.getByRole("radio", { name: "IJMB" }).focus();
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowDown");
  await form.field("CGPA").waitFor();
  expect(await who.page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("Diploma");
  for (const typed of ["Kaduna Polytechnic", "2020", "Statistics", "National", "Second Class U", "3.25"]) {
    await keyboard.press("Tab");
    await keyboard.type(typed);
  }
  await keyboard.press("Enter");
  await who.seesHeading("Diploma 2020");
  await who.sees("Second Class Upper", "National Diploma", "3.25");

  await who.page.getByRole("button", { name: "Delete Diploma 2020" }).focus();
  await keyboard.press("Enter");
  const leaving = await who.inDialog("Delete Diploma 2020");
  await leaving.sees("Kaduna Polytechnic");
  await leaving.field("Type Delete to confirm").focus();
  await keyboard.type("delete");
  await keyboard.press("Enter");
  await leaving.sees("Delete is the expected value");
  await lookAt(who.page, "alevel-06-delete");
  await leaving.field("Type Delete to confirm").fill("Delete");
  await keyboard.press("Enter");
  await who.sees("No A-Level Results Added");
  await who.leaves();
});

test("five are the most, and one that an application relies on cannot be deleted", async () => {
  const me = await signedInApplicant(journey.portal);
  for (const cgpa of ["1", "2", "3", "4", "5"]) {
    await me.post("/ms_applicant_alevel", { ...diploma, results: { ...diploma.results, cgpa } });
  }
  await journey.portal.db.updateTable("alevel_result").set({ locked: true }).where("place", "<", 3).execute();
  const who = await journey.person({ signedIn: me });
  await who.opens("/app/alevel");
  await who.sees("You have added 5 results, which is the most that may be used.");
  await who.sees("An application that you submitted relies on this result");
  expect(await who.page.getByRole("button", { name: "Add an A-Level result" }).count()).toBe(0);
  expect(await who.page.getByRole("button", { name: /^Edit or delete/, disabled: true }).count()).toBe(2);
  await lookAt(who.page, "alevel-07-five");
  await who.leaves();
});

test("whoever applies sees the results among the answers, and with none that they are optional", async () => {
  const wanted = await openProgramme(journey.portal);
  const me = await readyApplicant(journey.portal, wanted);
  await verifiedPayment(journey.portal, me._id, wanted);
  const who = await journey.person({ signedIn: me });
  const answers = async () => {
    await who.opens("/app/start");
    await who.presses(/^Continue Application/);
    const dialog = await who.inDialog(/^Apply to /);
    await dialog.picks("Mode of entry", "JAMB UTME");
    await dialog.presses("Continue");
    await dialog.seesHeading("Documents");
    await dialog.presses("Continue");
    await dialog.seesHeading("Check your answers");
    const section = dialog.box.getByRole("region", { name: "A-Level results" });
    await section.locator(".bone").waitFor({ state: "detached" });
    return section;
  };
  const none = await answers();
  expect(await none.textContent()).toContain("None: they are optional");
  await who.presses(/^Close Apply to /);
  await me.post("/ms_applicant_alevel", nce);
  await me.post("/ms_applicant_alevel", diploma);
  const two = await answers();
  expect(await two.textContent()).toContain("NCE 2021, Federal College of Education, Zaria");
  expect(await two.textContent()).toContain("Second Class Upper");
  await lookAt(who.page, "alevel-08-answers");
  await two.getByRole("link", { name: "Change A-Level results" }).click();
  await who.seesHeading("A-Level Results");
  await who.leaves();
});
