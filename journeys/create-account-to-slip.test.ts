import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { generateApplicant } from "../demo/applicants.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { keepPaper, lookAt } from "../testing/look.ts";
import { pagesOf } from "../testing/pdf.ts";
import * as deeds from "./deeds.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"), {}, {}, { everyday: true });
});

afterAll(() => journey.stop());

// A hundred and fifty pictures, when they are asked for, take their time on a busy machine.
test("a newcomer walks from Create Account to the printed slip on a phone", { timeout: 180_000 }, async () => {
  const aisha = firstOf("JAMB UTME");
  const who = await journey.person();
  const look = (name: string) => lookAt(who.page, name);

  await who.opens("/");
  await who.sees("Sign in to continue");
  await look("01-sign-in");
  await who.follows("Create Account?");
  await who.seesHeading("Create your profile");
  await look("02-create-account");
  await deeds.register(who, aisha);
  await look("03-verify");
  await deeds.verify(who, aisha, journey.post);
  await deeds.signIn(who, aisha);
  await who.sees("Your next step", `Welcome ${aisha.registration.firstname}`);
  await look("04-dashboard-first");

  const [mother, father] = aisha.referees;
  if (!mother || !father) throw new Error("two referees are needed");
  await deeds.takesNextStep(who, "Add parents or guardians");
  await who.sees("No Referees Added");
  await look("05-parents-none");
  await deeds.addReferee(who, mother);
  await deeds.takesNextStep(who, "Add one more");
  await deeds.addReferee(who, father);
  await who.seesHeading(father.lastname);
  await look("06-parents");

  await deeds.takesNextStep(who, "Fill in bio data");
  await deeds.fillBio(who, aisha, (step) => look(`07-bio-${step.toLowerCase().replaceAll(" ", "-")}`));
  await look("08-bio-saved");

  const [sitting] = aisha.sittings;
  if (!sitting) throw new Error("a sitting is needed");
  await deeds.takesNextStep(who, "Add a sitting");
  await who.sees("No Sittings Added");
  await deeds.addSitting(who, sitting);
  await who.sees(sitting.examinationnumber);
  await look("09-sittings");

  await deeds.takesNextStep(who, "Add results");
  await who.sees("No Subject Results Found");
  await look("10-results-none");
  await deeds.addResults(who, sitting.results.slice(0, 5), (step) => look(`11-results-${step}`));
  await who.sees("5 of at least 5 results added");
  await look("12-results");

  await deeds.takesNextStep(who, "Upload photo");
  await who.sees("No passport photo uploaded");
  await look("13-photo-none");
  await deeds.uploadPhoto(who, aisha);
  await look("14-photo");

  await deeds.takesNextStep(who, "Choose a programme");
  await who.sees("No payment references yet");
  await look("15-pay-none");
  const rrr = await deeds.makeReference(who, "Mathematics", () => look("16-pay-items"));
  expect(rrr).toMatch(/^\d{12}$/);
  await look("17-pay-open");
  await deeds.takesNextStep(who, "Go to my reference");
  await deeds.payOnline(who, () => look("18-pay-page"));
  await look("19-pay-paid");

  await deeds.takesNextStep(who, "Continue application");
  await who.sees("Ready");
  await look("20-start");
  const submitted = await deeds.apply(who, aisha, (step) => look(`21-apply-${step}`));
  await look("22-submitted");
  await submitted.follows("Print Application Slip");
  await who.seesHeading("Application Slip");
  await who.sees(`${aisha.bio.firstname} ${aisha.bio.middlename}`.trim());
  await who.page.waitForFunction(() => (window as { printed?: number }).printed === 1);
  await look("23-slip");

  const pdf = await who.page.pdf({ preferCSSPageSize: true });
  keepPaper(pdf, "23-slip");
  expect(pagesOf(pdf)).toEqual(["595x842"]);

  const letters = await journey.post.letters(aisha.registration.emailaddress, 3);
  expect(letters.length).toBeGreaterThanOrEqual(3);
  await who.opens("/app/dashboard");
  await who.sees("Your application is with the admissions office");
  await who.sees("Submitted on", "With the college");
  const cards = who.page.getByRole("navigation", { name: "Your application" });
  expect(await cards.locator(".text-bad").count()).toBe(0);
  await look("24-dashboard-last");
  await who.leaves();
});

/** The first made-up person with this mode of entry who has a middle name and at least five results. */
function firstOf(mode: string) {
  for (let seed = 1; ; seed += 1) {
    const made = generateApplicant(seed);
    if (made.mode === mode && made.registration.middlename && (made.sittings[0]?.results.length ?? 0) >= 5) return made;
  }
}
