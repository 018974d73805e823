import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import {
  openScreeningDay,
  type ScreenedPerson,
  screenedPeople,
  screeningDayToday,
  screeningOfficer,
} from "../testing/screening.ts";
import { type StaffMember, staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { smallPdf } from "../testing/upload.ts";
import { granted } from "../testing/walk.ts";

// An applicant chooses when to come; a table keeps what it saw; two verifiers differ, and a third decides.

let journey: Journey;
let officer: StaffMember;
let people: ScreenedPerson[];
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  officer = await screeningOfficer(journey.portal);
  people = await screenedPeople(journey.portal, 9);
}, 90_000);
afterAll(() => journey.stop());

const person = (at: number): ScreenedPerson => {
  const found = people[at];
  if (!found) throw new Error("nobody there");
  return found;
};

test("on a phone an applicant chooses a time, changes it, and prints the slip", async () => {
  await openScreeningDay(officer, {
    name: "Sciences",
    hall: "Assembly Hall",
    places: 1,
    bring: "A birth certificate.",
  });
  await openScreeningDay(officer, { name: "Languages", hall: "Library", starts: "13:00", ends: "15:00", places: 20 });
  const who = await journey.person({ signedIn: { token: person(0).token } });
  await who.opens("/app/admission");
  await who.sees("Your screening", "Assembly Hall", "Library");
  await settled(who.page);
  await expectAccessible(who.page, "screening choice");
  await lookAt(who.page, "screening-choose");
  await who.page.getByRole("button", { name: /^9:00/ }).first().click();
  await who.page.getByRole("button", { name: "Change the time" }).waitFor();
  await settled(who.page);
  await lookAt(who.page, "screening-booked");
  await who.presses("Change the time");
  await who.page.getByRole("button", { name: /^1:00/ }).click();
  await who.page
    .getByText(/, 1:00/)
    .first()
    .waitFor();
  await who.opens(`/print/${person(0).application}?screening`);
  await who.seesHeading("Screening Slip");
  await who.sees("Library", /^Original: O-Level: WAEC/);
  await settled(who.page);
  await lookAt(who.page, "screening-slip");
  await who.leaves();
});

test("the office adds a day, opens it, and places everybody who has no time", async () => {
  const who = await staffAt(journey, officer);
  await who.opens("/staff/screening-days");
  await who.seesHeading("Screening days");
  await settled(who.page);
  await expectAccessible(who.page, "screening days");
  await lookAt(who.page, "screening-days");
  await who.page.getByRole("link", { name: "Sciences" }).first().click();
  await who.seesHeading("Sciences");
  await settled(who.page);
  await lookAt(who.page, "screening-day");
  await who.presses(/^Place 3 without a time/);
  const dialog = await who.inDialog("Place 3 applicants in Sciences?");
  await settled(who.page);
  await lookAt(who.page, "screening-place");
  await dialog.presses("Place 3");
  await dialog.box.waitFor({ state: "detached" });
  await who.page.getByText("5 applicants that it is for have no time yet.").waitFor();
  await who.leaves();
});

test("at the table one types a number, ticks by the keyboard and saves one person after another", async () => {
  await screeningDayToday(officer);
  const who = await staffAt(journey, officer);
  await who.opens("/staff/screening");
  await who.seesHeading("Screening table");
  await settled(who.page);
  await expectAccessible(who.page, "screening table");
  await lookAt(who.page, "screening-table");
  const { keyboard } = who.page;
  await who.page.getByLabel("Who is here?").waitFor();
  await keyboard.type(person(7).jamb);
  await keyboard.press("Enter");
  await who.page.getByRole("radio", { name: "Seen", exact: true }).first().waitFor();
  await settled(who.page);
  await expectAccessible(who.page, "screening sheet");
  await keyboard.press("Space");
  await keyboard.press("Tab");
  await keyboard.type("64");
  await lookAt(who.page, "screening-sheet");
  await keyboard.press("Enter");
  await who.page.getByRole("radio").first().waitFor({ state: "detached" });
  await keyboard.type(person(8).code);
  await keyboard.press("Enter");
  await who.page.getByRole("radio", { name: "Differs" }).first().check();
  await who.page.getByLabel(/^What differs of/).fill("The name on it is another");
  await settled(who.page);
  await lookAt(who.page, "screening-differs");
  await who.presses("Save: was here");
  await who.page.getByRole("radio").first().waitFor({ state: "detached" });
  const attended = journey.portal.db.selectFrom("screening_booking").select("state").where("state", "=", "Attended");
  expect(await attended.execute()).toHaveLength(2);
  await who.page.getByRole("link", { name: "People" }).click();
  await who.sees("64");
  await settled(who.page);
  await lookAt(who.page, "screening-people");
  await who.leaves();
});

test("a second verifier who found otherwise says so, and a third decides", async () => {
  const pages = [
    "dashboard",
    "olevel-checks",
    "olevel-checks.change",
    "olevel-checks.approve",
    "applications",
  ] as const;
  const [first, second, third] = await Promise.all([
    staffMember(journey.portal, { pages, firstname: "Hauwa", lastname: "Sani" }),
    staffMember(journey.portal, { pages, firstname: "Musa", lastname: "Bello" }),
    staffMember(journey.portal, { pages, firstname: "Grace", lastname: "Eze" }),
  ]);
  const { _id } = await journey.portal.db
    .selectFrom("olevel_check")
    .select("_id")
    .where("application", "=", person(2).application)
    .executeTakeFirstOrThrow();
  const body = { outcome: "Confirmed", checkedon: "2026-11-01", reference: "7K3P", words: "All grades are the same" };
  await granted(first.post(`/staff/ms_olevel_check/${_id}/find`, body));

  const who = await staffAt(journey, second);
  await who.opens("/staff/olevel-checks");
  await who.seesHeading("O-Level verification");
  await settled(who.page);
  await expectAccessible(who.page, "olevel checks");
  await lookAt(who.page, "olevel-checks");
  await who.opens(`/staff/olevel-checks/${_id}`);
  await who.sees("Keep what the board answered", "All grades are the same");
  await who.page.getByRole("radio", { name: /^Differs/ }).check();
  await who.sees(/^Mrs Hauwa Sani found “Confirmed”/);
  await who.page.getByLabel(/^What the board shows/).fill("D7 in Mathematics, where B3 was submitted");
  await who.page
    .locator("input[type=file]")
    .setInputFiles({ name: "waec.pdf", mimeType: "application/pdf", buffer: Buffer.from(smallPdf()) });
  await who.sees(/waec\.pdf is attached/);
  await settled(who.page);
  await expectAccessible(who.page, "olevel finding");
  await lookAt(who.page, "olevel-difference");
  await who.presses("Save as a difference");
  await who.sees("Two findings contradict each other", "You made one of them, so somebody else decides.");
  await who.leaves();

  const judge = await staffAt(journey, third);
  await judge.opens("/staff/dashboard");
  await judge.sees("Two findings about one O-Level sitting contradict each other.");
  await judge.opens(`/staff/olevel-checks/${_id}`);
  await judge.presses("Decide what counts");
  const dialog = await judge.inDialog("Decide what counts");
  await dialog.box.getByRole("radio", { name: /^Differs/ }).check();
  await dialog.fills({ Why: "I asked WAEC by telephone: D7" });
  await settled(judge.page);
  await lookAt(judge.page, "olevel-decide");
  await dialog.presses("Decide");
  await dialog.box.waitFor({ state: "detached" });
  await judge.sees("The board shows something else", /decided .+: I asked WAEC by telephone: D7/);
  await settled(judge.page);
  await lookAt(judge.page, "olevel-decided");
  await judge.leaves();
});
