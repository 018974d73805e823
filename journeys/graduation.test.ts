import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { phone } from "../testing/browser.ts";
import { awarding, leaver, proposed } from "../testing/graduands.ts";
import { expectInvariants } from "../testing/invariants.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectOnePage, lookAt, looksRightIn } from "../testing/look.ts";
import { staffAt } from "../testing/staff-browser.ts";
import type { Student } from "../testing/student.ts";
import { granted } from "../testing/walk.ts";

let journey: Journey;
let office: Awaited<ReturnType<typeof awarding>>;
let me: Student;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  office = await awarding(journey.portal);
  me = await leaver(journey.portal);
  await leaver(journey.portal, [62, 61, 65]);
  await leaver(journey.portal, [75, 30, 80]);
  for (const [label, whereto] of [
    ["Library", "Library, circulation desk, Monday to Friday, 8 am to 2 pm"],
    ["Hostel", "Student affairs, room 4"],
  ])
    await granted(
      office.registrar.post("/staff/ms_exit_item", {
        label,
        whereto,
        bring: "Your ID card and every key",
        status: true,
      }),
    );
}, 90_000);
afterAll(() => journey.stop());

const looksRight = looksRightIn("graduation");

test("the registrar proposes, the provost confers, a statement is printed, and a stranger verifies it", async () => {
  const registrar = await staffAt(journey, office.registrar);
  await registrar.opens("/staff/graduations");
  await looksRight(registrar, "empty");
  await registrar.page.getByRole("link", { name: "Make a list" }).first().click();
  await registrar.seesHeading("Make a graduation list");
  const session = registrar.page.getByRole("combobox", { name: "Session" });
  await session.click();
  await registrar.page.getByRole("option").first().click();
  await registrar.presses("Audit them");
  await registrar.sees("2 people meet everything", "1 compulsory course to pass: GSE 302 (not passed)");
  await looksRight(registrar, "audited");
  await registrar.presses("Propose 2 people");
  await registrar.page.getByRole("dialog").getByRole("button", { name: "Propose", exact: true }).click();
  await registrar.sees("It waits for another person to approve it");
  await looksRight(registrar, "proposed");
  const address = new URL(registrar.page.url()).pathname;
  await registrar.page.getByRole("link", { name: "Look at the people" }).click();
  await registrar.sees("Distinction", "Credit");
  await looksRight(registrar, "people");
  await registrar.page
    .getByRole("link", { name: /Distinction/ })
    .or(registrar.page.locator("tbody a"))
    .first()
    .click();
  await registrar.sees("The record as it stands now");
  await looksRight(registrar, "person");

  const provost = await staffAt(journey, office.provost);
  await provost.opens(address);
  await provost.presses("Approve");
  await provost.fills({ Minute: "Academic Board, 14th meeting, minute 6.2", "Conferred on": "2026-01-30" });
  await lookAt(provost.page, "graduation-approve");
  await provost.page.getByRole("dialog").getByRole("button", { name: "Confer the award", exact: true }).click();
  await provost.sees("Conferred on 2 people");
  await looksRight(provost, "conferred");
  await provost.page.getByRole("link", { name: "Print" }).click();
  await provost.seesHeading("Print the list");
  await looksRight(provost, "paper");

  const student = await journey.person({ size: phone });
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  await student.opens("/student/leaving");
  await student.sees("Distinction", "Library, circulation desk", "0 of 2 items done");
  await looksRight(student, "leaving");

  await registrar.opens("/staff/exit-clearance");
  await registrar.sees("Library");
  await looksRight(registrar, "exit-desk");
  await registrar.opens("/staff/certificates/new");
  await registrar.seesHeading("Make certificates or statements");
  await looksRight(registrar, "print-form");
  const { list } = (
    await granted(office.registrar.post("/staff/ms_certificate", { kind: "Statement of result", student: me.student }))
  ).body;
  await registrar.opens(`/staff/certificates/${list[0]}`);
  await registrar.presses("Mark as signed");
  await registrar.page.getByRole("dialog").getByRole("button", { name: "Mark as signed", exact: true }).click();
  await registrar.sees("Hand out");
  await looksRight(registrar, "sheet");
  await registrar.page.getByRole("link", { name: "Print" }).click();
  await registrar.sees("Statement of result", "for so long as the certificate is not collected");
  await looksRight(registrar, "statement");
  await expectOnePage(registrar, "graduation-statement");
  const { genuine } = (await granted(office.registrar.get(`/staff/ms_certificate/${list[0]}/paper`))).body;

  const stranger = await journey.person({ size: phone });
  await stranger.opens(new URL(genuine).pathname);
  await stranger.sees("Genuine", "Statement of result", "Distinction");
  await looksRight(stranger, "genuine");

  const certificate = (
    await granted(office.registrar.post("/staff/ms_certificate", { kind: "Certificate", student: me.student }))
  ).body.list[0];
  await registrar.opens(`/staff/certificates/${certificate}/print`);
  await registrar.sees("This is to certify that");
  await looksRight(registrar, "certificate");
  await expectOnePage(registrar, "graduation-certificate");
  await registrar.opens("/staff/certificates");
  await registrar.sees("Serials given");
  await looksRight(registrar, "register");
  for (const who of [registrar, provost, student, stranger]) await who.leaves();
  await expectInvariants(journey.portal.db);
  expect(await proposed(office).catch(() => null), "nobody is left to propose").toBeNull();
});
