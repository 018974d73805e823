import { afterAll, beforeAll, inject, test } from "vitest";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { tenSecondsLater } from "../testing/payer.ts";
import { sandboxControl } from "../testing/sandbox-control.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { billedStudent } from "../testing/student.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const pages = ["sponsors", "sponsors.change", "sponsorships", "sponsorships.change"] as const;

test("a council pays for two students by one reference: proposed, approved, asked for, paid and on their bills", async () => {
  const { portal } = journey;
  const [me, other] = [await billedStudent(portal), await billedStudent(portal)];
  const cashier = await staffMember(portal, { firstname: "Bala", lastname: "Cashier", pages });
  const bursar = await staffMember(portal, { lastname: "Bursar", pages: [...pages, "sponsorships.approve"] });
  const one = await staffAt(journey, cashier);
  const looksRight = async (who: typeof one, name: string) => {
    await settled(who.page);
    await expectAccessible(who.page, name);
    await lookAt(who.page, `sponsorships-${name}`);
  };
  await one.opens("/staff/sponsorships/new");
  await one.sees("There is no sponsor yet");
  await one.follows("Add the sponsor");
  await one.fills({
    Name: "Bosso Local Government",
    Contact: "Alhaji Musa Danjuma",
    "Email Address": "bosso@example.com",
    "Phone Number": "0803 555 1234",
  });
  await one.page.getByLabel("Kind").selectOption("Local government");
  await looksRight(one, "sponsor");
  await one.presses("Add sponsor");
  await one.seesHeading("Bosso Local Government");
  await one.opens("/staff/sponsorships/new");
  await one.page.getByLabel("Sponsor").selectOption({ label: "Bosso Local Government" });
  await one.page.getByLabel("Session").selectOption({ label: "2026/2027" });
  await one.page.getByLabel("Semester").selectOption({ label: "First semester" });
  await one.fills({
    "What the bill says": "Bosso bursary 2026",
    Students: `${me.matric}, 10000\n${other.matric}\nNCE/00/12`,
    Reason: "Letter of the council of 3 November 2026",
  });
  await one.presses("Show what each bill gets");
  await one.sees("2 students, ₦42,500.00 in all", "No student has this matric number");
  await looksRight(one, "propose");
  await one.presses("Propose ₦42,500.00 for 2 students");
  await one.sees("You proposed this");

  const checker = await staffAt(journey, bursar);
  await checker.opens("/staff/sponsorships?state=Proposed");
  await checker.follows(/Bosso Local Government/);
  await checker.presses("Approve");
  const asked = await checker.inDialog(/^Approve/);
  await asked.presses("Approve");
  await checker.presses("Make the payment reference");
  await checker.sees("Ask whether it is paid");
  await looksRight(checker, "to-pay");
  await checker.follows("Request to pay");
  await checker.sees("Reference (RRR)", "pays for all of them");
  await looksRight(checker, "request");
  const { rrr } = await portal.db
    .selectFrom("payment_reference")
    .select("rrr")
    .where("purpose", "=", "sponsorship")
    .executeTakeFirstOrThrow();
  // Only who asks hears of it, so the button stays until it is pressed.
  await sandboxControl(portal.sandbox).faultFor(rrr ?? "", "notify-none");
  await sandboxControl(portal.sandbox).pay(rrr ?? "");
  await tenSecondsLater(portal);
  await checker.follows("Back to the sponsorship");
  await checker.presses("Ask whether it is paid");
  await checker.follows("Receipt");
  await checker.sees("Sponsor's receipt", "Bosso Local Government");
  await looksRight(checker, "receipt");
  await checker.opens("/staff/sponsorships");
  await looksRight(checker, "list");

  const student = await journey.person();
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  await student.opens("/student/bill");
  await student.sees("Paid by Bosso Local Government");
  await looksRight(student, "own-bill");
  for (const who of [one, checker, student]) await who.leaves();
});
