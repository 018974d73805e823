import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Journey, startJourney } from "../testing/journey.ts";
import { candidate } from "../testing/offered-applicant.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

/** A slip whose seal takes so long: when the dialog opened, after so many ms, and whether the seal was still awaited. */
async function printedWith(sealMs: number) {
  const one = await candidate(journey.portal);
  const who = await journey.person({ signedIn: one });
  who.expects(/ERR_FAILED|Failed to load/);
  await who.context.route("**/seal", async (route) => {
    await pause(sealMs);
    await route.continue().catch(() => undefined);
  });
  await who.page.addInitScript(() => {
    const noted = window as { awaited?: number };
    window.print = () => {
      noted.awaited ??= document.querySelectorAll("[data-awaited]").length;
    };
  });
  await who.opens(`/print/${one.application}`);
  const awaited = () => who.page.evaluate(() => (window as { awaited?: number }).awaited ?? null);
  await expect.poll(awaited, { timeout: 20_000, interval: 100 }).not.toBeNull();
  return { awaited: await awaited(), who };
}

test("a paper is printed with its seal, though the seal comes late", async () => {
  const { awaited, who } = await printedWith(1_500);
  expect(awaited).toBe(0);
  await who.leaves();
});

test("a seal that does not come keeps no paper back", async () => {
  const { awaited, who } = await printedWith(12_000);
  expect(awaited).toBe(1);
  await who.page.unrouteAll({ behavior: "ignoreErrors" });
});
