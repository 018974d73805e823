import { afterAll, beforeAll, inject, test } from "vitest";
import type { PageKey } from "../src/access/permission/permission.pages.rules.ts";
import { acceptedPeople, clearedPeople } from "../testing/accepted-people.ts";
import { coded } from "../testing/bursar.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";

// A registry officer's day: who is cleared is handed over, who is not is told why; the numbers that came of it; one student.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  await journey.portal.app.portal.pool.query(
    `insert into portal.setting (name, value) values ('matricTemplate', '"COE/{programme}/{yy}/{serial:4}"')`,
  );
});
afterAll(() => journey.stop());

const pages = [
  ...["hand-over", "students", "matric-counters", "service-orders", "student-status", "clearance"].flatMap((page) => [
    page,
    `${page}.change`,
  ]),
  "matriculation",
  "applications",
] as PageKey[];

test("accepted applicants become students, and whoever lacks something is told what", async () => {
  const programme = await coded(journey.portal, "programme", "NCE-CRS-ENG");
  const [alike = "", left = ""] = await clearedPeople(journey.portal, { count: 5, programme });
  await onRecord(alike, "OLD/0001", "Active");
  await onRecord(left, "OLD/0002", "Withdrawn");
  await acceptedPeople(journey.portal, { count: 2, programme });
  const officer = await staffAt(
    journey,
    await staffMember(journey.portal, { pages, firstname: "Ngozi", lastname: "Eze" }),
  );
  const looksRight = async (name: string) => {
    await settled(officer.page);
    await expectAccessible(officer.page, name);
    await lookAt(officer.page, `registry-${name}`);
  };

  await officer.opens("/staff/hand-over");
  await officer.sees("Something open");
  await looksRight("hand-over");
  await officer.page.getByRole("checkbox", { name: "Select this page" }).check();
  await officer.presses("Hand over");
  const dialog = await officer.inDialog("Hand over 7 accepted people");
  await dialog.sees("3 people become students", "4 stay as they are", "OLD/0001", "OLD/0002");
  await dialog.sees("Not cleared yet. Still open");
  await dialog.sees("COE/NCE-CRS-ENG/26/0001");
  await looksRight("hand-over-checked");
  const box = (name: string | RegExp) => officer.page.getByRole("checkbox", { name });
  await box("All 2 shown are other people").check();
  await dialog.sees("5 people become students");
  await box("All 2 shown are other people").uncheck();
  await box("is the same person as OLD/0002").check();
  await dialog.sees("4 people become students");
  await box(/is another person$/).check();
  await dialog.sees("5 people become students");
  await looksRight("hand-over-said");
  await dialog.presses("Hand over 5");
  await officer.page.waitForURL(/\/hand-over\/runs\//);
  await officer.sees("2 stayed as they were");
  await looksRight("hand-over-done");

  await officer.follows("See them");
  await officer.sees("Still open");
  await looksRight("hand-over-refused");
  await officer.opens("/staff/matriculation");
  await officer.sees("COE/NCE-CRS-ENG/26/0005");
  await looksRight("numbers");
  await officer.page.getByRole("link", { name: "COE/NCE-CRS-ENG/26/0003" }).first().click();
  await officer.sees("100");
  await looksRight("student");
  await officer.sees("COE/NCE-CRS-ENG/26/0003");
});

/** Somebody on record who has the phone of one who is to be handed over. */
async function onRecord(application: string, matric: string, status: string): Promise<void> {
  await journey.portal.app.portal.pool.query(
    `insert into portal.student (_id, matric, status, firstname, lastname, emailaddress, phonenumber)
    select gen_random_uuid(), $2, $3, 'Old', 'Record', $2 || '@example.com', a.phonenumber
    from portal.application p join portal.applicant a on a._id = p.applicant where p._id = $1`,
    [application, matric, status],
  );
}
