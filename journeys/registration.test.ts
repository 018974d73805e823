import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { phone } from "../testing/browser.ts";
import { keptDrafts } from "../testing/drafts.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { openRegistration } from "../testing/registration.ts";
import type { Student } from "../testing/student.ts";

// A student registers the courses of a semester on a phone, loses the network, and changes them later.

let journey: Journey;
let term: Awaited<ReturnType<typeof openRegistration>>;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  term = await openRegistration(journey.portal);
});
afterAll(() => journey.stop());

async function onPhone(me: Student) {
  const person = await journey.person({ size: phone });
  const [name = "", value = ""] = me.cookie.split("=");
  await person.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  return person;
}

const looksRight = async (who: Awaited<ReturnType<typeof onPhone>>, picture: string) => {
  await settled(who.page);
  await expectAccessible(who.page, picture);
  await lookAt(who.page, `registration-${picture}`);
};

test("courses are there ticked, units are counted, and what was chosen outlives a lost network", async () => {
  await term.opens({ charge_kobo: 200_000 });
  const student = await onPhone(await term.student());
  await student.opens("/student");
  await student.sees("Register your courses until");
  await student.follows("Register courses");
  await student.sees("6 units in 3 courses", "4 to 10 allowed", "Late from");
  await looksRight(student, "proposed");

  await student.page.getByLabel("CRS 112").check();
  await student.page.getByLabel("CRS 113").check();
  await student.sees("12 units in 5 courses", "CRS 112 and CRS 113 exclude each other", "12 units are too many");
  await looksRight(student, "too-many");
  await student.page.getByLabel("CRS 113").uncheck();
  await student.sees("9 units in 4 courses");

  await student.context.setOffline(true);
  await student.sees("You are offline");
  await student.page.getByLabel("CRS 111").uncheck();
  await student.sees("7 units in 3 courses");
  const kept = async () => (await keptDrafts(student.page)).map(({ text }) => JSON.parse(text).typed.courses?.length);
  await expect.poll(kept).toEqual([3]);
  await student.context.setOffline(false);
  await student.opens("/student/registration");
  await student.sees("7 units in 3 courses");
  await student.presses("Register");
  await student.sees("Registered", "7 units", "Print my course form");
  await looksRight(student, "registered");

  await student.presses("Add or drop courses");
  await student.page.getByLabel("CRS 112").uncheck();
  await student.page.getByText("Add a course of another department or level").click();
  await student.fills({ "Code or name": "luke" });
  await student.presses("Find");
  await student.presses("Add CRS 212");
  await student.sees("6 units in 3 courses", "Other courses");
  await looksRight(student, "borrowed");
  await student.presses("Register");
  await student.sees("CRS 212", "borrowed");
  const { registration } = (await (
    await student.page.request.get(`${journey.url}/api/student/registration`)
  ).json()) as {
    registration: { units: number };
  };
  expect(registration.units).toBe(6);
});

test("where the head decides, a student asks with a word, and reads that it waits", async () => {
  await term.opens({ hodapproval: true });
  const student = await onPhone(await term.student());
  await student.opens("/student/registration");
  await student.page.getByLabel("CRS 111").uncheck();
  await student.page.getByLabel("ENG 111").uncheck();
  await student.sees("2 units are too few", "A word to your head of department");
  await looksRight(student, "asks");
  await student.fills({ "A word to your head of department": "I repeat the year with this course alone" });
  await student.presses("Send to my head of department");
  await student.sees("With your head of department", "what is decided");
  await looksRight(student, "waits");
});

test("who cannot register reads why, and where to go", async () => {
  await term.opens({}, 3, 5, 10);
  const student = await onPhone(await term.student());
  await student.opens("/student/registration");
  await student.sees("You cannot register now", "Registration is open from");
  await looksRight(student, "early");
});
