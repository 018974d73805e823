import { afterAll, beforeAll, inject, test } from "vitest";
import { phone } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { tenSecondsLater } from "../testing/payer.ts";
import { sandboxControl } from "../testing/sandbox-control.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { signedInStudent } from "../testing/student.ts";

// A student orders a transcript on a phone and pays it; the office asks something, makes it and lays it out.

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
