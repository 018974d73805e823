import sharp from "sharp";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { desk, type Person } from "../testing/browser.ts";
import { type Journey, startEmptyJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";

let journey: Journey;
const admin = { emailaddress: "ict@jce.example", password: "Baobab-Tree-77" };
beforeAll(async () => {
  journey = await startEmptyJourney(inject("place"), admin);
});
afterAll(() => journey.stop());

const MOST_ACTIONS = 25;

/** Somebody of whom every press, and every field that is typed, is counted. The address of the console is given. */
function counted(who: Person) {
  let actions = 0;
  return {
    actions: () => actions,
    async presses(button: string | RegExp) {
      actions += 1;
      await who.presses(button);
    },
    async follows(link: string) {
      actions += 1;
      await who.follows(link);
    },
    async types(values: Readonly<Record<string, string>>) {
      actions += Object.keys(values).length;
      await who.fills(values);
    },
  };
}

test("the only person of a new college opens a session in at most 25 actions", { timeout: 240_000 }, async () => {
  const who = await journey.person({ size: desk });
  const counts = counted(who);
  const look = async (name: string) => {
    await settled(who.page);
    await expectAccessible(who.page, name);
    await lookAt(who.page, `from-nothing-${name}`);
  };
  const step = (title: string, ready: string | RegExp) =>
    who.page
      .getByRole("listitem")
      .filter({ has: who.page.getByRole("heading", { name: title, exact: true }) })
      .getByRole("button", { name: ready })
      .waitFor();

  await who.opens("/staff");
  expect(await who.page.content()).not.toContain("Gurara");
  await counts.types({ "Email Address": admin.emailaddress, Password: admin.password });
  await counts.presses("Sign in");
  await who.sees("The college is not set up yet");
  await look("1-dashboard");
  await counts.follows("Set the college up");

  await step("Name the college", "Save the name");
  await look("2-name");
  await counts.types({
    "Name of the college": "Jebba College of Education",
    "Short name": "JCE Jebba",
    Address: "P.M.B. 1, Jebba, Kwara State",
    "Phone number": "0803 111 2222",
    "Email address": "admissions@jce.example",
  });
  await counts.presses("Save the name");

  await step("Make the groups of the office", "Make the groups");
  await counts.presses("Make the groups");
  await step("Choose schools and programmes", /^Add \d+ programmes$/);
  await look("3-programmes");
  await counts.presses(/^Add \d+ programmes$/);
  await step("Add the session", "Add the session");
  await look("4-session");
  await counts.presses("Add the session");

  await step("Set the fees", "Set the fees");
  await counts.types({ "Application fee": "2000", "Acceptance fee": "15000", "Service type ID": "4430731" });
  await counts.presses("Set the fees");
  await step("Say which papers applicants bring", "Ask for these papers");
  await counts.presses("Ask for these papers");
  await step("Give seats and entry rules", "Give seats and rules");
  await counts.types({ "Seats of each programme": "50" });
  await counts.presses("Give seats and rules");

  const open = who.page.getByRole("button", { name: /^Open applications for / });
  await open.waitFor();
  await look("5-open");
  const code = (await open.textContent())?.match(/\d{4}/)?.[0] ?? "";
  await counts.types({ "Session code": code });
  await counts.presses(/^Open applications for /);
  await who.sees("The college is set up, and a session admits.");
  await look("6-done");
  expect(counts.actions()).toBeLessThanOrEqual(MOST_ACTIONS);

  // An applicant finds it open, and named.
  const applicant = await journey.person();
  await applicant.opens("/");
  await applicant.sees("Jebba College of Education");
  await lookAt(applicant.page, "from-nothing-7-login");
  expect(await (await fetch(`${journey.url}/api/portal`)).json()).toMatchObject({
    brand: { shortname: "JCE Jebba" },
    admission: { state: "open" },
  });
  await applicant.leaves();
  await who.leaves();
});

test("the office gives the portal its crest, colours and signature", { timeout: 120_000 }, async () => {
  const who = await journey.person({ size: desk });
  await who.opens("/staff");
  await who.fills({ "Email Address": admin.emailaddress, Password: admin.password });
  await who.presses("Sign in");
  await who.follows("Settings");
  await who.page.getByRole("main").getByRole("link", { name: "Jebba College of Education" }).click();
  await who.seesHeading("The college");
  const crest = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><circle cx="150" cy="150" r="140" fill="#7a0f3c"/><text x="150" y="195" font-size="140" text-anchor="middle" fill="#fff">J</text></svg>`;
  const buffer = await sharp(Buffer.from(crest)).png().toBuffer();
  await who.field("Crest").setInputFiles({ name: "crest.png", mimeType: "image/png", buffer });
  await who.fills({ "Name of the signatory": "Dr Amina Yusuf" });
  await who.page.getByLabel("Buttons and links in light").fill("#c9a0ff");
  await who.presses("Save");
  await who.sees(/stands out by [\d.]+ to 1 only/);
  await lookAt(who.page, "from-nothing-8-college-refused");
  await who.page.getByLabel("Buttons and links in light").fill("#7a0f3c");
  await who.page.getByLabel("Field behind the crest in light").fill("#4a0924");
  await who.presses("Save");
  await who.sees("The portal is Jebba College of Education's now");
  await who.page.reload();
  await who.seesHeading("The college");
  expect(
    await who.page
      .locator(".emblem")
      .first()
      .evaluate((crest) => getComputedStyle(crest).backgroundImage),
  ).toMatch(/\/crest\/[0-9a-f]{32}\.png/);
  await settled(who.page);
  await expectAccessible(who.page, "college");
  await lookAt(who.page, "from-nothing-9-college");
  const applicant = await journey.person();
  await applicant.opens("/");
  await applicant.sees("Jebba College of Education");
  await lookAt(applicant.page, "from-nothing-10-login");
  await applicant.leaves();
  await who.leaves();
});
