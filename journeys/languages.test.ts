import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { generateApplicant } from "../demo/applicants.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt, overflowAt320, picture, settled } from "../testing/look.ts";
import { arrive, chooseProgramme, payFee } from "../testing/walk.ts";
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

test.each(["yo", "ig"])(
  "what an applicant reads first fits a narrow phone in %s",
  { timeout: 90_000 },
  async (language) => {
    const person = generateApplicant(language === "yo" ? 11 : 12);
    const { token, me } = await arrive(journey.portal, person);
    const programme = await chooseProgramme(me, person, 1);
    await payFee(journey.portal, me, programme);
    const { body: references } = await me.get("/ms_application_fee");
    const speaks = async (equipment: Parameters<Journey["person"]>[0], path: string) => {
      const who = await journey.person(equipment);
      await who.opens(path);
      await who.page.evaluate((spoken) => localStorage.setItem("language", spoken), language);
      return who;
    };
    const fits = async (who: Awaited<ReturnType<typeof speaks>>, path: string, name: string) => {
      await who.opens(path);
      await settled(who.page);
      await who.page.waitForFunction((spoken) => document.documentElement.lang === spoken, language);
      if (name === "apply") await who.page.getByRole("dialog").waitFor();
      await settled(who.page);
      await picture(who.page, `languages-${language}-${name}-360`);
      expect([path, await overflowAt320(who.page)]).toEqual([path, 0]);
    };
    const visitor = await speaks({}, "/");
    await fits(visitor, "/", "sign-in");
    await visitor.leaves();
    const who = await speaks({ signedIn: { token } }, "/app/dashboard");
    for (const screen of ["dashboard", "bio", "olevelresult", "pay"]) await fits(who, `/app/${screen}`, screen);
    await fits(who, `/app/start?continue=${references[0]._id}`, "apply");
    await who.leaves();
  },
);
