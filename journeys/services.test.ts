import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../testing/applicant.ts";
import { phone } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, keepPaper, lookAt, picture, settled } from "../testing/look.ts";
import { tenSecondsLater } from "../testing/payer.ts";
import { pagesOf } from "../testing/pdf.ts";
import { gradient } from "../testing/pictures.ts";
import { sandboxControl } from "../testing/sandbox-control.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { signedInStudent } from "../testing/student.ts";
import { sendFile } from "../testing/upload.ts";
import { granted } from "../testing/walk.ts";

// A student orders a transcript on a phone and pays it; the office asks something, makes it and lays it out. An ID card is made at
// the desk, and checked at a gate.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

test("a paper is ordered and paid on a phone, made at the desk, and collected", async () => {
  const { portal } = journey;
  const clerk = await staffMember(portal, {
    pages: ["service-orders", "service-orders.change", "other-services", "other-services.change"],
  });
  await clerk.post("/staff/ms_other_service", {
    label: "Statement to an employer",
    description: "Your results so far, signed by the registrar",
    serviceid: "4430731",
    amount: 3_500,
    asks: "Name and address of the employer",
    status: true,
  });
  const me = await signedInStudent(portal);
  const student = await journey.person({ size: phone });
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  const looksRight = async (who: typeof student, picture: string) => {
    await settled(who.page);
    await expectAccessible(who.page, picture);
    await lookAt(who.page, `services-${picture}`);
  };

  await student.opens("/student/services");
  await student.sees("Statement to an employer", "₦3,500");
  await looksRight(student, "offered");
  await student.presses("Order Statement to an employer");
  await student.presses("Order");
  await student.sees("Please write: Name and address of the employer");
  await student.fills({ "Name and address of the employer": "Bright Minds School, Minna" });
  await student.presses("Order");
  await student.presses("Pay for it");
  await student.sees("Pay online now");
  await looksRight(student, "to-pay");
  const { rrr } = await portal.db
    .selectFrom("payment_reference")
    .select("rrr")
    .where("purpose", "=", "service")
    .executeTakeFirstOrThrow();
  await sandboxControl(portal.sandbox).pay(rrr ?? "");
  await tenSecondsLater(portal);
  await student.presses(/^Verify Payment/);
  await student.sees("promised for");

  const desk = await staffAt(journey, clerk);
  await desk.opens("/staff/service-orders?sort=dueon&state=Paid");
  await desk.page.getByRole("checkbox", { name: "Select this page" }).check();
  await looksRight(desk, "desk");
  await desk.presses("Ask the student");
  const dialog = await desk.inDialog(/^Ask the student/);
  await dialog.fills({ "What is missing, and what to do": "Which town is the school in?" });
  await looksRight(desk, "asking");
  await dialog.presses("Ask the student");
  await desk.page.getByRole("dialog").waitFor({ state: "hidden" });
  await student.opens("/student");
  await student.follows("Answer it");
  await student.sees("Which town is the school in?");
  await looksRight(student, "asked");
  await student.fills({ "Your answer": "Bright Minds School, Minna, Niger State" });
  await student.presses("Answer");
  await student.sees("You wrote: Bright Minds School, Minna, Niger State");

  await desk.opens("/staff/service-orders?sort=dueon&state=Paid");
  await desk.follows(/^Statement to an employer/);
  await desk.presses("Ready");
  const ready = await desk.inDialog(/^Ready/);
  await ready.fills({ "Where to collect it, and when": "Room 4, Monday to Friday, 9 to 3" });
  await ready.presses("Ready");
  await desk.page.getByRole("dialog").waitFor({ state: "hidden" });
  await student.opens("/student/services");
  await student.sees("Room 4, Monday to Friday, 9 to 3");
  await looksRight(student, "ready");
});

test("an ID card is made of the student's photograph, printed on both sides, and checked at a gate", async () => {
  const { portal } = journey;
  const clerk = await staffMember(portal, {
    pages: ["service-orders", "service-orders.change", "other-services", "other-services.change"],
  });
  const service = {
    label: "ID card, again",
    description: "For a card that is lost",
    serviceid: "4430731",
    amount: 2_000,
  };
  const { _id } = (await granted(clerk.post("/staff/ms_other_service", { ...service, kind: "ID card", status: true })))
    .body;
  const me = await signedInStudent(portal);
  const choose = async (width: number) => {
    const { photo } = (await sendFile(portal, me, "photo", await gradient(width).jpeg().toBuffer(), "me.jpg")).body;
    await granted(caller(portal, me.token).put("/ms_applicant", { photo: { newname: photo.newname } }));
  };
  await choose(300);
  const order = (await granted(me.post("/student/service_order", { service: _id }))).body._id;
  const { rrr } = (await granted(me.post(`/student/service_order/${order}/pay`, {}))).body;
  await sandboxControl(portal.sandbox).pay(rrr);
  await tenSecondsLater(portal);
  await granted(me.get(`/student/service_payment/${rrr}`));
  const student = await journey.person({ size: phone });
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  const looksRight = async (who: typeof student, shown: string) => {
    await settled(who.page);
    await expectAccessible(who.page, shown);
    await lookAt(who.page, `services-${shown}`);
  };
  const inDialog = async (deed: string, title: RegExp, typed: Record<string, string> = {}) => {
    await desk.presses(deed);
    const dialog = await desk.inDialog(title);
    await dialog.fills(typed);
    await dialog.presses(deed === "Issue the card" ? "Issue" : deed);
    await desk.page.getByRole("dialog").waitFor({ state: "hidden" });
  };

  const desk = await staffAt(journey, clerk);
  await desk.opens(`/staff/service-orders/${order}`);
  await desk.follows("The ID card");
  await desk.sees("The photograph is not approved yet");
  await looksRight(desk, "card-to-look-at");
  await inDialog("Refuse", /^Refuse the photograph/, { "What is wrong with it": "It shows no face" });
  await desk.sees("Photograph refused");
  await student.opens("/student/services");
  await student.sees("Your photograph was refused: It shows no face", "Put in another photograph");
  await looksRight(student, "card-refused");
  await choose(320);
  await student.fills({ "Your answer": "It is there" });
  await student.presses("Answer");
  await student.sees("You wrote: It is there");

  await desk.opens(`/staff/service-orders/${order}/card`);
  await inDialog("Approve", /^Approve the photograph/);
  await inDialog("Issue the card", /^Issue the card/);
  await desk.sees("Card number");
  await looksRight(desk, "card-issued");
  await desk.follows("Print");
  await desk.page.getByRole("article", { name: "Back of the card" }).waitFor();
  await looksRight(desk, "card-paper");
  const pdf = await desk.page.pdf({ preferCSSPageSize: true, printBackground: true });
  keepPaper(pdf, "services-card");
  // 85.6 by 53.98 mm, a side each, in points.
  expect(pagesOf(pdf)).toEqual(["243x153", "243x153"]);
  await desk.page.emulateMedia({ media: "print" });
  await picture(desk.page, "services-card-printed");
  await desk.page.emulateMedia({ media: null });
  const fits = await desk.page.evaluate(() =>
    [...document.querySelectorAll(".id-card")].map((side) => side.scrollHeight <= side.clientHeight + 1),
  );
  expect(fits).toEqual([true, true]);

  const { genuine } = (await granted(clerk.get(`/staff/ms_service_order/${order}/card`))).body;
  await student.opens(new URL(genuine).pathname);
  await student.seesHeading("Genuine");
  await student.sees("ID card", "Student");
  await looksRight(student, "card-checked");
  await student.opens("/student/services");
  await student.sees("The card is issued");
});
