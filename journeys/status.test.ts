import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { phone } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn, overflowAt320 } from "../testing/look.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

// Somebody asks on a phone what works now; the help desk writes what the college knows; the next one reads it there.

let journey: Journey;
const looksRight = looksRightIn("status");

beforeAll(async () => {
  journey = await startJourney(inject("place"));
}, 120_000);
afterAll(() => journey.stop());

test("everybody reads what works now, and what the help desk has written for the day", async () => {
  const { portal } = journey;
  const reader = await journey.person({ size: phone });
  await reader.opens("/status");
  await reader.seesHeading("Everything works");
  await reader.sees(/References are made and payments are found/);
  await looksRight(reader, "works");
  expect(await overflowAt320(reader.page)).toBe(0);

  const desk = await staffMember(portal, { pages: ["dashboard", "banners", "banners.change"] });
  const words = "First Bank tells Remita late today: a payment of this morning shows by the evening. Do not pay again.";
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");
  const form = { text: words, kind: "Warning", places: ["Status page"], starts: at(-1), ends: at(9) };
  expect((await desk.post("/staff/ms_banner", form)).body.type).toBe("success");
  const clerk = await staffAt(journey, desk);
  await clerk.opens("/staff/banners");
  await clerk.sees(words);
  await clerk.sees("Status page");
  await clerk.page.locator('[popovertarget="person-menu"]').click();
  await clerk.sees(/^Version \d+\.\d+\.\d+$/);
  await looksRight(clerk, "version");
  await clerk.leaves();

  await expect
    .poll(
      async () => {
        await reader.opens("/status");
        return reader.page.getByText(words).count();
      },
      { timeout: 30_000, interval: 2_000 },
    )
    .toBe(1);
  await reader.seesHeading("Everything works, with a notice");
  await looksRight(reader, "told");
  await reader.page.getByRole("link", { name: "To the portal" }).click();
  await expect.poll(() => new URL(reader.page.url()).pathname).toBe("/");
  await reader.leaves();
});
