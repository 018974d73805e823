import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { generateApplicant } from "../demo/applicants.ts";
import { signedInApplicant } from "../testing/applicant.ts";
import { desk, type Person } from "../testing/browser.ts";
import { address, atTheForm, editing, forms, lostFiles, opens, parents, referee } from "../testing/draft-forms.ts";
import { ageDrafts, draftHolds, keptDrafts } from "../testing/drafts.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt } from "../testing/look.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../testing/ready-applicant.ts";
import { verifiedAccount } from "../testing/visitor.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
});

afterAll(() => journey.stop());

const restored = "Draft restored";

const typedIn = (who: Person) =>
  who.page
    .locator("dialog")
    .locator("input, select, textarea")
    .evaluateAll((controls) => controls.map((control) => (control as HTMLInputElement).value));

test("what is typed into a form outlives a reload, and its screen leads back to it", async () => {
  const me = await readyApplicant(journey.portal, await openProgramme(journey.portal));
  const who = await journey.person({ signedIn: me });
  who.expects(/^dialog: Throw away what you typed/);
  for (const form of forms) {
    const first = await opens(who, form);
    await first.fills(form.typed);
    const before = await typedIn(who);
    await draftHolds(who.page, form.draft, Object.values(form.typed).at(-1)?.slice(0, 2) ?? "programme");
    await who.page.reload();
    await who.presses("Continue");
    const again = await who.inDialog(form.dialog);
    await again.sees(restored, /^What you typed .* is back\. It is not saved yet\.$/);
    expect(await typedIn(who)).toEqual(before);
    await again.presses("Discard the draft");
    await who.page.getByText(restored).waitFor({ state: "detached" });
    expect(await typedIn(who)).not.toEqual(before);
  }
  await who.opens("/app/account");
  await expect.poll(() => keptDrafts(who.page)).toEqual([]);
  await who.leaves();
});

test("a sign-in that ends in the middle costs nothing typed; another person sees none of it, and Sign Out clears it", async () => {
  const [mine, others] = [await verifiedAccount(journey.portal), await verifiedAccount(journey.portal)];
  const who = await journey.person();
  const signsIn = async ({ emailaddress, password }: typeof mine) => {
    await who.fills({ "Email Address": emailaddress, Password: password });
    await who.presses("Login to Account");
    await who.seesHeading("Student Dashboard");
  };
  await who.opens("/");
  await signsIn(mine);
  const form = await opens(who, parents);
  await form.fills({ ...referee, ...address });
  who.expects(/401/);
  await journey.portal.db.deleteFrom("sign_in").execute();
  await form.presses("Save changes");
  await who.sees("You have been signed out");

  await signsIn(others);
  await opens(who, parents);
  await who.page.waitForTimeout(300);
  expect(await who.page.getByText(restored).count()).toBe(0);
  expect(await form.field("First name").inputValue()).toBe("");
  await form.presses("Close");
  await who.presses("Sign Out");
  await who.sees("Sign in to continue");
  expect(await keptDrafts(who.page)).toHaveLength(1);

  await signsIn(mine);
  await opens(who, parents);
  await form.sees(restored);
  expect(await form.field("Last name").inputValue()).toBe("Danladi");
  await form.fills({ "Middle name": "Zainab" });
  const otherTab = await who.context.newPage();
  await otherTab.goto("/app/bio");
  await otherTab.getByLabel("First name").fill("Zainab");
  await form.presses("Close");
  who.expects(/^dialog: What you typed is not sent yet/);
  // While the server is asked to end the sign-in, the other tab goes on typing, and keeps it after a pause.
  await who.page.route("**/api/ms_applicant/logout", async (route) => {
    await otherTab.getByLabel("First name").fill("Zainab Umar");
    await otherTab.waitForTimeout(1_500);
    await route.continue();
  });
  await who.presses("Sign Out");
  await who.sees("You are signed out", "Sign in to continue");
  await otherTab.waitForURL(({ pathname }) => pathname === "/");
  await otherTab.close({ runBeforeUnload: false });
  expect(await keptDrafts(who.page)).toEqual([]);
  await who.leaves();
});

test("after seven days a draft is gone", async () => {
  const { who } = await atTheForm(journey, await signedInApplicant(journey.portal));
  const day = 24 * 60 * 60 * 1000;
  await who.opens("/app/account");
  await ageDrafts(who.page, 6.9 * day);
  await who.opens("/app/parents");
  await who.sees("You began a form 6 days ago and have not saved it yet.");
  await ageDrafts(who.page, 0.2 * day);
  await who.opens("/app/parents");
  await expect.poll(() => keptDrafts(who.page)).toEqual([]);
  expect(await who.page.getByText("You began a form").count()).toBe(0);
  await who.leaves();
});

test("a record that was changed elsewhere meanwhile is not written over in silence", async () => {
  const me = await readyApplicant(journey.portal, await openProgramme(journey.portal));
  const who = await journey.person({ signedIn: me });
  const form = await opens(who, editing);
  await form.fills(editing.typed);
  await draftHolds(who.page, editing.draft, "Bida");
  const [sitting] = (await me.get("/ms_applicant_sitting")).body;
  const { _id, examinationtype, examinationnumber } = sitting;
  const body = { examinationtype, examinationnumber, examinationyear: "2022", examinationcenter: "GSS Suleja" };
  expect((await me.put(`/ms_applicant_sitting/${_id}`, body)).status).toBe(200);
  await who.page.reload();
  await who.presses("Continue");
  await form.sees(restored, /The saved answers have changed since then: check each one/);
  expect(await form.field("Examination center").inputValue()).toBe(editing.typed["Examination center"]);
  expect(await form.field("Examination year").inputValue()).toBe("2022");
  await who.leaves();
});

test("the steps of the bio are one draft, with the version that they began with", async () => {
  const { bio } = generateApplicant(7);
  const me = await signedInApplicant(journey.portal);
  const who = await journey.person({ signedIn: me, size: desk });
  await who.opens("/app/bio");
  await who.fills({ "Middle name": "Zainab" });
  await who.presses("Continue");
  await who.seesHeading("Personal details");
  await who.picks("Gender", "Female");
  await who.fills({ Day: "27" });
  await draftHolds(who.page, /^bio$/, "-00-27");
  await who.page.reload();
  await who.sees(restored);
  await who.seesHeading("Personal details");
  expect(await who.field("Day").inputValue()).toBe("27");
  expect(await who.page.getByRole("radio", { name: "Female", exact: true }).isChecked()).toBe(true);
  await lookAt(who.page, "bio-restored");
  await who.presses("Back");
  expect(await who.field("Middle name").inputValue()).toBe("Zainab");
  await draftHolds(who.page, /^bio$/, "Zainab");
  expect((await me.post("/ms_applicant/bio", bio)).body.type).toBe("success");
  await who.page.reload();
  await who.sees(restored, /Your bio data was saved again since then/);
  who.expects(/^dialog: Throw away what you typed/);
  await who.presses("Discard the draft");
  await who.sees("Your bio data is saved", bio.homeaddress);
  expect(await keptDrafts(who.page)).toEqual([]);
  await who.leaves();
});

test("the phone's own way back leads one step back in the bio data, and a reload stays where it was", async () => {
  const who = await journey.person({ signedIn: await signedInApplicant(journey.portal) });
  await who.opens("/app/bio");
  await who.fills({ "First name": "Aisha", "Last name": "Bello" });
  await who.presses("Continue");
  await who.seesHeading("Personal details");
  await who.fills({ Day: "27" });
  await who.page.goBack();
  await who.seesHeading("Name");
  expect(await who.field("Last name").inputValue()).toBe("Bello");
  await who.page.goForward();
  await who.seesHeading("Personal details");
  expect(await who.field("Day").inputValue()).toBe("27");
  await draftHolds(who.page, /^bio$/, "-27");
  await who.page.reload();
  await who.seesHeading("Personal details");
  expect(await who.field("Day").inputValue()).toBe("27");
  await who.leaves();
});

test("an account and a mode of entry come back too", async () => {
  const wanted = await openProgramme(journey.portal);
  const me = await readyApplicant(journey.portal, wanted);
  await verifiedPayment(journey.portal, me._id, wanted);
  const who = await journey.person({ signedIn: me });
  await who.opens("/app/account");
  await who.fills({ "Middle name": "Zainab" });
  await draftHolds(who.page, /^account$/, "Zainab");
  await who.page.reload();
  await who.sees(restored);
  expect(await who.field("Middle name").inputValue()).toBe("Zainab");
  await who.presses("Save changes");
  await who.sees("Your account has been saved");
  await expect.poll(() => keptDrafts(who.page)).toEqual([]);
  await who.opens("/app/start");
  await who.page.getByRole("button", { name: /^Continue Application/ }).click();
  await who.picks("Mode of entry", "Transfer");
  await draftHolds(who.page, /^mode:/, "Transfer");
  await who.page.reload();
  await who.seesHeading("What you need");
  await who.sees(restored);
  expect(await who.page.getByRole("radio", { name: "Transfer" }).isChecked()).toBe(true);
  await who.leaves();
});

test("what is typed before a slow device has found its draft stays, and is kept with what comes back", async () => {
  const me = await signedInApplicant(journey.portal);
  const { who, form } = await atTheForm(journey, me);
  await using _slow = await who.context.addInitScript(readSlowly);
  await opens(who, parents);
  await form.fills({ "First name": "Aisha" });
  expect(await form.box.getByText(restored).count()).toBe(0);
  await who.page.evaluate(() => (window as SlowReader).readOn?.());
  await form.sees(restored);
  expect(await form.field("First name").inputValue()).toBe("Aisha");
  expect(await form.field("Last name").inputValue()).toBe("Danladi");
  await draftHolds(who.page, /^referee$/, '"firstname":"Aisha"');
  await who.leaves();
});

interface SlowReader extends Window {
  /** Lets the device answer what it was asked for. */
  readOn?: () => void;
}

/** Has the device find nothing before it is told to. */
function readSlowly(): void {
  const released = new Promise<void>((resolve) => {
    (window as SlowReader).readOn = resolve;
  });
  const get = IDBObjectStore.prototype.get;
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key);
    const found = Object.getOwnPropertyDescriptor(IDBRequest.prototype, "onsuccess");
    Object.defineProperty(request, "onsuccess", {
      set: (tell: (event: Event) => void) =>
        found?.set?.call(request, (event: Event) => void released.then(() => tell.call(request, event))),
    });
    return request;
  };
}

test("a form that the address opens is the one that was begun: its screen does not lead to it as well", async () => {
  const { who } = await atTheForm(journey, await signedInApplicant(journey.portal));
  await who.opens("/app/parents?add=1");
  const form = await who.inDialog(parents.dialog);
  await form.sees(restored);
  await form.fills(address);
  await draftHolds(who.page, /^referee$/, "Ahmadu");
  expect(await who.page.getByText("You began a form").count()).toBe(0);
  await form.presses("Close");
  await who.sees(/^You began a form .* and have not saved it yet\.$/);
  await who.leaves();
});

test("a registration is kept by its tab alone, and never with a password", async () => {
  const who = await journey.person();
  await who.opens("/register");
  await who.fills({ Password: "Mango-Tree-42", "Confirm password": "Mango-Tree-42", "First name": "Ngozi" });
  await who.page.waitForFunction(() => sessionStorage.getItem("tab/registration")?.includes("Ngozi"));
  expect(await who.page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Mango");
  await who.page.reload();
  await who.sees(restored, /Type your password again: it is never kept/);
  expect(await who.field("First name").inputValue()).toBe("Ngozi");
  expect(await who.field("Password").inputValue()).toBe("");
  expect(await keptDrafts(who.page)).toEqual([]);
  const stranger = await who.context.newPage();
  await stranger.goto("/register");
  await stranger.waitForTimeout(500);
  expect(await stranger.getByLabel("First name").inputValue()).toBe("");
  await who.leaves();
});

test("a shared device keeps nothing, and says no more than it does", async () => {
  const me = await signedInApplicant(journey.portal);
  const who = await journey.person({
    signedIn: me,
    before: () => {
      if (location.protocol === "about:") return;
      sessionStorage.setItem("isSharedDevice", "");
      for (const [name, text] of Object.entries({ ...localStorage })) sessionStorage.setItem(name, text);
    },
  });
  who.expects(lostFiles);
  const form = await opens(who, parents);
  await form.fills(referee);
  await who.page.waitForTimeout(800);
  expect(await who.page.evaluate(() => indexedDB.databases())).toEqual([]);
  await who.context.setOffline(true);
  await form.sees(/^You are offline$/);
  await form.presses("Close");
  await who.sees("You are offline.");
  expect(await who.page.getByText("stays on this device").count()).toBe(0);
  await who.leaves();
});

test("a browser that forbids the store of drafts does without", async () => {
  const me = await signedInApplicant(journey.portal);
  const who = await journey.person({
    signedIn: me,
    before: () => {
      Object.defineProperty(window, "indexedDB", {
        get() {
          throw new DOMException("The user denied permission", "SecurityError");
        },
      });
    },
  });
  const form = await opens(who, parents);
  await form.fills({ ...referee, ...address });
  await form.presses("Save changes");
  await who.seesHeading("Halima Danladi");
  await who.opens("/app/account");
  await who.field("Last name").waitFor();
  await who.presses("Sign Out");
  await who.sees("Sign in to continue");
  await who.leaves();
});
