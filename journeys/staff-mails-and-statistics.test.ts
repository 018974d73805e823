import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { offered } from "../testing/offered-applicant.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

test("somebody of the office chooses the mails, looks at unused accounts, and makes statistics on a schedule", async () => {
  const { portal } = journey;
  await offered(portal);
  const member = await staffMember(portal, {
    pages: ["admission-statistics", "admission-statistics.change", "withdrawals", "staff"],
    lastname: "Registrar",
  });
  const who = await staffAt(journey, member);
  const looksRight = async (name: string) => {
    await settled(who.page);
    await expectAccessible(who.page, name);
    await lookAt(who.page, `office-${name}`);
  };
  await who.opens("/staff/account");
  await who.page.getByLabel("Admission statistics that were made on a schedule").selectOption("Daily");
  await who.sees("in one mail a day");
  await looksRight("mails");
  const chosen = portal.db.selectFrom("staff_mail_choice").select(["kind", "way"]).where("staff", "=", member._id);
  await expect.poll(() => chosen.execute()).toEqual([{ kind: "statistics-made", way: "Daily" }]);

  await who.opens("/staff/staff/unused");
  await who.sees("Every account is in use");
  await looksRight("unused-accounts");

  await who.opens("/staff/admission-statistics/schedules/new");
  await who.page.getByRole("radio", { name: "JAMB" }).check();
  await who.page.getByRole("radio", { name: "Week" }).check();
  await who.fills({ "Sent to": member.emailaddress });
  await who.presses("Add schedule");
  await who.page.waitForURL((url) => !url.pathname.endsWith("/new"));
  await who.sees("JAMB", member.emailaddress);

  await who.opens("/staff/admission-statistics");
  await who.presses("Make statistics now");
  const making = await who.inDialog(/^Make statistics/);
  await looksRight("make");
  await making.presses("Make them");
  await who.page.getByRole("dialog").waitFor({ state: "detached" });
  await who.follows(/^NCCE/);
  await who.sees("By programme and sex", "By age and sex", "State of origin");
  await looksRight("statistics");
  await who.leaves();
});
