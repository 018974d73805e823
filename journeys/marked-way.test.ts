import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { generateApplicant } from "../demo/applicants.ts";
import { signedInApplicant } from "../testing/applicant.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { type Marked, namesOf, speakMarked, wordsLeft } from "../testing/marked-language.ts";
import { offered } from "../testing/offered-applicant.ts";
import * as deeds from "./deeds.ts";

// What an applicant reads on the way from Create Account to the submitted application, with what is refused on it.

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

/** `own` are names of this person, which sentences hold; by itself a name stands apart from what is said. */
async function leaves(who: Marked, own: readonly string[] = []): Promise<void> {
  expect(wordsLeft(await who.reads(), await namesOf(journey.portal), ["Aisha", ...own])).toEqual([]);
  await who.leaves();
}

test("from the refused to the submitted form", { timeout: 180_000 }, async () => {
  const person = firstOf("JAMB UTME");
  const [mother, father] = person.referees;
  const [sitting] = person.sittings;
  if (!mother || !father || !sitting) throw new Error("two referees and a sitting are needed");
  const who = await speakMarked(await journey.person());
  await who.opens("/account");
  await who.presses("Create Account");
  await who.sees("There is a problem");
  await deeds.register(who, person);
  await deeds.verify(who, person, journey.post);
  await who.fills({ "Email Address": person.registration.emailaddress, Password: "not the password" });
  await who.presses("Login to Account");
  await who.page.getByRole("alert").first().waitFor();
  await deeds.signIn(who, person);
  await deeds.takesNextStep(who, "Add parents or guardians");
  await deeds.addReferee(who, mother);
  await deeds.takesNextStep(who, "Add one more");
  await deeds.addReferee(who, father);
  await deeds.takesNextStep(who, "Fill in bio data");
  await deeds.fillBio(who, person);
  await deeds.takesNextStep(who, "Add a sitting");
  await deeds.addSitting(who, sitting);
  await deeds.takesNextStep(who, "Add results");
  await deeds.addResults(who, sitting.results.slice(0, 5));
  await deeds.takesNextStep(who, "Upload photo");
  await deeds.uploadPhoto(who, person);
  await deeds.takesNextStep(who, "Choose a programme");
  await deeds.makeReference(who, "Mathematics");
  await deeds.takesNextStep(who, "Go to my reference");
  await deeds.payOnline(who);
  await deeds.takesNextStep(who, "Continue application");
  await deeds.apply(who, person);
  await leaves(who, [person.registration, mother, father].flatMap(namesIn));
});

const namesIn = ({ firstname, middlename, lastname }: Record<"firstname" | "middlename" | "lastname", string>) =>
  [firstname, middlename, lastname].filter(Boolean);

/** The first made-up person with this mode of entry who has a middle name and at least five results. */
function firstOf(mode: string) {
  for (let seed = 1; ; seed += 1) {
    const made = generateApplicant(seed);
    if (made.mode === mode && made.registration.middlename && (made.sittings[0]?.results.length ?? 0) >= 5) return made;
  }
}

test("forms that are sent empty say in the language what is missing", { timeout: 120_000 }, async () => {
  const who = await speakMarked(await journey.person({ signedIn: await signedInApplicant(journey.portal) }));
  for (const [path, open, title] of [
    ["/app/parents", "Add a parent or guardian", "Parents and Guadians Form"],
    ["/app/olevel", "Add a sitting", /sitting/i],
    ["/app/alevel", /^Add/, /A-Level/],
  ] as const) {
    await who.opens(path);
    await who.page.getByRole("button", { name: open }).first().click();
    const form = await who.inDialog(title);
    await form.presses(/^Save/);
    await form.sees("There is a problem");
  }
  await leaves(who);
});

test("what giving up a place and asking for another say before they are pressed", { timeout: 120_000 }, async () => {
  const one = await offered(journey.portal);
  const who = await speakMarked(await journey.person({ signedIn: one }));
  await who.opens("/app/admission");
  await who.follows("I do not want this place");
  await who.presses("Decline this offer");
  const asked = await who.inDialog("Decline this offer?");
  await asked.fills({ Reason: "Other" });
  await asked.presses("Yes, decline the offer");
  await asked.sees("In your own words: write what the reason is");
  await who.opens("/app/accept");
  await who.presses("Generate payment reference");
  const paying = await who.inDialog("Generate payment reference");
  await paying.sees("Total");
  await paying.presses("Generate reference");
  await paying.box.waitFor({ state: "detached" });
  await who.page.getByText("Pay at a bank or by app").click();
  await leaves(who);
});
