import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { headOf } from "../testing/head.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { openRegistration } from "../testing/registration.ts";
import { type StaffMember, staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import type { Student } from "../testing/student.ts";
import { granted } from "../testing/walk.ts";

// A head of department in the evening: thirty registrations wait, judged already, and somebody stands before the desk.

let journey: Journey;
let term: Awaited<ReturnType<typeof openRegistration>>;
let head: StaffMember;
let deputy: StaffMember;
let inFront: Student;
const looksRight = looksRightIn("registration-inbox");
const three = ["CRS 111", "ENG 111", "CRS 112"];
const note = "I repeat the year, and take one course";

beforeAll(async () => {
  journey = await startJourney(inject("place"));
  const { portal } = journey;
  const { db } = portal;
  term = await openRegistration(portal);
  await term.opens({ hodapproval: true }, -9);
  const { code } = await db
    .selectFrom("programme")
    .innerJoin("department", "department._id", "programme.department")
    .select("department.code")
    .where("programme._id", "=", term.usual.programme)
    .executeTakeFirstOrThrow();
  head = await headOf(portal, code, [
    "dashboard",
    "registrations",
    "registrations.change",
    "courses",
    "staff",
    "students",
  ]);
  const { _id: other } = await db
    .selectFrom("department")
    .select("_id")
    .where("code", "<>", code)
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.deleteFrom("head_assignment").where("department", "=", other).execute();
  await sql`insert into portal.head_assignment (_id, staff, department, start)
    values (gen_random_uuid(), ${head._id}, ${other}, '2020-01-01')`.execute(db);
  deputy = await staffMember(portal, { groups: ["Deputies"], firstname: "Danladi", lastname: "Tanko" });
  await sql`update portal.user_group set scope = 'department' where name = 'Deputies'`.execute(db);
  await sql`insert into portal.group_permission (_id, "group", page) select gen_random_uuid(), g._id, p._id
    from portal.user_group g, portal.page p where g.name = 'Deputies' and p.key in ('registrations', 'registrations.change')`.execute(
    db,
  );
  for (let made = 0; made < 30; made += 1)
    await granted(
      term.send(await term.student(), made % 15 === 0 ? ["CRS 111"] : three, made % 15 === 0 ? { note } : {}),
    );
  inFront = await term.student();
  await sql`update portal.student set firstname = 'Oluwaseun-Temitayo', middlename = 'Chukwuemeka', lastname = 'Adebayo-Onwuegbuchulam'
    where _id = (select student from portal.course_registration order by _id limit 1)`.execute(db);
  await sql`update portal.course_registration set "arrivedAt" = "arrivedAt" - interval '3 days'
    where _id in (select _id from portal.course_registration order by _id limit 4)`.execute(db);
}, 120_000);
afterAll(() => journey.stop());

test("thirty wait: the clear ones go by one key, the others one by one, and a course is dropped for all", async () => {
  const who = await staffAt(journey, head);
  await who.opens("/staff/dashboard");
  await who.sees("30 registrations of courses wait for the head of department.");
  await who.opens("/staff/registrations");
  await who.seesHeading("Registrations");
  await who.sees("30 registrations wait", /the oldest for 3 days/, "Too few units");
  await looksRight(who, "waiting");

  // Somebody sends while the head looks: that one waits for the next key.
  const late = await term.student();
  await granted(term.send(late, three));
  await who.page.keyboard.press("a");
  const key = await who.inDialog("Approve 28 clear registrations?");
  await looksRight(who, "key");
  await key.presses("Approve 28 clear registrations");
  await key.box.waitFor({ state: "detached" });
  await who.sees(/28 registrations approved\. .*stays/, "3 registrations wait");

  await who.follows("Mend");
  await who.sees(/2 units are too few/, note);
  await looksRight(who, "one");
  await who.presses("Return");
  const back = await who.inDialog("Return this registration?");
  await back.presses("Add courses: your units are below the least.");
  await looksRight(who, "return");
  await back.presses("Return it");
  await back.box.waitFor({ state: "detached" });
  await who.opens("/staff/registrations?state=Waiting");
  await who.follows("Mend");
  await who.presses("Allow");
  const allow = await who.inDialog("Allow?");
  await allow.presses("Allow");
  await allow.box.waitFor({ state: "detached" });

  await who.opens(`/staff/registrations/for/${inFront.student}`);
  await who.sees(/units in \d courses/);
  await who.fills({ "Why you register for the student": "The phone of the student is broken" });
  await looksRight(who, "for");
  await who.presses("Register and approve");
  await who.seesHeading("Registrations");

  await journey.portal.db.updateTable("course").set({ status: false }).where("code", "=", "CRS 112").execute();
  await who.opens("/staff/registrations");
  await who.follows("Drop a course");
  await who.sees("Withdrawn, and registered still");
  await looksRight(who, "drop-which");
  await who.page.getByRole("link", { name: /CRS 112/ }).click();
  await who.sees(/students have CRS 112 .* registered/);
  await looksRight(who, "drop");
  await who.presses(/^Drop it for all/);
  const drop = await who.inDialog(/^Drop CRS 112 for/);
  await drop.presses("The college does not offer it any more.");
  await looksRight(who, "drop-reason");
  await drop.presses(/^Drop it for/);
  await drop.box.waitFor({ state: "detached" });
  await who.sees("Nobody has CRS 112 registered");
  const { rows } = await sql<{ state: string; count: number; dropped: number }>`
    select r.state, count(*)::int as count, count(*) filter (where exists (select from portal.course_registration_line l
      where l.registration = r._id and l.code = 'CRS 112' and l.droppedby is not null))::int as dropped
    from portal.course_registration r group by r.state order by r.state`.execute(journey.portal.db);
  expect(rows.map(({ state, count }) => [state, count])).toEqual([
    ["Registered", 30],
    ["Returned", 1],
    ["Waiting", 1],
  ]);
  expect(rows.reduce((sum, { dropped }) => sum + dropped, 0)).toBeGreaterThan(28);
  await who.leaves();
});

test("the head names who stands in, of one of two departments, and that one decides what waits", async () => {
  const who = await staffAt(journey, head);
  await who.opens("/staff/registrations");
  await who.presses("Name who stands in while you are away");
  const naming = await who.inDialog("Name who stands in");
  await naming.box.getByRole("combobox", { name: "Who stands in" }).fill("Tanko");
  await naming.box.getByRole("option", { name: /Tanko/ }).click();
  const { name: department } = await journey.portal.db
    .selectFrom("department")
    .innerJoin("programme", "programme.department", "department._id")
    .select("department.name")
    .where("programme._id", "=", term.usual.programme)
    .executeTakeFirstOrThrow();
  await naming.fills({ Reason: "A conference in Jos", Department: department });
  await looksRight(who, "stand-in");
  await naming.presses("Name");
  await naming.box.waitFor({ state: "detached" });
  await who.sees(/Danladi Tanko stands in for the head of .* until/);
  await looksRight(who, "named");
  await who.leaves();

  const other = await staffAt(journey, deputy);
  await other.opens("/staff/registrations");
  await other.sees("1 registration waits");
  await other.page.getByRole("button", { name: "Approve", exact: true }).first().click();
  const approving = await other.inDialog(/^Approve .*\?$/);
  await approving.presses(/^Approve /);
  await approving.box.waitFor({ state: "detached" });
  await other.sees("Nothing waits for you");
  await other.leaves();
});
