import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "../src/platform/database/id.server.ts";
import { catalogue, registeredFor } from "../testing/catalogue.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { classOf, earlierSession } from "../testing/lecturer.ts";
import { looksRightIn } from "../testing/look.ts";
import { type StaffMember, staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { signedInStudent } from "../testing/student.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const looksRight = looksRightIn("class-notices");

/** A lecturer of two courses, of which two students take the first and one the second. */
async function lecturer(): Promise<StaffMember> {
  const { portal } = journey;
  const { course, usual } = await catalogue(portal);
  await portal.db.updateTable("session").set({ status: false }).execute();
  await portal.db.updateTable("session").set({ status: true, semester: 1 }).where("_id", "=", usual.session).execute();
  const first = await course("CRS 111", { name: "Introduction to the Old Testament" });
  const second = await course("EDU 111", { name: "History of Education in Nigeria" });
  for (const taken of [[first, second], [first]])
    await registeredFor(portal, (await signedInStudent(portal)).student, taken);
  const member = await staffMember(portal, {
    lastname: "Danjuma",
    scope: "department",
    pages: ["class-notices", "class-notices.change"],
  });
  for (const taught of [first, second])
    await portal.db
      .insertInto("course_allocation")
      .values({ _id: newId(), course: taught, staff: member._id, class: newId(), session: newId() })
      .execute();
  return member;
}

test("a lecturer tells the students of one course, then of all, and takes one notice back", async () => {
  const who = await staffAt(journey, await lecturer());
  await who.opens("/staff/class-notices");
  await who.sees("CRS 111 Introduction to the Old Testament", "2 students", "1 student");
  await looksRight(who, "courses");
  await who.follows("CRS 111 Introduction to the Old Testament");
  await who.sees("No notices yet");
  await looksRight(who, "none");
  await who.follows("New notice");
  await who.sees("For the students of", "CRS 111 Introduction to the Old Testament (2 students)");
  await who.fills({ Title: "Test on Friday", Notice: "We write the first test on Friday at nine.\n\nBring a pen." });
  await looksRight(who, "compose");
  await who.presses("Count whom it is for");
  const dialog = await who.inDialog("Send to 2 people");
  await looksRight(who, "confirm");
  await dialog.fills({ "Number of people": "2" });
  await dialog.presses("Send");
  await who.sees("2 students have got it", "0 read it on the portal");
  await looksRight(who, "told");

  await who.follows("Back to class notices");
  await who.follows("New notice");
  await who.sees("EDU 111 History of Education in Nigeria (1 student)");
  await who.fills({ Title: "No lecture on Monday", Notice: "We meet again on Tuesday." });
  // Nobody is told by mistake: none is chosen at first.
  await who.presses("Count whom it is for");
  await who.sees("There is a problem", "Choose at least one course, such as EDU 111");
  await who.page.getByLabel("EDU 111").check();
  await looksRight(who, "several");
  await who.presses("Count whom it is for");
  const second = await who.inDialog("Send to 1 person");
  await second.fills({ "Number of people": "1" });
  await second.presses("Send");
  await who.follows("EDU 111 History of Education in Nigeria");
  await who.sees("1 student has got it");
  await who.presses("Recall");
  const recall = await who.inDialog("Recall No lecture on Monday");
  await recall.fills({ Reason: "The lecture takes place" });
  await recall.presses("Recall");
  await who.sees("Recalled");
  await looksRight(who, "recalled");
  expect(await journey.portal.db.selectFrom("notification").select("state").orderBy("createdAt").execute()).toEqual([
    { state: "Sent" },
    { state: "Recalled" },
  ]);
});

test("who comes to a course late reads on its page what it was told before", async () => {
  const { portal } = journey;
  const me = await signedInStudent(portal);
  const { _id: course } = await portal.db
    .selectFrom("course")
    .select("_id")
    .where("name", "=", "Introduction to the Old Testament")
    .executeTakeFirstOrThrow();
  await registeredFor(portal, me.student, [course]);
  const who = await journey.person();
  const [name = "", value = ""] = me.cookie.split("=");
  await who.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  await who.opens(`/student/courses/${await classOf(portal, course)}`);
  await who.follows("Notices of this course");
  await who.sees("Test on Friday", "Bring a pen.");
  await looksRight(who, "late");
  await who.follows("Back to the course");
  await who.sees("Nothing to read yet");
  await who.leaves();
});

test("a class of a session that is over is told nothing, from its own page neither", async () => {
  const { portal } = journey;
  const { course } = await catalogue(portal);
  const old = await course("CRS 111", { session: await earlierSession(portal), name: "The Old Testament" });
  await registeredFor(portal, (await signedInStudent(portal)).student, [old]);
  const member = await staffMember(portal, { pages: ["notifications", "notifications.change", "class-notices"] });
  const who = await staffAt(journey, member);
  const page = `/staff/class-notices/${await classOf(portal, old)}`;
  await who.opens(page);
  await who.sees("1 student", /so it is told nothing more/);
  expect(await who.page.getByRole("link", { name: "New notice" }).count()).toBe(0);
  await looksRight(who, "over");
  await who.opens(`${page}/new`);
  await who.sees("CRS 111 is not taught in this session");
  expect(await who.page.getByLabel("Title").count()).toBe(0);
  await looksRight(who, "over-new");
  await who.leaves();
});

test("the registry tells the students of a level of a department", async () => {
  const member = await staffMember(journey.portal, { pages: ["notifications", "notifications.change"] });
  const who = await staffAt(journey, member);
  await who.opens("/staff/notifications/new");
  await who.fills({ For: "Students", Level: "100 level" });
  await looksRight(who, "students");
  await who.fills({ For: "Students of courses" });
  await who.fills({ Courses: "crs111", Title: "Change of room", Notice: "Room 4 instead of room 2." });
  await looksRight(who, "by-course");
  await who.presses("Count whom it is for");
  await who.inDialog("Send to 3 people");
  await looksRight(who, "counted");
});
