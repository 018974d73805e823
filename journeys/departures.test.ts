import { afterAll, beforeAll, inject, test } from "vitest";
import { makeAcceptance } from "../testing/admitted-applicant.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { candidate, offered } from "../testing/offered-applicant.ts";
import { releaseDesk } from "../testing/release-desk.ts";
import { staffAt } from "../testing/staff-browser.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const looksRight = looksRightIn("departures");

test("an applicant declines an offer for a reason, and two people of the office take the applicant back", {
  timeout: 180_000,
}, async () => {
  const one = await offered(journey.portal, 2);
  await makeAcceptance(one);
  const desk = await releaseDesk(journey.portal);
  const who = await journey.person({ signedIn: { token: one.token } });
  await who.opens("/app/admission");
  await who.follows("I do not want this place");
  await who.sees("The place goes to somebody else at once. You cannot take this back yourself.", "Keep it");
  await looksRight(who, "1-before");
  await who.presses("Decline this offer");
  const asked = await who.inDialog("Decline this offer?");
  await asked.fills({ Reason: "Other" });
  await asked.presses("Yes, decline the offer");
  await asked.sees("In your own words: write what the reason is");
  await asked.fills({ "In your own words": "I was given a place nearer to home" });
  await looksRight(who, "2-dialog");
  await asked.presses("Yes, decline the offer");
  await asked.box.waitFor({ state: "detached" });
  await who.sees("Nothing to give up");
  await who.follows("See my applications");
  await who.sees(/^You declined this offer on/, /Your reason: I was given a place nearer to home/);
  await looksRight(who, "3-declined");
  await who.opens("/app/dashboard");
  await who.sees("An application of yours has ended");

  const registrar = await staffAt(journey, desk.registrar);
  await registrar.opens("/staff/offers");
  await registrar.follows("Given up");
  await registrar.sees("I was given a place nearer to home");
  await looksRight(registrar, "4-list");
  await registrar.follows(new RegExp(one.code));
  await registrar.presses("Take back");
  const proposing = await registrar.inDialog(/^Propose to take/);
  await proposing.fills({ Reason: "Pressed by mistake, came to the office" });
  await proposing.presses("Take back");
  await proposing.box.waitFor({ state: "detached" });
  await looksRight(registrar, "5-proposed");
  const provost = await staffAt(journey, desk.provost);
  await provost.opens("/staff/offers/departures?state=Proposed");
  await provost.follows(new RegExp(one.code));
  await provost.presses("Approve");
  const answering = await provost.inDialog(/^Take .* back\?$/);
  await answering.presses("Approve");
  await answering.box.waitFor({ state: "detached" });
  await provost.sees("Reinstated");
  await who.opens("/app/admission");
  await who.sees("Accept My Admission");
  for (const person of [who, registrar, provost]) await person.leaves();
});

test("an applicant takes a place a session later, told before what it costs", async () => {
  await journey.portal.db
    .insertInto("setting")
    .values({ name: "deferral", value: JSON.stringify("yes") })
    .execute();
  const one = await offered(journey.portal);
  const who = await journey.person({ signedIn: { token: one.token } });
  await who.opens("/app/admission");
  await who.follows("I do not want this place");
  await who.sees("JAMB has to know that you begin later. The admissions office tells you what you do there.");
  await looksRight(who, "7-defer");
  await who.presses("Begin a session later");
  const asked = await who.inDialog("Begin a session later?");
  await asked.fills({ Reason: "Personal" });
  await asked.presses("Yes, begin a session later");
  await asked.box.waitFor({ state: "detached" });
  await who.follows("See my applications");
  await who.sees(/^Your place was deferred on/, /without an application fee then/);
  await looksRight(who, "8-deferred");
  await who.leaves();
});

test("an applicant withdraws an application before the decision, told before what it costs", async () => {
  const one = await candidate(journey.portal);
  const who = await journey.person({ signedIn: { token: one.token } });
  await who.opens("/app/admission");
  await who.follows("Withdraw this application");
  await who.sees("The application fee is not paid back, and it stays used.");
  await looksRight(who, "6-withdraw");
  await who.presses("Withdraw this application");
  const asked = await who.inDialog("Withdraw this application?");
  await asked.fills({ Reason: "Distance" });
  await asked.presses("Yes, withdraw it");
  await asked.box.waitFor({ state: "detached" });
  await who.opens("/app/admission");
  await who.sees(/^You withdrew this application on/);
  await who.leaves();
});
