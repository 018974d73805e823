import { afterAll, beforeAll, inject, test } from "vitest";
import { billed, enrolled } from "../testing/billed.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { billedStudent } from "../testing/student.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const pages = ["bill-adjustments", "bill-adjustments.change", "tuition-accounts"] as const;

test("a cashier proposes a waiver for a list, the bursar approves it, and the student reads it on the bill", async () => {
  const { portal } = journey;
  const me = await billedStudent(portal);
  const { _id } = await enrolled(portal);
  await billed(portal, _id);
  const { matric } = await portal.db
    .selectFrom("student")
    .select("matric")
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow();
  const cashier = await staffMember(portal, { firstname: "Bala", lastname: "Cashier", pages });
  const bursar = await staffMember(portal, { lastname: "Bursar", pages: [...pages, "bill-adjustments.approve"] });

  const one = await staffAt(journey, cashier);
  const looksRight = async (who: typeof one, name: string) => {
    await settled(who.page);
    await expectAccessible(who.page, name);
    await lookAt(who.page, `bill-adjustments-${name}`);
  };
  await one.opens(`/staff/tuition-accounts/${me.bill}`);
  await one.follows("Change the bill");
  await one.sees("Two people change a bill", "Hauwa Bursar may approve it");
  await one.page.getByRole("radio", { name: "Late charge taken back" }).check();
  await one.sees("Late charge", "Matric numbers");
  await looksRight(one, "late-charge");
  await one.page.getByRole("radio", { name: "Waiver" }).check();
  await one.fills({
    "What the bill says": "Staff child",
    "Percent of the fees": "50",
    "Matric numbers": `${me.matric}\n${matric}\nNCE/24/09999\n${matric}`,
    Reason: "Letter of the Provost of 3 November 2026",
  });
  await one.presses("Show what it would do");
  await one.sees("2 bills would change", "2 lines of the list are left out", "No student has this matric number");
  await looksRight(one, "propose");
  await one.presses("Propose for 2 students");
  await one.sees("You proposed this");
  await looksRight(one, "proposed");

  const other = await staffAt(journey, bursar);
  await other.opens("/staff/bill-adjustments?state=Proposed");
  await looksRight(other, "list");
  await other.follows(/Staff child/);
  await other.presses("Approve");
  const asked = await other.inDialog(/^Approve/);
  await asked.presses("Approve");
  await other.sees("Take back all 2");
  await looksRight(other, "done");

  const student = await journey.person();
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  await student.opens("/student/bill");
  await student.sees("Waiver: Staff child", "Letter of the Provost of 3 November 2026");
  await looksRight(student, "own-bill");
  for (const who of [one, other, student]) await who.leaves();
});
