import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { publicAddresses } from "../src/app/screens/addresses.contract.ts";
import { paperScreens } from "../src/app/screens/paper-routes.web.tsx";
import { applicantScreens } from "../src/app/screens/routes.web.tsx";
import { admissionStates } from "../testing/admitted-applicant.ts";
import { signedInApplicant } from "../testing/applicant.ts";
import type { Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { longNamed } from "../testing/long-names.ts";
import { axeFindings, expectAccessible, leadsOn, overflowWithLargeText, picture, settled } from "../testing/look.ts";
import { payer } from "../testing/payer.ts";
import { type Walked, walk } from "../testing/walk.ts";

let journey: Journey;
let walked: Walked;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
  walked = await walk(journey.portal, 3);
});

afterAll(() => journey.stop());

async function expectEach(who: Person, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await who.opens(path);
    await settled(who.page);
    await expectUsable(who, path);
  }
}

/** The first screen is loaded; from there one is led on. */
async function expectArea(who: Person, [first, ...others]: readonly string[]): Promise<void> {
  if (first) await expectEach(who, [first]);
  for (const path of others) {
    await leadsOn(who.page, path);
    await expectUsable(who, path);
  }
}

async function expectUsable(who: Person, path: string): Promise<void> {
  await expectAccessible(who.page, path);
  expect([path, await overflowWithLargeText(who.page)]).toEqual([path, 0]);
}

const screens = Object.keys(applicantScreens).map((screen) => `/app/${screen}`);

describe("is accessible by axe, light and dark, and fits into 320 px, and with text at 200 % into 360", () => {
  test("each public page", async () => {
    const who = await journey.person();
    who.expects(/404/);
    const paths = publicAddresses.map((path) => path.replace(/:\w+/, "unknown"));
    await expectEach(who, [...paths, "/nothing-here", "/app-nothing"]);
    await who.leaves();
  });

  test("each page of somebody who has submitted an application", async () => {
    const who = await journey.person({ signedIn: walked });
    await expectArea(who, screens);
    await who.leaves();
  });

  test("each page of somebody who has just begun", async () => {
    const who = await journey.person({ signedIn: await signedInApplicant(journey.portal) });
    await expectArea(who, [...screens, "/app/nothing-here"]);
    await who.leaves();
  });

  test("each paper, on the screen and as printed, and what a gatekeeper sees of it", async () => {
    const one = await longNamed(journey.portal);
    const who = await journey.person({ signedIn: one });
    const ids: Record<string, string> = { "/application-receipt/:id": one.rrr, "/payment-slip/:id": one.acceptance };
    for (const paper of Object.keys(paperScreens)) {
      await expectEach(who, [paper.replace(":id", ids[paper] ?? one.application)]);
      await who.page.emulateMedia({ media: "print" });
      expect(await axeFindings(who.page), paper).toEqual([]);
      await who.page.emulateMedia({ media: null });
    }
    const { body } = await one.get(`/ms_applications/letter/${one.application}`);
    await expectEach(who, [new URL(body.genuine).pathname]);
    await who.leaves();
  });

  test("the acceptance fee's items, and how to pay at a bank", async () => {
    const who = await journey.person({ signedIn: await admissionStates.offered(journey.portal) });
    await who.opens("/app/accept");
    await who.presses("Generate payment reference");
    const form = await who.inDialog("Generate payment reference");
    await form.sees("Total");
    await expectAccessible(who.page, "the acceptance fee's items");
    expect(await overflowWithLargeText(who.page)).toBe(0);
    await form.presses("Generate reference");
    await who.page.getByText("Pay at a bank or by app").click();
    await expectAccessible(who.page, "how to pay at a bank");
    await who.leaves();
  });

  test("forms with errors and dialogs", async () => {
    const { token } = await payer(journey.portal);
    const who = await journey.person({ signedIn: { token } });
    await who.opens("/app/parents");
    await who.page.getByRole("button", { name: "Add a parent or guardian" }).first().click();
    const form = await who.inDialog("Parents and Guadians Form");
    await form.presses("Save changes");
    await form.sees("There is a problem");
    await expectAccessible(who.page, "a form with errors");
    await who.opens("/app/pay");
    await who.page.getByRole("button", { name: "Generate payment reference" }).first().click();
    const paying = await who.inDialog("Generate payment reference");
    await paying.field("Programme").fill("bio");
    await paying.box.getByRole("option").first().waitFor();
    await expectAccessible(who.page, "an open list");
    await paying.box.getByRole("option").first().click();
    await paying.sees("Total");
    await expectAccessible(who.page, "the fee's items");
    await who.leaves();
  });
});

test("a window in the system's own colours shows every page's parts", async () => {
  const who = await journey.person({ signedIn: walked });
  for (const path of ["/app/dashboard", "/app/olevelresult", "/app/pay"]) {
    await who.opens(path);
    await settled(who.page);
    await who.page.emulateMedia({ forcedColors: "active" });
    await picture(who.page, `forced-colours-${path.replace("/app/", "")}`);
    await who.page.emulateMedia({ forcedColors: null });
  }
  await who.leaves();
});

test("a parent is added and deleted with the keyboard alone, which never loses its place", async () => {
  const who = await journey.person({
    signedIn: await signedInApplicant(journey.portal),
    size: { width: 1280, height: 800 },
  });
  const { page } = who;
  const { keyboard } = page;
  await who.opens("/app/parents");
  await who.sees("No Referees Added");

  await keyboard.press("Tab");
  expect(await focused(page)).toBe("Skip to the content");
  await keyboard.press("Enter");
  await tabTo(page, "Add a parent or guardian");
  await keyboard.press("Enter");
  const form = await who.inDialog("Parents and Guadians Form");
  await expectTrapped(page);
  await keyboard.press("Escape");
  await form.box.waitFor({ state: "detached" });
  expect(await focused(page)).toBe("Add a parent or guardian");

  await keyboard.press("Enter");
  await tabTo(page, "First name");
  await keyboard.press("Enter");
  await form.sees("There is a problem");
  expect(await focused(page)).toMatch(/^There is a problem/);
  await keyboard.press("Tab");
  expect(await focused(page)).toBe("First name is required");
  await keyboard.press("Enter");
  for (const typed of ["Halima", "", "Danladi", "", "08031234567", "12 Ahmadu Bello Way"]) {
    await keyboard.type(typed);
    await keyboard.press("Tab");
  }
  expect(await focused(page)).toBe("Save changes");
  await keyboard.press("Enter");
  await who.seesHeading("Halima Danladi");
  await page
    .getByRole("status")
    .filter({ hasText: /added|saved/i })
    .first()
    .waitFor();
  await page.waitForFunction(() => document.activeElement !== document.body);

  await tabTo(page, "Delete Halima Danladi");
  await keyboard.press("Enter");
  const leaving = await who.inDialog("Halima Danladi");
  await expectTrapped(page);
  await tabTo(page, /Delete/);
  await keyboard.type("delete");
  await keyboard.press("Enter");
  await leaving.sees("Delete is the expected value");
  await tabTo(page, "Delete is the expected value");
  await keyboard.press("Enter");
  await keyboard.press("Control+A");
  await keyboard.type("Delete");
  await keyboard.press("Enter");
  await who.sees("No Referees Added");
  await page.waitForFunction(() => document.activeElement !== document.body);
  await who.leaves();
});

test("a programme is chosen from the long list with arrows and Enter", async () => {
  const { token } = await payer(journey.portal);
  const who = await journey.person({ signedIn: { token } });
  await who.opens("/app/pay");
  await settled(who.page);
  await tabTo(who.page, "Generate payment reference");
  await who.page.keyboard.press("Enter");
  const form = await who.inDialog("Generate payment reference");
  await form.field("Programme").waitFor();
  await tabTo(who.page, "Programme");
  await who.page.keyboard.type("mathe");
  await who.page.keyboard.press("ArrowDown");
  await who.page.keyboard.press("Enter");
  await form.sees("Total");
  expect(await form.field("Programme").inputValue()).toMatch(/mathe/i);
  await tabTo(who.page, "I know, go on");
  await who.page.keyboard.press("Enter");
  await who.page.getByText(/^\d{4}-\d{4}-\d{4}$/).waitFor();
  await who.leaves();
});

/** The name of what has the keyboard: its label or its words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null;
    const label = element?.labels?.[0] ?? element;
    return (element?.getAttribute("aria-label") ?? label?.textContent ?? "").replace(" (optional)", "").trim();
  });

/** Presses Tab until this has the keyboard, as a person does who looks for it. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 40; presses += 1) {
    const at = await focused(page);
    if (typeof name === "string" ? at === name : name.test(at) && at.length < 60) return;
    passed.push(at);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reached ${name}; it passed ${passed.join(" | ")}`);
}

/** However often Tab is pressed, nothing behind the dialog has the keyboard. */
async function expectTrapped(page: Page): Promise<void> {
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press("Tab");
    // Between the last and the first, Tab visits the browser's own bar: then it is nowhere in the page.
    const inside = await page.evaluate(() => {
      const { activeElement, body } = document;
      return activeElement === body || activeElement?.closest("dialog") !== null;
    });
    expect(inside).toBe(true);
  }
}
