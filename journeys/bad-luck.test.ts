import { chromium } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { generateApplicant } from "../demo/applicants.ts";
import { signedInApplicant } from "../testing/applicant.ts";
import { browserOptions, type Person, Windows } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { payer } from "../testing/payer.ts";
import type { Steps } from "../testing/steps.ts";
import { verifiedAccount } from "../testing/visitor.ts";
import * as deeds from "./deeds.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"), {}, {}, { everyday: true });
});

afterAll(() => journey.stop());

const [anybody] = generateApplicant(4).referees;
if (!anybody) throw new Error("no referee was made");
const referee = {
  "First name": anybody.firstname,
  "Last name": anybody.lastname,
  "Phone Number": "0803 123 4567",
  "Home Address of Referee": "12 Ahmadu Bello Way, Minna",
};
const lost = "The portal could not be reached. Check your connection and try again";

/** Somebody signed in, with the form for a parent or guardian open and filled. */
async function atTheForm(): Promise<{ who: Person; form: Steps; saved(): Promise<number>; _id: string }> {
  const { _id, token } = await signedInApplicant(journey.portal);
  const who = await journey.person({ signedIn: { token } });
  await who.opens("/app/parents");
  await who.sees("No Referees Added");
  await who.page.getByRole("button", { name: "Add a parent or guardian" }).first().click();
  const form = await who.inDialog("Parents and Guadians Form");
  await form.fills(referee);
  const saved = async () => (await rowsOf(_id)).length;
  return { who, form, saved, _id };
}

const rowsOf = (applicant: string) =>
  journey.portal.db.selectFrom("referee").select("_id").where("applicant", "=", applicant).execute();

test("wrong passwords are refused with sentences, and what was typed stays", async () => {
  const person = await verifiedAccount(journey.portal);
  const who = await journey.person();
  await who.opens("/");
  await who.fills({ "Email Address": "nobody", Password: "short" });
  await who.presses("Login to Account");
  await who.sees("There is a problem");
  expect(await who.errorOf("Email Address")).toBe("Invalid email address given");
  expect(await who.errorOf("Password")).toBe("Minimum of 8 characters expected");
  await who.fills({ "Email Address": person.emailaddress, Password: "a-wrong-guess" });
  await who.presses("Login to Account");
  await who.sees("The email address or the password is not right. Check both, or choose Forgot password?");
  expect(await who.field("Email Address").inputValue()).toBe(person.emailaddress);
  expect(await who.page.getByText(/expired/).count()).toBe(0);
  await deeds.signIn(who, { registration: person as ReturnType<typeof generateApplicant>["registration"] });
  await who.leaves();
});

test("a sign-in that ended while a form was filled leads to the sign-in page and says so", async () => {
  const { who, form, saved, _id } = await atTheForm();
  who.expects(/401/);
  await journey.portal.db.deleteFrom("sign_in").where("applicant", "=", _id).execute();
  await form.presses("Save changes");
  await who.sees("You have been signed out", /session has expired/);
  await who.page.waitForURL(`${journey.url}/`);
  expect(await who.page.evaluate(() => localStorage.length)).toBe(0);
  expect(await saved()).toBe(0);
  await who.leaves();
});

test("a connection that dies while a form is sent keeps the text, and saving again makes one record", async () => {
  const { who, form, saved } = await atTheForm();
  // What a page fetches later is not there now either: it does without.
  who.expects(/ERR_CONNECTION_REFUSED|\/assets\/.*ERR_FAILED|ERR_FAILED .*\/assets\//);
  // Everything is refused, and the browser does not know that its network is gone.
  await who.context.route("**/*", (route) => route.abort("connectionrefused"));
  await form.presses("Save changes");
  await form.sees("There is a problem", lost, "You are offline");
  expect(await form.field("Last name").inputValue()).toBe(referee["Last name"]);
  await who.context.unroute("**/*");
  await form.presses("Save changes");
  await who.seesHeading(`${referee["First name"]} ${referee["Last name"]}`);
  expect(await saved()).toBe(1);
  await who.leaves();
});

test("a form that cannot be fetched says so, and the page around it stays", async () => {
  const { token } = await signedInApplicant(journey.portal);
  const who = await journey.person({
    signedIn: { token },
    // The service worker would fetch it past the test.
    before: () => Object.defineProperty(navigator, "serviceWorker", { value: { register: async () => undefined } }),
  });
  who.expects(/olevel-result/);
  await who.opens("/app/olevelresult");
  await who.sees("No Subject Results Found");
  await who.page.route("**/assets/olevel-result-*", (route) => route.abort());
  await who.presses("Add Result");
  await who.sees("This part could not be loaded. Check your connection, then load the page again");
  await who.seesHeading("O-Level Results");
  await who.page.unroute("**/assets/olevel-result-*");
  await who.presses("Load again");
  await who.presses("Add Result");
  await who.inDialog("Student O-Level Result");
  await who.leaves();
});

test("an answer that is lost on its way back does not make a second record", async () => {
  const { who, form, saved } = await atTheForm();
  who.expects(/ERR_CONNECTION_RESET/);
  let lose = true;
  await who.page.route("**/api/ms_applicant_referee", async (route) => {
    if (route.request().method() !== "POST" || !lose) return route.continue();
    lose = false;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await form.presses("Save changes");
  await form.sees(lost);
  expect(await saved()).toBe(1);
  await form.presses("Save changes");
  await who.seesHeading(`${referee["First name"]} ${referee["Last name"]}`);
  expect(await saved()).toBe(1);
  await who.leaves();
});

test("a double tap on Save sends once", async () => {
  const { who, saved } = await atTheForm();
  let sent = 0;
  await who.page.route("**/api/ms_applicant_referee", (route) => {
    if (route.request().method() === "POST") sent += 1;
    return route.continue();
  });
  await who.page.getByRole("button", { name: "Save changes" }).dblclick();
  await who.seesHeading(`${referee["First name"]} ${referee["Last name"]}`);
  expect([sent, await saved()]).toEqual([1, 1]);
  await who.leaves();
});

test("what the server refuses stands under its field, beside what was typed", async () => {
  const { token, post } = await signedInApplicant(journey.portal);
  const sitting = {
    examinationtype: "WAEC",
    examinationcenter: "Government Day Secondary School, Minna",
    examinationyear: "2024",
    examinationnumber: "4123456789",
  };
  await post("/ms_applicant_sitting", sitting);
  const who = await journey.person({ signedIn: { token } });
  await who.opens("/app/olevel");
  await who.sees(sitting.examinationnumber);
  await who.page.getByRole("button", { name: "Add a sitting" }).click();
  const form = await who.inDialog(/sitting/i);
  await form.fills({
    "Examination type": sitting.examinationtype,
    "Examination center": sitting.examinationcenter,
    "Examination year": sitting.examinationyear,
    "Examination number": sitting.examinationnumber,
  });
  await form.presses(/^Save/);
  await form.sees("There is a problem");
  expect(await form.errorOf("Examination number")).toBe(
    "You have added this sitting already: same type, year and number",
  );
  expect(await form.field("Examination center").inputValue()).toBe(sitting.examinationcenter);
  await who.leaves();
});

test("a payment at a bank's counter is seen by Verify Payment", async () => {
  const { token } = await payer(journey.portal);
  const who = await journey.person({ signedIn: { token } });
  await who.opens("/app/pay");
  await who.sees("No payment references yet");
  const rrr = await deeds.makeReference(who, "Mathematics");
  await who.presses(/^Verify Payment/);
  await who.sees("Not paid");
  const teller = await journey.person({ size: { width: 1280, height: 800 } });
  await teller.page.goto(`${journey.portal.sandbox.url}/counter`);
  await teller.fills({ "Reference (RRR), 12 digits": rrr });
  await teller.presses("Find");
  await teller.presses(/^Take ₦/);
  await teller.sees("is paid");
  await teller.leaves();
  // Ten seconds later the provider may be asked again.
  await journey.portal.db.updateTable("payment_reference").set({ askedAt: null }).where("rrr", "=", rrr).execute();
  await who.presses(/^Verify Payment/);
  await who.page.getByRole("link", { name: /^Print receipt/ }).waitFor();
  await who.sees("Paid");
  await who.leaves();
});

test("every page works in a browser that forbids storage", async () => {
  const person = await verifiedAccount(journey.portal);
  const who = await journey.person({
    before: () => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("The user denied permission", "SecurityError");
        },
      });
    },
  });
  for (const path of ["/account", "/verify", "/forgot", "/privacy", "/"]) {
    await who.opens(path);
    await who.page.getByRole("heading", { level: 1 }).waitFor();
  }
  await deeds.signIn(who, { registration: person as ReturnType<typeof generateApplicant>["registration"] });
  for (const card of ["Parents", "Bio", "Upload", "Apply", "Pay", "Accept"]) {
    await who.page.getByRole("link", { name: new RegExp(`^${card}`) }).click();
    await who.page.getByRole("heading", { level: 1 }).filter({ hasNotText: "Student Dashboard" }).waitFor();
    await who.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
    await who.seesHeading("Student Dashboard");
  }
  await who.leaves();
});

test("after signing out, going back shows nothing personal, not even from the browser's memory", async () => {
  const browser = await chromium.launch({
    ...browserOptions,
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  const { token, post } = await signedInApplicant(journey.portal);
  const { firstname, lastname, ...rest } = anybody;
  await post("/ms_applicant_referee", { firstname, lastname, ...rest });
  const who = await new Windows(browser, journey.url).person({ signedIn: { token } });
  await who.opens("/app/parents");
  await who.seesHeading(lastname);
  await who.opens("/app/olevel");
  await who.sees("No Sittings Added");
  await who.presses("Sign Out");
  await who.sees("Sign in to continue");
  // The page takes why it is shown out of its address; a way back that is begun before that is called off.
  await who.page.waitForURL(`${journey.url}/`);
  const back = who.page.waitForEvent("framenavigated", (frame) => frame.url().endsWith("/app/parents"));
  await who.page.evaluate(() => void setTimeout(() => history.back()));
  await back;
  await who.page.waitForURL(`${journey.url}/`);
  await who.sees("Sign in to continue");
  expect(await who.page.getByText(lastname).count()).toBe(0);
  await who.leaves();
  await browser.close();
});
