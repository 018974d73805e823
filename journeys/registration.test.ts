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

test("who was overtaken from elsewhere keeps what is ticked, and sends it on what stands now", async () => {
  await term.opens();
  const me = await term.student();
  const [late, first] = [await onPhone(me), await onPhone(me)];
  for (const one of [late, first]) {
    await one.opens("/student/registration");
    await one.sees("6 units in 3 courses");
  }
  await late.page.getByLabel("CRS 112").check();
  await first.presses("Register");
  await first.sees("Print my course form");
  late.expects(/409/);
  await late.presses("Register");
  await late.sees(
    /^Your registration was changed or decided meanwhile/,
    "Print my course form",
    "9 units in 4 courses",
  );
  await late.presses("Register");
  await late.sees("9 units");
  await late.page.getByText("Add or drop courses").waitFor();
});

test("who cannot register reads why, and where to go", async () => {
  await term.opens({}, 3, 5, 10);
  const student = await onPhone(await term.student());
  await student.opens("/student/registration");
  await student.sees("You cannot register now", "Registration is open from");
  await looksRight(student, "early");
});

test("what fell away of a draft is named, and an answer that is lost on its way registers once", async () => {
  await term.opens();
  term.ids["CRS 213"] = await term.course("CRS 213", { level: 200, name: "The parables" });
  const me = await term.student();
  const student = await onPhone(me);
  await student.opens("/student/registration");
  await student.page.getByLabel("CRS 112").check();
  await student.page.getByText("Add a course of another department or level").click();
  await student.fills({ "Code or name": "parables" });
  await student.presses("Find");
  await student.presses("Add CRS 213");
  await student.sees("11 units in 5 courses");
  const kept = async () => (await keptDrafts(student.page)).map(({ text }) => JSON.parse(text).typed.courses?.length);
  await expect.poll(kept).toEqual([5]);
  const course = (code: string, changed: { status?: boolean; semester?: number }) =>
    journey.portal.db
      .updateTable("course")
      .set(changed)
      .where("_id", "=", term.ids[code] ?? "")
      .execute();
  await course("CRS 112", { status: false });
  await course("CRS 213", { semester: 2 });

  await student.opens("/student/registration");
  await student.sees(
    "1 course that you had ticked before is not in this semester any more",
    "CRS 112 is not offered any more. Leave it out and choose another",
    "9 units in 4 courses",
  );
  await looksRight(student, "fallen");
  await student.page.getByLabel("CRS 112").uncheck();
  student.expects(/ERR_CONNECTION_RESET/);
  let sent = 0;
  await student.page.route("**/api/student/registration", async (route) => {
    if (route.request().method() !== "PUT") return route.continue();
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  const registered = async () =>
    journey.portal.db
      .selectFrom("course_registration")
      .select(["units", "version"])
      .where("student", "=", me.student)
      .execute();
  await student.presses("Register");
  await student.sees("The portal could not be reached. Check your connection and try again");
  expect([sent, await registered()]).toEqual([1, [{ units: 6, version: 1 }]]);
  await student.presses("Register");
  await student.sees("Registered", "6 units", "Print my course form");
  expect([sent, await registered()]).toEqual([2, [{ units: 6, version: 1 }]]);

  await course("ENG 111", { status: false });
  await student.opens("/student/registration");
  await student.sees("ENG 111: not taught this semester", /leave it out and choose another instead/);
  await looksRight(student, "withdrawn");
});
