import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { phone } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { offered } from "../testing/offered-applicant.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

// The registry words the letter of an offer anew, a second person approves it, and the next offer carries it. A banner on a phone.

let journey: Journey;
const looksRight = looksRightIn("letters");

beforeAll(async () => {
  journey = await startJourney(inject("place"));
}, 120_000);
afterAll(() => journey.stop());

test("one words the letter of an offer, another approves it, and the released offer carries the words", async () => {
  const { portal } = journey;
  const pages = ["dashboard", "templates", "templates.change", "templates.approve", "applications"] as const;
  const writer = await staffMember(portal, { pages: [...pages], firstname: "Aliyu", lastname: "Musa" });
  const head = await staffMember(portal, { pages: [...pages], firstname: "Grace", lastname: "Okafor" });

  const who = await staffAt(journey, writer);
  await who.opens("/staff/templates");
  await who.seesHeading("Letters and mails");
  await looksRight(who, "list");
  await who.follows("Offer of admission");
  await who.seesHeading("Offer of admission");
  await who.fills({
    Subject: "{college}: good news about {programme}",
    Text: "Dear {firstname},\n\nWelcome! {college} offers you {status}.\n\nAccept by {due}:\n{link}\n\nBring {hostel}.\n\nYour code: {code}",
    "What is new": "Warmer words",
  });
  await who.presses("Propose these words");
  await who.sees(/\{hostel\} is nothing that the portal fills in here/);
  await who.fills({
    Text: "Dear {firstname},\n\nWelcome! {college} offers you {status}.\n\nAccept by {due}:\n{link}\n\nYour code: {code}",
  });
  await who.presses("Show the preview");
  await who.sees("Values of nobody.", /Welcome!/);
  await looksRight(who, "editor");
  await who.presses("Propose these words");
  await who.sees("Version 1 waits for a second person");
  await who.leaves();

  const second = await staffAt(journey, head);
  await second.opens("/staff/templates?state=waiting");
  await second.follows("Offer of admission");
  await second.sees("Version 1 waits for a second person", /Warmer words/);
  await looksRight(second, "waiting");
  await second.presses("Approve");
  const asked = await second.inDialog("Approve version 1?");
  await asked.presses("Approve");
  await asked.box.waitFor({ state: "detached" });
  await second.sees("College's words", "In force");
  await second.leaves();

  const one = await offered(portal);
  const [letter] = await portal.letters(one.emailaddress, 1, /good news about/);
  expect(letter?.text).toMatch(/Welcome! .* offers you Provisional Admission\./);
  expect(letter?.text).not.toContain("make the reference of the acceptance fee");
});

test("a banner stands at the lower edge of a phone before sign-in, and is gone once it is closed", async () => {
  const { portal } = journey;
  const officer = await staffMember(portal, { pages: ["banners", "banners.change"] });
  const day = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");
  const words = "The portal is closed for work tonight from 10 pm to 11 pm. What you have typed is kept on your phone.";
  const { body } = await officer.post("/staff/ms_banner", {
    ...{ text: words, kind: "Warning", places: ["Before sign-in", "Staff"], starts: day(-1), ends: day(3) },
  });
  expect(body.type).toBe("success");
  await expect.poll(async () => (await officer.get("/banners")).body.list.length, { timeout: 8_000 }).toBe(1);

  const reader = await journey.person({ size: phone });
  await reader.opens("/");
  await reader.sees(words);
  await looksRight(reader, "banner");
  await reader.presses(/^Close: The portal is closed/);
  await reader.opens("/forgot");
  await reader.seesHeading(/password/i);
  await expect.poll(() => reader.page.getByText(words).count()).toBe(0);
  await reader.leaves();
});
