import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { publicAddresses } from "../src/app/screens/addresses.contract.ts";
import { applicantScreens } from "../src/app/screens/routes.web.tsx";
import { admissionStates } from "../testing/admitted-applicant.ts";
import { signedInApplicant } from "../testing/applicant.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { leadsOn, settled } from "../testing/look.ts";
import { type Marked, namesOf, speakMarked, wordsLeft } from "../testing/marked-language.ts";
import { walk } from "../testing/walk.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

const screens = Object.keys(applicantScreens).map((screen) => `/app/${screen}`);

const reader = async (signedIn?: { readonly token: string }) =>
  speakMarked(await journey.person(signedIn ? { signedIn } : {}));

async function leaves(who: Marked, ...firstnames: readonly string[]): Promise<void> {
  expect(wordsLeft(await who.reads(), await namesOf(journey.portal), ["Aisha", ...firstnames])).toEqual([]);
  await who.leaves();
}

async function reads(who: Marked, [first, ...others]: readonly string[]): Promise<void> {
  if (first) await who.opens(first);
  await settled(who.page);
  for (const path of others) await leadsOn(who.page, path);
}

test("each public page", async () => {
  const who = await reader();
  who.expects(/404/);
  for (const path of [...publicAddresses.map((path) => path.replace(/:\w+/, "unknown")), "/nothing-here"]) {
    await who.opens(path);
    await settled(who.page);
  }
  await leaves(who);
});

test("each page of somebody who has just begun", async () => {
  const who = await reader(await signedInApplicant(journey.portal));
  await reads(who, [...screens, "/app/nothing-here"]);
  await leaves(who);
});

test("each page of somebody who has submitted an application", async () => {
  const walked = await walk(journey.portal, 3);
  const who = await reader(walked);
  await reads(who, screens);
  await leaves(who, walked.person.registration.firstname);
});

test.each(Object.entries(admissionStates))("where an admission stands: %s", async (_state, reach) => {
  const who = await reader(await reach(journey.portal));
  await reads(who, ["/app/dashboard", "/app/admission", "/app/accept", "/app/leave"]);
  await leaves(who);
});
