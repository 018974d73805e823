import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../testing/applicant.ts";
import type { Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt } from "../testing/look.ts";
import { type Walked, walk } from "../testing/walk.ts";

let journey: Journey;
let walked: Walked;

beforeAll(async () => {
  journey = await startJourney(inject("place"), {}, {}, { everyday: true });
  walked = await walk(journey.portal, 11);
});

afterAll(() => journey.stop());

const RECEIPT = /^Print receipt/;

async function signsIn(who: Person, shared: boolean): Promise<void> {
  const { emailaddress, password } = walked.person.registration;
  await who.opens("/");
  await who.fills({ "Email Address": emailaddress, Password: password });
  if (shared) await who.page.getByLabel("This is a shared device").check();
  await who.presses("Login to Account");
  await who.seesHeading("Student Dashboard");
}

/** A link that asks for a tab of its own, as some papers do. */
async function followsIntoNewTab(who: Person): Promise<void> {
  await who.page.evaluate(() => {
    const link = Object.assign(document.createElement("a"), { href: "/privacy", target: "_blank" });
    link.textContent = "In a new tab";
    document.body.append(link);
  });
  await who.follows("In a new tab");
}

const tokenIn = (who: Person) =>
  who.page.evaluate(() => localStorage.getItem("isApplicant") ?? sessionStorage.getItem("isApplicant"));

/** Whatever a browser keeps of a site: storage, databases, cookies, and files of which it says where they come from. */
async function keptIn(who: Person) {
  const stored = await who.page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    files: (
      await Promise.all(
        (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      )
    ).flat(),
  }));
  return { ...stored, cookies: (await who.context.cookies()).map(({ name }) => name) };
}

test("on a shared device the sign-in lives in its tab alone, and signing out leaves nothing of anybody", async () => {
  const who = await journey.person();
  await signsIn(who, true);
  await who.page.evaluate(() => void indexedDB.open("something-typed"));
  const during = await keptIn(who);
  expect([during.local, during.cookies]).toEqual([[], []]);
  expect(during.session).toEqual(expect.arrayContaining(["isApplicant", "isApplicantData"]));

  await who.opens("/app/pay");
  await who.follows(RECEIPT);
  await who.page.waitForURL(/\/application-receipt\//);
  await who.page.waitForFunction(() => (window as { printed?: number }).printed === 1);
  await who.page.goBack();
  await who.seesHeading("Application Fees");
  await followsIntoNewTab(who);
  await who.seesHeading("Privacy notice");
  expect(who.context.pages()).toHaveLength(1);
  await who.page.goBack();
  await who.seesHeading("Application Fees");

  const token = await tokenIn(who);
  // A page that asked in the moment of signing out hears no.
  who.expects(/401.*\/ms_applicant\/permit/);
  await who.presses("Sign Out");
  await who.sees("Sign in to continue");
  expect((await caller(journey.portal, token).get("/ms_applicant/permit")).status).toBe(401);
  const { files, ...after } = await keptIn(who);
  expect(after).toEqual({ local: [], session: [], databases: [], cookies: [] });
  // The portal's own files, and its page for who is offline, hold nothing of anybody.
  expect(files.filter((url) => !/^\/(assets\/.*|offline)$/.test(new URL(url).pathname))).toEqual([]);
  await who.page.goBack();
  await who.sees("Sign in to continue");
  await who.leaves();
});

test("another tab knows nothing of it, and closing the tab ends it", async () => {
  const who = await journey.person();
  await signsIn(who, true);
  const other = await who.context.newPage();
  await other.goto("/app/dashboard");
  await other.getByText("Sign in to continue").waitFor();
  await who.page.reload();
  await who.seesHeading("Student Dashboard");
  await who.page.close();
  const next = await who.context.newPage();
  await next.goto("/app/dashboard");
  await next.getByText("Sign in to continue").waitFor();
  await who.leaves();
});

test("after twenty minutes without a touch the screen is left; a touch in between keeps it", async () => {
  const who = await journey.person();
  await who.page.clock.install();
  await signsIn(who, true);
  await who.page.clock.fastForward("15:00");
  await who.page.keyboard.press("Shift");
  await who.page.clock.fastForward("19:00");
  await who.seesHeading("Student Dashboard");
  const token = await tokenIn(who);
  await who.page.clock.fastForward("01:01");
  await who.sees("You have been signed out", "Sign in to continue");
  expect((await caller(journey.portal, token).get("/ms_applicant/permit")).status).toBe(401);
  expect((await keptIn(who)).session).toEqual([]);
  await who.leaves();
});

test("a device that slept for an hour shows nothing when it wakes, though no clock of the page ran", async () => {
  const who = await journey.person();
  await who.page.clock.install();
  await signsIn(who, true);
  await who.page.clock.setSystemTime(Date.now() + 3_600_000);
  await who.page.evaluate(() => dispatchEvent(new Event("focus")));
  await who.sees("You have been signed out", "Sign in to continue");
  await who.leaves();
});

test("on one's own device the screen stays, and the browser keeps the sign-in", async () => {
  const who = await journey.person();
  await who.page.clock.install();
  await signsIn(who, false);
  await who.page.clock.fastForward("01:30:00");
  await who.seesHeading("Student Dashboard");
  const { local, cookies } = await keptIn(who);
  expect(local).toEqual(expect.arrayContaining(["isApplicant", "isApplicantData"]));
  expect(cookies).toEqual(["device"]);
  const [tab] = await Promise.all([who.context.waitForEvent("page"), followsIntoNewTab(who)]);
  await tab.waitForURL(/\/privacy$/);
  await who.leaves();
});

test("what is typed on a shared device is not offered to whoever comes next", async () => {
  const who = await journey.person();
  await signsIn(who, true);
  await who.opens("/app/account");
  await who.field("First name").focus();
  expect(await who.field("First name").getAttribute("autocomplete")).toBe("off");
  await who.leaves();
});

test("the sign-in page, as it is looked at", async () => {
  const who = await journey.person();
  await who.opens("/");
  await lookAt(who.page, "sign-in");
  await who.leaves();
});
