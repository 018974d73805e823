import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { desk } from "../testing/browser.ts";
import { fullApplicant } from "../testing/full-applicant.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt } from "../testing/look.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { walk } from "../testing/walk.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

/** One applicant's first sitting is the other's by number and year. */
const sitsAs = async (one: string, other: string): Promise<void> => {
  await sql`update portal.olevel_sitting mine set examinationnumber = theirs.examinationnumber,
      examinationyear = theirs.examinationyear
    from portal.olevel_sitting theirs
    where mine.applicant = ${one} and mine.slot = 1 and theirs.applicant = ${other} and theirs.slot = 1`.execute(
    journey.portal.db,
  );
};

test("the slip and the grades that were typed of it stand beside each other on the first screen", async () => {
  const seen = await fullApplicant(journey.portal, 7);
  const other = await fullApplicant(journey.portal, 8);
  await sitsAs(other._id, seen._id);
  const member = await staffMember(journey.portal, { pages: ["applications", "applications.change"] });
  const clerk = await staffAt(journey, member);
  await clerk.opens("/staff/applications");
  await clerk.page.locator(`tbody .opener[href$="${seen.application}"]`).click();
  const next = clerk.page.getByRole("button", { name: "Next paper" });
  await next.waitFor();
  const slip = await next.boundingBox();
  const grades = await clerk.page.getByRole("columnheader", { name: "Subject" }).boundingBox();
  expect(Math.max(slip?.y ?? desk.height, grades?.y ?? desk.height)).toBeLessThan(desk.height / 2);
  expect(slip?.x).toBeLessThan(grades?.x ?? 0);
  expect(await axeFindings(clerk.page)).toEqual([]);
  await lookAt(clerk.page, "slip-beside-grades");
  const alike = clerk.page.getByText("Also submitted in").getByRole("link");
  const code = (await alike.textContent()) ?? "";
  const paper = clerk.page.locator("#paper");
  const first = await paper.textContent();
  await clerk.page.keyboard.press(".");
  await expect.poll(() => paper.textContent()).not.toBe(first);
  await clerk.page.keyboard.press(",");
  await expect.poll(() => paper.textContent()).toBe(first);
  // One that was photographed sideways is turned, and nothing of it is out of reach above or to the left.
  const picture = clerk.page.getByRole("region", { name: first ?? "" }).getByRole("img");
  await picture.evaluate((shown: HTMLImageElement) => shown.decode());
  await clerk.page.getByRole("button", { name: /^Turn / }).click();
  const [above, left] = await picture.evaluate((shown) => {
    const box = shown.closest(".overflow-auto");
    const [outer, inner] = [box?.getBoundingClientRect(), shown.getBoundingClientRect()];
    return [inner.top - (outer?.top ?? 0) + (box?.scrollTop ?? 0), inner.left - (outer?.left ?? 0)];
  });
  expect([above, left].map((free) => (free ?? -1) >= 0)).toEqual([true, true]);
  await lookAt(clerk.page, "slip-turned");
  await alike.click();
  await clerk.page.waitForURL(`**/${other.application}`);
  await clerk.sees(code);
  await clerk.leaves();
});

test("a head who may not open files has the slip, the grades and the photograph where the decision is made", async () => {
  const member = await staffMember(journey.portal, { pages: ["recommendations", "recommendations.change"] });
  await walk(journey.portal, 8_800_001);
  await journey.portal.app.portal.pool.query("update portal.review set state = 'Checked' where state = 'Submitted'");
  const head = await staffAt(journey, member);
  await head.opens("/staff/recommendations?state=Checked");
  await head.page.locator("tbody .opener").first().click();
  const next = head.page.getByRole("button", { name: "Next paper" });
  await next.waitFor();
  const slip = await next.boundingBox();
  const grades = await head.page.getByRole("columnheader", { name: "Subject" }).boundingBox();
  expect(slip?.x).toBeLessThan(grades?.x ?? 0);
  await head.page.getByRole("img", { name: /^Photograph of / }).waitFor();
  expect(await head.page.getByRole("link", { name: "Open the file" }).count()).toBe(0);
  expect(await axeFindings(head.page)).toEqual([]);
  await lookAt(head.page, "slip-beside-grades-head");
  await head.leaves();
});
