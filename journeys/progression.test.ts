import { sql } from "kysely";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, inject, test } from "vitest";
import { fivePoints } from "../testing/five-points.ts";
import { expectInvariants } from "../testing/invariants.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt, looksRightIn, settled } from "../testing/look.ts";
import { publishedTerm, twoSessions } from "../testing/published-term.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { type Student, signedInStudent } from "../testing/student.ts";

let journey: Journey;
let me: Student;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  const { portal } = journey;
  const { session, programme, courses } = await twoSessions(portal);
  await fivePoints(portal);
  me = await signedInStudent(portal);
  const mine = { session, programme, semester: 2 };
  await portal.db.updateTable("student").set(mine).where("_id", "=", me.student).execute();
  await sql`insert into portal.student (_id, matric, firstname, lastname, emailaddress, level, entrylevel, semester, session, programme)
    select gen_random_uuid(), 'NCE/26/' || 500 + n, 'Oluwaseyi', 'Adebayo-Fashola ' || n, 'journey' || n || '@example.com', 100, 100, 2,
      ${session}, ${programme} from generate_series(1, 14) n`.execute(portal.db);
  await sql`insert into portal.audit (_id, actorkind, deed, subject)
    select gen_random_uuid(), 'system', 'student.create', 'student:' || _id from portal.student where _id <> ${me.student}`.execute(
    portal.db,
  );
  const { rows } = await sql<{ _id: string }>`select _id from portal.student order by matric`.execute(portal.db);
  const own = courses[100];
  if (!own) throw new Error("no courses");
  const first = Object.fromEntries(
    rows.map(({ _id }, at) => [_id, [_id === me.student ? 62 : at % 5 === 0 ? 20 : 58]]),
  );
  const second = Object.fromEntries(
    rows.map(({ _id }, at) => [
      _id,
      [_id === me.student ? 71 : at % 5 === 0 ? 10 : at % 4 === 0 ? ("awaited" as const) : 49],
    ]),
  );
  await publishedTerm(portal, { session, semester: 1, courses: [own.first], totals: first });
  await publishedTerm(portal, { session, semester: 2, courses: [own.second], totals: second });
}, 60_000);
afterAll(() => journey.stop());

const looksRight = looksRightIn("progression");

test("the exams officer looks first, the registrar approves, the class moves, and a student sees the new level", async () => {
  const { portal } = journey;
  const pages = ["progressions", "standings", "sessions", "programmes", "students", "dashboard"] as const;
  const officer = await staffMember(portal, {
    ...{ firstname: "Ibrahim", lastname: "Exams" },
    pages: [...pages, "progressions.change", "standings.change"],
  });
  const registrar = await staffMember(portal, {
    ...{ firstname: "Aisha", lastname: "Registrar" },
    pages: [...pages, "progressions.approve", "standings.approve"],
  });

  const who = await staffAt(journey, officer);
  await who.opens("/staff/standings");
  await who.sees("Nobody's standing was proposed yet");
  await looksRight(who, "no-standings");
  await who.presses("Find by the rules");
  const dialog = await who.inDialog("Find standings by the rules");
  await chooses(who, "Session", "2026/2027", dialog.box);
  await dialog.fills({ Semester: "2" });
  await lookAt(who.page, "progression-find");
  await dialog.presses("Find");
  await who.sees("CGPA 0.00 below 1.00 at the end of 2 semesters in a row");
  await looksRight(who, "standings");

  await who.opens("/staff/progressions");
  await who.page.getByRole("link", { name: "Move a level" }).first().click();
  await who.seesHeading("Move a level");
  await chooses(who, "From session", "2026/2027");
  await who.fills({ "From semester": "2", "From level": "100" });
  await chooses(who, "To session", "2027/2028");
  await looksRight(who, "form");
  await who.presses("Show what would become of each");
  await who.sees("would move");
  await looksRight(who, "dry-run");
  await who.page.getByRole("button", { name: /^Withdrawal due/ }).click();
  await who.sees("Decide about it first, in Academic standing");
  await lookAt(who.page, "progression-withdrawal");
  await who.page
    .getByRole("button", { name: /^The sums/ })
    .first()
    .click();
  const sums = await who.inDialog(/^Sums of/);
  await sums.sees("CGPA so far: 0.00 ÷ 4 = 0.00");
  await lookAt(who.page, "progression-sums");
  await who.page.keyboard.press("Escape");
  await who.page.getByRole("button", { name: /^Propose to move/ }).click();
  await who.sees("It waits for another person");
  await looksRight(who, "proposed");
  const at = new URL(who.page.url()).pathname;

  const second = await staffAt(journey, registrar);
  await second.opens(at);
  await settled(second.page);
  await second.page.getByRole("link", { name: "Everybody, with the reason" }).click();
  await second.sees("No result yet of CRS 112");
  await looksRight(second, "lines");
  await second.opens(`${at}/print`);
  await second.seesHeading("Print the list");
  await looksRight(second, "paper");
  await second.opens(at);
  await settled(second.page);
  await second.presses("Approve");
  await lookAt(second.page, "progression-approve");
  await second.page.getByRole("dialog").getByRole("button", { name: "Approve", exact: true }).click();
  await second.sees("Approved by");
  await looksRight(second, "done");

  const student = await journey.person();
  const [name = "", value = ""] = me.cookie.split("=");
  await student.context.addCookies([{ name, value, url: journey.url }]);
  await student.opens("/student");
  await student.page.getByText("200", { exact: true }).first().waitFor();
  await looksRight(student, "student");

  await second.presses("Take back");
  const back = await second.inDialog(/^Take back:/);
  await back.fills({ Reason: "The board had another list" });
  await back.presses("Take back");
  await second.sees("Taken back by");
  await looksRight(second, "undone");
  await student.opens("/student");
  await student.page.getByText("100", { exact: true }).first().waitFor();

  await second.opens("/staff/standings?state=Proposed");
  await second.follows(/Adebayo-Fashola 6/);
  await second.presses("Approve");
  await (await second.inDialog(/^Approve/)).presses("Approve");
  await second.sees("Approved");
  await looksRight(second, "standing-approved");
  await expectInvariants(portal.db);
}, 180_000);

type Staff = Awaited<ReturnType<typeof staffAt>>;

async function chooses({ page }: Staff, label: string, choice: string, within: Page | Locator = page): Promise<void> {
  await within.getByRole("combobox", { name: label }).click();
  await page
    .getByRole("option", { name: new RegExp(choice) })
    .first()
    .click();
}
