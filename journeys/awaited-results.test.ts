import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt, overflowAt320 } from "../testing/look.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../testing/ready-applicant.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { granted } from "../testing/walk.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  await sql`update portal.session set resultsby = (now() at time zone 'Africa/Lagos')::date + 20 where admission`.execute(
    journey.portal.db,
  );
});
afterAll(() => journey.stop());

test("who awaits results says so, is told until when, applies, and adds them when they are out", async () => {
  const { portal } = journey;
  const wanted = await openProgramme(portal);
  const owner = await readyApplicant(portal, wanted);
  for (const { _id, subject } of (await granted(owner.get("/ms_applicant_result"))).body)
    if (subject === "Physics" || subject === "Chemistry") await granted(owner.delete(`/ms_applicant_result/${_id}`));
  const who = await journey.person({ signedIn: { token: owner.token, firstname: "Aisha" } });
  await who.opens("/app/olevel");
  await who.presses(/^Edit WAEC/);
  const form = await who.inDialog("Student O-Level Sitting");
  await form.presses("Some results are not out yet");
  await form.sees(/^You may pay and apply without them\. Add each when it is out, by /);
  const subject = form.box.getByLabel("Add a subject that is awaited");
  await subject.selectOption("Physics");
  await subject.selectOption("Chemistry");
  await lookAt(who.page, "awaited-sitting");
  expect(await axeFindings(who.page)).toEqual([]);
  expect(await overflowAt320(who.page)).toBe(0);
  await form.presses("Save changes");
  await form.box.waitFor({ state: "detached" });
  await who.sees("Not out yet", "Physics, Chemistry");
  await lookAt(who.page, "awaited-card");

  await who.opens(`/app/pay?programme=${wanted.programme}`);
  const paying = await who.inDialog("Generate payment reference");
  await paying.sees(/^You await 2 results, which may come until /);
  await lookAt(who.page, "awaited-paying");
  await paying.presses("Close");
  await paying.box.waitFor({ state: "detached" });

  const { rrr } = await verifiedPayment(portal, owner._id, wanted);
  const wish = { programme: wanted.programme, payment: rrr, type: "JAMB UTME" };
  const { _id, code } = (await granted(owner.post("/ms_applications", wish))).body;
  const officer = await staffMember(portal, { pages: ["applications", "applications.change"] });
  const office = await staffAt(journey, officer);
  await office.opens(`/staff/applications/${_id}`);
  await office.sees("Not out yet: Physics, Chemistry");
  await lookAt(office.page, "awaited-file");
  await office.leaves();

  const [sitting] = (await granted(owner.get("/ms_applicant_sitting"))).body;
  const came = { examination: sitting._id, subject: "Physics", scored: "C4" };
  expect((await granted(owner.post("/ms_applicant_result", came))).body.message).toContain(code);
  await who.opens("/app/olevel");
  await who.sees("Not out yet", "Chemistry");
  await who.leaves();
});
