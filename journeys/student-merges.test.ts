import { afterAll, beforeAll, inject, test } from "vitest";
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

test("a clerk is shown who is on record already, and two people make one of two records", async () => {
  const { portal } = journey;
  const [kept, gone] = [await billedStudent(portal), await billedStudent(portal)];
  const born = { dateofbirth: "2004-05-06", stateoforigin: "Kogi" };
  for (const { student } of [kept, gone])
    await portal.db.updateTable("student").set(born).where("_id", "=", student).execute();
  const registrar = await staffMember(portal, {
    ...{ firstname: "Bala", lastname: "Registrar" },
    pages: ["students", "students.change", "student-merges", "student-merges.change", "tuition-accounts"],
  });
  const provost = await staffMember(portal, {
    lastname: "Provost",
    pages: ["students", "student-merges", "student-merges.approve"],
  });
  const one = await staffAt(journey, registrar);
  const looksRight = async (who: typeof one, name: string) => {
    await settled(who.page);
    await expectAccessible(who.page, name);
    await lookAt(who.page, `student-merges-${name}`);
  };
  await one.opens(`/staff/students/${kept.student}`);
  await one.sees("Perhaps the same person", "Compare and merge");
  await looksRight(one, "student");
  await one.follows("Compare and merge");
  await one.sees(
    "Side by side",
    "With which account does the person sign in?",
    "Both have a bill of the first semester",
  );
  await one.fills({ Reason: "Seen with one passport and one JAMB slip" });
  await looksRight(one, "compare");
  await one.presses("Propose the merge");
  await one.sees("Withdraw");
  await looksRight(one, "proposed");

  const other = await staffAt(journey, provost);
  await other.opens("/staff/student-merges?state=Proposed");
  await looksRight(other, "list");
  await other.follows(/Bello Aisha/);
  await other.presses("Approve");
  const asked = await other.inDialog(/^Merge/);
  await asked.presses("Approve");
  await other.sees("What moved");
  await looksRight(other, "done");
  await other.opens(`/staff/students/${gone.student}`);
  await other.sees("Merged into another record");
  await looksRight(other, "merged");
  // A third record of the same person is not made by oversight.
  await one.opens("/staff/students/new");
  await one.fills({
    "First name": "Bello",
    "Last name": "Aisha",
    "Email address": "aisha.bello@example.com",
    "Date of birth": "2004-05-06",
  });
  await one.presses("Add student");
  await one.sees("Perhaps this person is on record already", kept.matric, "same names and day of birth");
  await looksRight(one, "likely");
  for (const who of [one, other]) await who.leaves();
});
