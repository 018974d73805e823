import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { holdAnswers } from "../testing/held-answer.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt } from "../testing/look.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../testing/ready-applicant.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

test("a visitor reads until when, for how much and with what one applies, and whether one qualifies, without an account", async () => {
  const who = await journey.person();
  await who.opens("/");
  await who.sees("New here? How to apply, fees and dates", /are open until the end of \w+day \d+ \w+ \d{4}\./);
  await lookAt(who.page, "front-page");
  await who.follows("Start now");
  await who.seesHeading("How to apply");
  await who.sees("Have these ready", "Birth certificate or declaration of age: a photo, scan or PDF");
  await who.sees(/Applying costs ₦2,500\.00 to ₦3,000\.00 by programme/);

  const chosen = { "English Language": "B3", Mathematics: "C6", Biology: "C4", Chemistry: "C5", Physics: "B2" };
  for (const [nth, [subject, grade]] of Object.entries(chosen).entries()) {
    await who.field(`Subject ${nth + 1}`).selectOption(subject);
    await who.field(`Grade ${nth + 1}`).selectOption(grade);
  }
  await who.sees(/^You qualify for \d+ of 70 programmes/);
  await who.page.getByRole("region", { name: "You qualify" }).getByText("School of Sciences").click();
  await who.sees("NCE Biology/Chemistry");
  await lookAt(who.page, "prospectus");
  await expectAccessible(who.page, "the public page with what one qualifies for");
  await who.follows("Start now");
  await who.seesHeading("Create your profile");
  await who.leaves();
});

test("what is missing is told before it is sent, stops nobody, and who waits reads what happens next", async () => {
  const { db } = journey.portal;
  const { session } = await openProgramme(journey.portal);
  const asking = db.selectFrom("programme").select("_id").where("code", "=", "NCE-ECO-MAT");
  const wanted = { session, programme: (await asking.executeTakeFirstOrThrow())._id };
  const me = await readyApplicant(journey.portal, wanted);
  await verifiedPayment(journey.portal, me._id, wanted);
  const after = "Screening: 5 to 9 April 2027, in the main hall";
  await db
    .insertInto("setting")
    .values({ name: "afterApplying", value: JSON.stringify(after) })
    .execute();

  const who = await journey.person({ signedIn: me });
  await who.opens("/app/start?continue");
  const form = await who.inDialog(/^Apply to /);
  await form.sees("Have these ready", "Passport photograph");
  await lookAt(who.page, "apply-ready");
  await form.picks("Mode of entry", "JAMB UTME");
  await form.presses("Continue");
  await form.presses("Continue");
  await form.sees("You are missing: credit in Economics", "No passport photograph");
  await lookAt(who.page, "apply-doubts");
  await expectAccessible(who.page, "the last step with what is missing");
  await form.presses(/^Submit application to /);
  const sent = await who.inDialog("Application submitted");
  await sent.sees("What happens next", after, /takes applications until the end of/);
  await lookAt(who.page, "apply-submitted");
  const [letter] = await journey.post.letters(me.emailaddress, 1);
  expect(letter?.text).toContain(after);
  await sent.follows("Print Application Slip");
  await who.seesHeading("Application Slip");
  // The paper comes whole: what it says cannot be late for the printer.
  const desk = await holdAnswers(who.page, "**/api/portal");
  await who.page.reload();
  await who.sees(after);
  desk.release();

  await who.opens("/app/accept");
  await who.sees("Nothing to accept yet", "NO APPROVED APPLICATIONS");
  await who.opens("/app/dashboard");
  await who.sees(/^Submitted on /, "With the college");
  expect(await who.page.getByRole("navigation", { name: "Your application" }).locator(".text-bad").count()).toBe(0);
  await who.leaves();
});
