import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { coded } from "../testing/bursar.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { candidate, offer } from "../testing/offered-applicant.ts";
import { clearEverybody, handOverEverybody, setInstalments } from "../testing/season-students.ts";
import { staffMember } from "../testing/staff.ts";
import * as deeds from "./deeds.ts";

// One person on one phone, from "You are admitted" to a bill that is paid to the last naira. The offices work beside.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"), {}, {}, { everyday: true });
});
afterAll(() => journey.stop());

test("who is admitted accepts, is cleared, becomes a student and pays the bill in two parts", {
  timeout: 240_000,
}, async () => {
  const { portal } = journey;
  await setInstalments(portal, await coded(portal, "session", "2026"));
  const registrar = await staffMember(portal, {
    pages: ["clearance", "clearance.change", "hand-over", "hand-over.change", "students"],
  });
  const me = await candidate(portal);
  await offer(portal, me);
  const who = await journey.person({ signedIn: { token: me.token } });
  who.expects(/401/);
  const looksRight = async (name: string) => {
    await settled(who.page);
    await expectAccessible(who.page, name);
    await lookAt(who.page, `admitted-${name}`);
  };

  await who.opens("/app/dashboard");
  await who.sees("You have an offer of admission");
  await deeds.takesNextStep(who, "Accept my admission");
  await who.page.getByRole("button", { name: "Generate payment reference" }).first().click();
  const form = await who.inDialog("Generate payment reference");
  await form.presses("Generate reference");
  await form.box.waitFor({ state: "detached" });
  await deeds.payOnline(who);
  await who.page.getByText("Admission accepted").first().waitFor({ timeout: 40_000 });

  await who.opens("/app/dashboard");
  await looksRight("1-accepted");
  await who.opens("/app/clearance");
  await who.sees("0 of 6 items done, 4 offices to go to");
  await clearEverybody(portal, registrar);
  await who.page.reload();
  await looksRight("2-cleared");
  await handOverEverybody(registrar);

  await who.opens("/app/dashboard");
  await looksRight("3-student");
  await who.follows(/^Open the student's area/);
  await who.sees(/First instalment of your bill is to be paid by/);
  await looksRight("4-home");
  await who.follows("See the bill and pay");
  for (const part of ["5-first", "6-rest"]) {
    await who.sees("How much do you pay now?");
    await looksRight(part);
    await who.presses("Generate payment reference");
    await who.sees("Reference (RRR)");
    await deeds.payOnline(who);
    await who.page
      .getByText(/^Reference .* is paid$/)
      .first()
      .waitFor({ timeout: 40_000 });
    await who.opens("/student/bill");
  }
  await who.sees(/^Left$/, "₦0.00");
  expect(await who.page.getByText("How much do you pay now?").count()).toBe(0);
  await looksRight("7-settled");
  await who.opens("/student");
  await who.sees("Nothing to do now");
  await looksRight("8-nothing-to-pay");
  await who.leaves();
});
