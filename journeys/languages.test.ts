import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt } from "../testing/look.ts";
import { readCatalogue } from "../tools/language-catalogue.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

const hausa = readCatalogue("ha");

/** What the catalogue makes of it. */
const inHausa = (sentence: string): string => {
  const said = hausa[sentence];
  if (!said) throw new Error(`no Hausa for “${sentence}”`);
  return said;
};

test("a visitor chooses Hausa on the first page, and the device keeps it", async () => {
  const who = await journey.person();
  await who.opens("/");
  await who.sees("Login to Account");
  await who.presses("Hausa");
  await who.sees(inHausa("Login to Account"), inHausa("Forgot password?"), inHausa("Password"));
  expect(await who.page.evaluate(() => document.documentElement.lang)).toBe("ha");
  await who.sees(/Made by machine, not yet checked by a person/);
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "languages-sign-in");
  await who.opens("/forgot");
  await who.sees(inHausa("Email Address"));
  await who.opens("/");
  await who.presses("English");
  await who.sees("Login to Account");
  await who.leaves();
});

test("who is asked for nothing reads plain English, and what translates is not fetched", async () => {
  const who = await journey.person();
  await who.opens("/");
  await who.sees("English");
  const files = await who.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(files.filter((name) => /translate|\.json/.test(name))).toEqual([]);
  await who.leaves();
});
