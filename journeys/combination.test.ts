import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { phone } from "../testing/browser.ts";
import { combinationDesk, dearer, decides } from "../testing/combination.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { billedStudent } from "../testing/student.ts";
import { granted } from "../testing/walk.ts";

// A student asks for another combination on a phone; heads, dean and registrar agree; the bill shows the difference.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

test("another combination is asked for on a phone, seen with its price, and agreed to by one office after another", async () => {
  const { portal } = journey;
  const desk = await combinationDesk(portal);
  await dearer(portal, desk.to._id, 7_000);
  const title = `${desk.to.award} ${desk.to.name}`;
  const me = await billedStudent(portal);
  const student = await journey.person({ size: phone });
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  const looksRight = async (who: typeof student, picture: string) => {
    await settled(who.page);
    await expectAccessible(who.page, picture);
    await lookAt(who.page, `combination-${picture}`);
  };

  await student.opens("/student/record");
  await student.follows("Change of combination");
  await student.sees("You study NCE");
  await looksRight(student, "ask");
  await student.page.getByLabel("Combination").selectOption({ label: title });
  await student.sees("₦7,000.00 more is to be paid");
  await student.fills({ Reason: "My uncle teaches it, and the school at home needs a teacher for it" });
  await looksRight(student, "effect");
  await student.presses("Ask for it");
  await student.sees("Decides now", "Until the last office has agreed nothing changes");
  await looksRight(student, "asked");

  const { list } = (await desk.head.get("/staff/ms_combination_change")).body;
  const change = list[0]._id as string;
  const head = await staffAt(journey, desk.head);
  await head.opens("/staff/dashboard");
  await head.sees("One change of combination waits for your decision");
  await head.follows("Decide");
  await head.sees(title);
  await looksRight(head, "list");
  await head.opens(`/staff/combination-changes/${change}`);
  await head.sees("It is your turn", "₦7,000.00 more is to be paid");
  await looksRight(head, "turn");
  await head.presses("Approve");
  await head.page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click();
  await head.sees("Agreed", "Mrs Hauwa Newhead may decide now");

  for (const who of [desk.newhead, desk.dean]) await granted(decides(who, change));
  const registrar = await staffAt(journey, desk.registrar);
  await registrar.opens(`/staff/combination-changes/${change}`);
  await registrar.presses("Approve");
  await registrar.sees("You decide last: it comes into force at once");
  await registrar.page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click();
  await registrar.sees("In force");
  await looksRight(registrar, "over");

  await student.opens("/student/combination");
  await student.sees("In force", `You study ${title}`);
  const current = student.page.getByRole("navigation", { name: "Main" }).locator("[aria-current]").first();
  expect(await current.textContent()).toBe("My record");
  await looksRight(student, "in-force");
  await student.opens(`/student/bill/${me.bill}`);
  await student.sees(`Change: ${title}`, "₦7,000.00");
  await looksRight(student, "bill");
});
