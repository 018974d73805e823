import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller, signedInApplicant } from "../testing/applicant.ts";
import type { Person } from "../testing/browser.ts";
import { lostFiles } from "../testing/draft-forms.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt } from "../testing/look.ts";
import { gradient } from "../testing/pictures.ts";
import { openProgramme, openReference, readyApplicant } from "../testing/ready-applicant.ts";
import { sendFile } from "../testing/upload.ts";
import { granted } from "../testing/walk.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"), {}, {}, { everyday: true });
});

afterAll(() => journey.stop());

/** The own record with a photograph and a reference. */
async function recorded() {
  const { portal } = journey;
  const wanted = await openProgramme(portal);
  const me = await readyApplicant(portal, wanted);
  const { rrr } = await openReference(portal, me._id, wanted);
  const sent = await sendFile(portal, me, "photo", await gradient().jpeg().toBuffer(), "face.jpg");
  await granted(caller(portal, me.token).put("/ms_applicant", { photo: sent.body.photo }));
  return { me, rrr };
}

/** Waits until the device has fetched the whole record by itself: shell, screens and what they show. */
async function recordIsKept(who: Person): Promise<void> {
  const wanted = ["applicant-layout", "states-and-lgas", "referee", "bio", "olevel-sitting", "letter"];
  const isKept = (files: readonly string[]) =>
    who.page.evaluate(async (named) => {
      const shells = await (await caches.open("pages")).keys();
      const kept = (await (await caches.open("assets")).keys()).map(({ url }) => url.split("/").at(-1) ?? "");
      const reads = Object.keys(localStorage).filter((name) => name.startsWith("lastRead:"));
      const has = (list: readonly string[], one: string) => list.some((name) => name.includes(one));
      return (
        shells.length === 2 &&
        has(reads, "/photo") &&
        has(reads, "_notification") &&
        named.every((one) => has(kept, one))
      );
    }, files);
  await expect.poll(() => isKept(wanted), { timeout: 60_000 }).toBe(true);
}

test("after one visit to the dashboard the whole own record opens without a connection, and says from when it is", async () => {
  const { me, rrr } = await recorded();
  const who = await journey.person({ signedIn: me });
  who.expects(lostFiles);
  await who.opens("/app/dashboard");
  await who.sees("Your next step");
  await recordIsKept(who);
  await who.context.setOffline(true);
  const pages: readonly (readonly [string, string | RegExp])[] = [
    ["/app/dashboard", "Your next step"],
    ["/app/bio", "No. 4, Bello Street, Minna"],
    ["/app/parents", /Aisha Bello/],
    ["/app/olevel", "GSS Minna"],
    ["/app/olevelresult", /English Language/],
    ["/app/alevel", /A-Level/],
    ["/app/pay", new RegExp(`${rrr.slice(0, 4)}.?${rrr.slice(4, 8)}`)],
    ["/app/start", "Not verified"],
    ["/app/admission", /admission/i],
  ];
  for (const [path, words] of pages) {
    await who.opens(path);
    await who.sees("You are offline.", /^This is as of \d+ \w+ \d{4} at/, words);
  }
  await who.opens("/app/photo");
  const photo = who.page.getByAltText("Your current passport");
  await photo.waitFor();
  expect(await photo.evaluate((img: HTMLImageElement) => [img.src.slice(0, 23), img.naturalWidth > 100])).toEqual([
    "data:image/jpeg;base64,",
    true,
  ]);
  await lookAt(who.page, "own-record-photo");
  await who.opens("/app/olevel");
  await who.sees("GSS Minna");
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "own-record-sittings");
  await who.context.setOffline(false);
  await who.page.getByText("You are offline.").waitFor({ state: "detached" });
  await who.leaves();
});

test("who signs in after another on the same device reads nothing of the other's without a connection", async () => {
  const { me } = await recorded();
  const other = await signedInApplicant(journey.portal);
  const who = await journey.person({ signedIn: me });
  who.expects(lostFiles);
  await who.opens("/app/dashboard");
  await who.sees("Your next step");
  await recordIsKept(who);
  // The first did not sign out: the second's sign-in stands where the first's did.
  await who.opens("/offline");
  await who.page.evaluate(
    ({ token, _id }) => {
      localStorage.setItem("isApplicant", token);
      localStorage.setItem("isApplicantData", JSON.stringify({ _id, firstname: "Musa" }));
    },
    { token: other.token, _id: other._id },
  );
  await who.context.setOffline(true);
  for (const path of ["/app/bio", "/app/parents", "/app/olevel"]) {
    await who.opens(path);
    await who.sees("You are offline.", "Welcome Musa", "You are offline. This appears by itself once you are back");
    const text = await who.page.evaluate(() => document.body.innerText);
    expect(text).not.toMatch(/Bello|Minna/);
  }
  await who.leaves();
});
