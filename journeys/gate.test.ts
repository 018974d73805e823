import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../testing/applicant.ts";
import type { Person } from "../testing/browser.ts";
import { lostFiles } from "../testing/draft-forms.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt } from "../testing/look.ts";
import { type Candidate, offered } from "../testing/offered-applicant.ts";
import { releaseDesk } from "../testing/release-desk.ts";
import { granted } from "../testing/walk.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"), {}, {}, { everyday: true });
  await journey.portal.db.insertInto("setting").values({ name: "admissionLetter", value: '"offered"' }).execute();
});

afterAll(() => journey.stop());

/** The address in the picture of a letter, with its seal, as a path. */
async function letterOf(one: Candidate): Promise<string> {
  const { genuine } = (await granted(one.get(`/ms_applications/letter/${one.application}`))).body;
  const { pathname } = new URL(genuine);
  const { seal } = (await granted(caller(journey.portal).get(`${pathname}/seal`))).body;
  return pathname + seal;
}

/** Until the device has shell, files and list. */
async function gateIsKept(who: Person): Promise<void> {
  await who.sees(/^Papers taken back are known as of/);
  const isKept = () =>
    who.page.evaluate(async () => {
      const pages = (await (await caches.open("pages")).keys()).map(({ url }) => new URL(url).pathname);
      const files = (await (await caches.open("assets")).keys()).map(({ url }) => url);
      const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
      return (
        pages.includes("/gate") &&
        loaded.filter((name) => /assets.*js$/.test(name)).every((name) => files.includes(name))
      );
    });
  await expect.poll(isKept, { timeout: 60_000 }).toBe(true);
}

test("at a gate without a network a letter is checked by its seal, a forged one fails, and a recalled one is on the list", async () => {
  const one = await offered(journey.portal);
  const letter = await letterOf(one);
  const another = await letterOf(await offered(journey.portal));
  const who = await journey.person();
  who.expects(lostFiles);
  await who.opens("/gate");
  await gateIsKept(who);
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "gate-ready");

  await who.context.setOffline(true);
  // As the camera of the phone itself opens it.
  await who.opens(letter);
  await who.seesHeading("Genuine");
  await who.sees("You are offline.", "Admission letter", "Aisha Bello", "2026/2027", /^Compare the name/);
  expect(new URL(who.page.url()).pathname).toBe("/gate");
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "gate-genuine");

  const [address = "", key = "", body = "", signature = ""] = letter.split(/[#.]/);
  const forged = Buffer.from(body, "base64url").toString().replace("Aisha", "Musa");
  const text = `${address}#${key}.${Buffer.from(forged).toString("base64url")}.${signature}`;
  await who.fills({ "What the picture holds": text });
  await who.presses("Check");
  await who.seesHeading("Not genuine");
  await lookAt(who.page, "gate-forged");
  await who.fills({ "What the picture holds": address });
  await who.presses("Check");
  await who.sees("This paper can only be checked online");
  // Of a length that nothing written comes to: that is no fault of the browser.
  const longer = body.padEnd(body.length + 5 - (body.length % 4), "A");
  await who.fills({ "What the picture holds": `${address}#${key}.${longer}.${signature}` });
  await who.presses("Check");
  await who.seesHeading("Not genuine");

  // The address leads to a paper that stays genuine, while what is checked last will be taken back.
  await who.opens(another);
  await who.seesHeading("Genuine");
  await who.fills({ "What the picture holds": "" });
  await who.fills({ "What the picture holds": letter });
  await who.presses("Check");
  await who.seesHeading("Genuine");

  const desk = await releaseDesk(journey.portal);
  const wanted = { application: one.application, reason: "Wrong person", words: "A name was taken for another" };
  const { _id } = (await granted(desk.registrar.post("/staff/ms_recall", wanted))).body;
  await granted(desk.provost.post(`/staff/ms_recall/${_id}/approve`, {}));
  // A moment of network brings the list.
  const renewed = who.page.waitForResponse("**/api/gate");
  await who.context.setOffline(false);
  await renewed;
  await who.page.getByText("You are offline.").waitFor({ state: "detached" });
  await who.context.setOffline(true);
  // By itself: the renewed list judges anew what was checked last.
  await who.seesHeading("Taken back");
  await lookAt(who.page, "gate-taken-back");

  await who.page.evaluate(() => {
    const list = JSON.parse(localStorage.getItem("gateList") ?? "");
    localStorage.setItem("gateList", JSON.stringify({ ...list, asOf: new Date(Date.now() - 90_000_000) }));
  });
  await who.opens("/gate");
  await who.sees("The list is older than a day");
  await lookAt(who.page, "gate-old-list");
  await who.context.setOffline(false);
  await who.leaves();
});
