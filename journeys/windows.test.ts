import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const keptIn = async (who: Person) => ({
  ...(await who.page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
    marked: "marked" in window,
    status: (await fetch("/healthz")).status,
  }))),
  cookies: await who.context.cookies(),
  pages: who.context.pages().length,
});

test("who comes to a window finds nothing of who had it before, and is told of no fault of theirs", async () => {
  const first = await journey.person({
    signedIn: { token: "somebody's" },
    before: () => void Object.assign(window, { marked: true }),
  });
  await first.opens("/privacy");
  await first.page.evaluate(async () => {
    sessionStorage.setItem("typed", "a word");
    await new Promise((resolve) => {
      const opening = indexedDB.open("drafts-of-mine");
      opening.onsuccess = () => resolve(opening.result.close());
    });
  });
  await first.context.addCookies([{ name: "left", value: "here", url: journey.url }]);
  await first.context.newPage();
  await first.page.route("**/healthz", (route) => route.fulfill({ status: 500 }));
  first.expects(/500|on purpose/);
  await first.page.evaluate(() => console.error("on purpose"));
  expect(await keptIn(first)).toMatchObject({ session: { typed: "a word" }, marked: true, status: 500, pages: 2 });
  await first.leaves();

  const next = await journey.person();
  expect(next.page).toBe(first.page);
  await next.opens("/privacy");
  expect(await keptIn(next)).toEqual({
    local: {},
    session: {},
    databases: [],
    marked: false,
    status: 200,
    cookies: [],
    pages: 1,
  });
  await next.leaves();
});

test("what goes wrong in the moment before somebody leaves is told all the same", async () => {
  const who = await journey.person();
  await who.opens("/privacy");
  await who.page.evaluate(() => console.error("at the last moment"));
  await expect(who.leaves()).rejects.toThrow("at the last moment");
});
