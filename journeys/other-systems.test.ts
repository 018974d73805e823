import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { keyDesk } from "../testing/api-key.ts";
import { caller } from "../testing/applicant.ts";
import { inDays } from "../testing/days.ts";
import { type EventReceiver, eventReceiver } from "../testing/event-receiver.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

let journey: Journey;
let library: EventReceiver;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  library = await eventReceiver();
});
afterAll(async () => {
  await library.die();
  await journey.stop();
});

type Seat = Awaited<ReturnType<typeof staffAt>>;
async function looksRight({ page }: Seat, name: string): Promise<void> {
  await settled(page);
  await expectAccessible(page, name);
  await lookAt(page, `other-systems-${name}`);
}
const gone = ({ page }: Seat) => page.locator("dialog").waitFor({ state: "detached" });

test("the library gets a key: proposed, approved by another, its secret copied once, used, and revoked", async () => {
  const { portal } = journey;
  const { proposer, approver } = await keyDesk(portal);
  const one = await staffAt(journey, proposer);
  await one.opens("/staff/api-keys");
  await one.sees("No other system has a key yet");
  await looksRight(one, "no-keys");
  await one.follows("New key");
  await one.fills({ Name: "Library", Reason: "The library checks who studies here" });
  await one.page.getByLabel("Students: matric number, names, programme, level and status").check();
  await one.page.getByRole("textbox", { name: "Last day" }).fill(inDays(200));
  await looksRight(one, "propose");
  await one.presses("Propose");
  await one.seesHeading("Library");

  const two = await staffAt(journey, approver);
  await two.opens("/staff/api-keys?state=Proposed");
  await two.follows(/Library/);
  await two.presses("Approve");
  await (await two.inDialog(/^Approve/)).presses("Approve");
  await gone(two);

  await one.opens("/staff/api-keys");
  await one.follows(/Library/);
  await one.presses("Make the secret");
  await (await one.inDialog(/^Make the secret/)).presses("Make the secret");
  await one.sees("Copy it now");
  const secret = await one.page.locator("dialog code").innerText();
  expect(secret).toMatch(/^apk_/);
  await looksRight(one, "secret");
  await (await one.inDialog(/^Secret of/)).presses("Close");
  await gone(one);
  expect((await caller(portal, secret).get("/external/v1/students")).status).toBe(200);
  await one.page.reload();
  await one.sees("In force", "students");
  await looksRight(one, "key");
  await one.presses("Revoke");
  const asked = await one.inDialog(/^Revoke/);
  await asked.fills({ Reason: "The library's server was stolen" });
  await asked.presses("Revoke");
  await gone(one);
  await one.sees("Revoked");
  expect((await caller(portal, secret).get("/external/v1/students")).status).toBe(401);
  await looksRight(one, "revoked");
});

test("the library is told of events: a test event, a time without an answer, and what is sent again", async () => {
  const officer = await staffMember(journey.portal, { pages: ["web-hooks", "web-hooks.change"] });
  const one = await staffAt(journey, officer);
  await one.opens("/staff/web-hooks");
  await one.sees("No other system is told yet");
  await one.opens("/staff/web-hooks/new");
  await one.fills({ Name: "Library", Address: library.url() });
  await one.page.getByLabel("A place was accepted").check();
  await looksRight(one, "new-receiver");
  await one.presses("Add receiver");
  await one.seesHeading("Library");
  await one.sees("Nothing is sent before");
  await one.presses("Make the secret");
  await (await one.inDialog(/^Make the secret/)).presses("Make the secret");
  await one.sees("Copy it now");
  library.learn(await one.page.locator("dialog code").innerText());
  await (await one.inDialog(/^Secret of/)).presses("Close");
  await gone(one);
  await one.presses("Send a test event");
  await (await one.inDialog(/^Send Library a test event/)).presses("Send a test event");
  await gone(one);
  await expect.poll(() => library.events).toMatchObject([{ type: "test.sent", isSigned: true }]);
  await library.die();
  await one.presses("Send a test event");
  await (await one.inDialog(/^Send Library a test event/)).presses("Send a test event");
  await gone(one);
  await expect
    .poll(async () => (await officer.get("/staff/ms_web_hook")).body.list[0].standing, { timeout: 10_000 })
    .toBe("Not answering");
  await one.page.reload();
  await one.sees("It does not answer");
  await looksRight(one, "silent");
  await one.follows("See the log");
  await one.sees("test.sent");
  await looksRight(one, "log");
  await library.begin();
  await one.opens("/staff/web-hooks");
  await looksRight(one, "receivers");
  await one.follows(/Library/);
  await one.presses("Try again");
  await (await one.inDialog(/^Try Library again/)).presses("Try again");
  await gone(one);
  await expect.poll(() => library.events.length, { timeout: 10_000 }).toBe(2);
  await one.opens("/staff/web-hooks/log");
  await one.page
    .getByRole("link", { name: /test\.sent/ })
    .first()
    .click();
  await one.presses("Send again");
  await looksRight(one, "delivery");
  await (await one.inDialog(/^Send this event again/)).presses("Send again");
  await gone(one);
  await expect.poll(() => library.events.length, { timeout: 10_000 }).toBe(3);

  await one.page.goto(`${journey.url}/integrations`);
  await one.sees("Read by a key", "Be told of events");
  await looksRight(one, "guide");
});
