import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../testing/applicant.ts";
import { address, atTheForm, lostFiles } from "../testing/draft-forms.ts";
import { draftHolds, keptDrafts } from "../testing/drafts.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt } from "../testing/look.ts";
import { openProgramme, readyApplicant } from "../testing/ready-applicant.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"), {}, {}, { everyday: true });
});

afterAll(() => journey.stop());

const restored = "Draft restored";

const rowsOf = (applicant: string) =>
  journey.portal.db.selectFrom("referee").select("_id").where("applicant", "=", applicant).execute();

test("without a connection one goes on typing and cannot send; with it again one can, and the draft goes", async () => {
  const me = await signedInApplicant(journey.portal);
  const { who, form } = await atTheForm(journey, me);
  who.expects(lostFiles);
  const send = form.box.getByRole("button", { name: "Save changes" });
  await who.context.setOffline(true);
  await form.sees("You are offline, your answers are saved on this device");
  await form.fills(address);
  expect(await send.isDisabled()).toBe(true);
  await form.field("First name").press("Enter");
  await draftHolds(who.page, /^referee$/, address["Home Address of Referee"]);
  await lookAt(who.page, "offline-form");
  await form.presses("Close");
  await who.sees("You are offline.", "What you type stays on this device");
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "offline-page");
  await who.context.setOffline(false);
  await who.page.getByText("You are offline.").waitFor({ state: "detached" });
  await who.presses("Continue");
  await lookAt(who.page, "draft-restored");
  await form.presses("Save changes");
  await who.seesHeading("Halima Danladi");
  expect(await keptDrafts(who.page)).toEqual([]);
  expect(await rowsOf(me._id)).toHaveLength(1);
  await who.leaves();
});

test("the banner neither moves nor covers the text that is being typed", async () => {
  const who = await journey.person();
  who.expects(lostFiles);
  await who.opens("/register");
  for (const label of ["First name", "Confirm password"]) {
    const field = who.field(label);
    await field.focus();
    const top = () => field.evaluate((element) => element.getBoundingClientRect().top);
    await who.page.waitForTimeout(300);
    const before = await top();
    for (const offline of [true, false]) {
      await who.context.setOffline(offline);
      await who.page.getByText("You are offline.").waitFor({ state: offline ? "visible" : "detached" });
      await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(2);
    }
  }
  await who.leaves();
});

test("a try whose answer was lost is the same try after a reload: one record", async () => {
  const me = await signedInApplicant(journey.portal);
  const { who, form } = await atTheForm(journey, me);
  who.expects(/ERR_CONNECTION_RESET/);
  await form.fills(address);
  const keys: (string | undefined)[] = [];
  await who.page.route("**/api/ms_applicant_referee", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    keys.push(route.request().headers()["idempotency-key"]);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await form.presses("Save changes");
  await form.sees("There is a problem");
  await who.page.reload();
  await who.presses("Continue");
  await form.sees(restored);
  await form.presses("Save changes");
  await form.box.waitFor({ state: "detached" });
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
  expect(await rowsOf(me._id)).toHaveLength(1);
  await who.leaves();
});

test("a screen that a newer portal no longer has says so, and loading it again loses no draft", async () => {
  const me = await signedInApplicant(journey.portal);
  const { who, form } = await atTheForm(journey, me);
  who.expects(/404|olevel-sitting/);
  await form.presses("Close");
  await who.context.route("**/assets/olevel-sitting-*", (route) => route.fulfill({ status: 404, body: "" }));
  await who.page.getByRole("link", { name: "Dashboard" }).first().click();
  await who.page.getByRole("link", { name: /^O-Level.*Sitting/ }).click();
  await who.sees("This page could not be loaded");
  await who.context.unroute("**/assets/olevel-sitting-*");
  await who.presses("Load again");
  await who.seesHeading("O-Level Examination Sittings");
  await who.opens("/app/parents");
  await who.presses("Continue");
  await form.sees(restored);
  await who.leaves();
});

test("without a connection the dashboard and the bio data open with what was last read, and no page is the browser's own", async () => {
  const me = await readyApplicant(journey.portal, await openProgramme(journey.portal));
  const who = await journey.person({ signedIn: me });
  who.expects(lostFiles);
  await who.opens("/app/dashboard");
  await who.sees("Your next step");
  await who.page.waitForFunction(async () => (await (await caches.open("pages")).keys()).length === 2);
  // The second visit is the worker's own.
  await who.opens("/app/bio");
  await who.sees("No. 4, Bello Street, Minna");
  await who.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await who.page.reload();
  await who.sees("No. 4, Bello Street, Minna");

  await who.context.setOffline(true);
  await who.page.reload();
  await who.sees("You are offline.", "No. 4, Bello Street, Minna");
  await lookAt(who.page, "offline-bio");
  await who.opens("/app/dashboard");
  await who.sees("You are offline.", "Your next step");
  await lookAt(who.page, "offline-dashboard");
  await who.opens("/privacy");
  await who.seesHeading("You are offline");
  await who.sees(/^What you typed on a device of your own is safe/);
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "offline-elsewhere");

  await who.context.setOffline(false);
  await who.presses("Try again");
  await who.seesHeading(/privacy/i);
  await who.opens("/app/account");
  await who.field("Last name").waitFor();
  await who.presses("Sign Out");
  await who.sees("Sign in to continue");
  expect(await who.page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await who.leaves();
});

test("the portal can be put on a phone's first screen", async () => {
  const who = await journey.person();
  await who.opens("/");
  const found = await who.page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
    const answer = await fetch(link?.href ?? "");
    return [answer.headers.get("content-type"), await answer.json()];
  });
  expect(found).toMatchObject([
    expect.stringContaining("manifest"),
    { start_url: "/app/dashboard", display: "standalone" },
  ]);
  await who.leaves();
});
