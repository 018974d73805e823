import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type SmsStandIn, smsAccount, startSmsStandIn } from "../sandbox/sms/server.ts";
import { caller, signedInApplicant } from "../testing/applicant.ts";
import { phone } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { followNow, postText, restFor, textsOf } from "../testing/sms.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { newRegistration } from "../testing/visitor.ts";

// A morning in the office: what became of yesterday's SMS, and whom to remind. An applicant who wants none.

let gateway: SmsStandIn;
let journey: Journey;
const looksRight = looksRightIn("sms");

beforeAll(async () => {
  gateway = await startSmsStandIn();
  const { username, apikey } = smsAccount;
  journey = await startJourney(inject("place"), {
    SMS_URL: gateway.url,
    SMS_KEY: `${username}:${apikey}`,
    SMS_SENDER: "College",
  });
  await sql`alter function portal.sms_rest(timestamptz) rename to sms_rest_of_clock`.execute(journey.portal.db);
  await restFor(journey.portal, "0");
}, 120_000);
afterAll(async () => {
  await journey.stop();
  await gateway.stop();
});

test("the office sees what became of each SMS and what the day has cost", async () => {
  const { portal } = journey;
  const [well, never, wrong] = [
    await signedInApplicant(portal),
    await signedInApplicant(portal),
    await signedInApplicant(portal),
  ];
  await postText(portal, well._id);
  await textsOf(portal, well._id);
  gateway.fault("never-delivers");
  await postText(portal, never._id, "Payment");
  await textsOf(portal, never._id);
  gateway.fault("rejects");
  await postText(portal, wrong._id, "Document");
  await textsOf(portal, wrong._id);
  await followNow(portal);
  await followNow(portal, "24 hours");
  await portal.db.insertInto("setting").values({ name: "smsDayCeiling", value: "10" }).execute();
  gateway.fault();
  await postText(portal, well._id, "Last day");
  await textsOf(portal, well._id, 2);

  const officer = await staffMember(portal, { pages: ["dashboard", "texts"] });
  const who = await staffAt(journey, officer);
  await who.opens("/staff/texts");
  await who.seesHeading("SMS");
  await who.sees("of ₦10.00 today", /1 SMS was held back/, "Not delivered", "Delivered", "Over the ceiling");
  await looksRight(who, "log");
  await who.opens("/staff/texts?state=Not+delivered");
  await who.sees("The gateway took it and did not deliver it in time");
  await who.leaves();
});

test("the office makes a dry run, sends a reminder, and its reader ends reminders by the link", async () => {
  const { portal } = journey;
  const people = [newRegistration(), newRegistration(), newRegistration()];
  for (const person of people) await caller(portal).post("/ms_applicant", person);
  await sql`update portal.applicant set "createdAt" = now() - interval '10 days' where "verifiedAt" is null`.execute(
    portal.db,
  );
  const officer = await staffMember(portal, { pages: ["dashboard", "nudges", "nudges.change"] });
  const who = await staffAt(journey, officer);
  await who.opens("/staff/nudges");
  await who.seesHeading("Reminders");
  await looksRight(who, "reminders");
  await who.presses("Dry run: Account not verified");
  const dry = await who.inDialog("Dry run: Account not verified");
  await who.sees("3 people would get this now. Nothing was sent yet.");
  await looksRight(who, "dry-run");
  await who.fills({ "Number of people": "3" });
  await dry.presses("Send");
  await dry.box.waitFor({ state: "detached" });
  await who.presses("Change: Paid and not applied");
  const change = await who.inDialog("Change Paid and not applied");
  await looksRight(who, "change");
  await who.fills({ Days: "4" });
  await change.presses("Save");
  await change.box.waitFor({ state: "detached" });
  await who.sees(/After 4 days/);
  await who.leaves();

  const letters = await portal.letters(people[0]?.emailaddress ?? "", 1, /verify your account/);
  const [, path = ""] = /(\/no-reminders\/\S+)/.exec(letters[0]?.text ?? "") ?? [];
  const reader = await journey.person({ size: phone });
  await reader.opens(path);
  await reader.sees("Send me no reminders");
  await looksRight(reader, "no-reminders");
  await reader.presses("Send me no reminders");
  await reader.sees("You get no reminders any more");
  await reader.leaves();
  const stopped = await portal.db.selectFrom("nudge_stop").select("stoppedby").execute();
  expect(stopped).toEqual([{ stoppedby: null }]);
});

test("an applicant switches SMS off and on again", async () => {
  const { token } = await signedInApplicant(journey.portal);
  const who = await journey.person({ signedIn: { token } });
  await who.opens("/app/account");
  await who.follows("SMS");
  await who.seesHeading("SMS");
  await who.sees("SMS are on");
  await looksRight(who, "switch");
  await who.presses("Switch SMS off");
  await who.sees("SMS are off");
  await who.presses("Switch SMS on");
  await who.sees("SMS are on");
  await who.leaves();
});
