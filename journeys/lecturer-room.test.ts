import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { hashToken } from "../src/identity/session/session.server.ts";
import type { Person } from "../testing/browser.ts";
import { catalogue, registeredFor } from "../testing/catalogue.ts";
import { lostFiles } from "../testing/draft-forms.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { classOf, earlierSession, lecturerOf } from "../testing/lecturer.ts";
import { looksRightIn } from "../testing/look.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { type Student, signedInStudent } from "../testing/student.ts";
import { smallPdf } from "../testing/upload.ts";
import { granted } from "../testing/walk.ts";

// A lecturer takes over last year's topics, writes a text and uploads a PDF; a student reads it on a phone, and once more without
// a connection.

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const looksRight = looksRightIn("room");

/** A class of the semester that runs, and what was taught under its code long ago. */
async function taughtBefore(code: string) {
  const { portal } = journey;
  const office = await catalogue(portal);
  const running = portal.db.selectFrom("session").select("_id").where("status", "=", true);
  const { _id: session } = await running.executeTakeFirstOrThrow();
  const more = { name: "Introduction to the Prophets", semester: 2 };
  const former = await office.course(code, { ...more, session: await earlierSession(portal) });
  const then = await lecturerOf(portal, former);
  for (const [at, label] of ["Who the prophets were", "Amos of Tekoa", "Hosea and the covenant"].entries())
    await granted(then.post("/staff/ms_topic", { course: former, label, week: at + 1, status: true }));
  return office.course(code, { ...more, session });
}

/** From here on, what a page sends to an address. */
function requestsOf({ page }: Person, address: string): readonly string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes(address)) sent.push(request.url());
  });
  return sent;
}

/** Runs in the page: leaves no room for a text. */
function fillStorage(): void {
  let filling = "";
  for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2))
    for (;;)
      try {
        localStorage.setItem("filling", filling + "x".repeat(size));
        filling += "x".repeat(size);
      } catch {
        break;
      }
}

const keptOn = ({ page }: Person) => page.evaluate(() => JSON.stringify(localStorage));

/** A phone of one's own, on which the portal is kept. */
async function onPhone({ cookie }: Student) {
  const who = await journey.person({ everyday: true });
  const [name = "", value = ""] = cookie.split("=");
  await who.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  return who;
}

test("what a lecturer writes and uploads, a student reads on a phone, and again without a connection", async () => {
  const { portal } = journey;
  const course = await taughtBefore("CRS 212");
  const lecturer = await lecturerOf(portal, course);
  const me = await signedInStudent(portal);
  await registeredFor(portal, me.student, [course]);

  const who = await staffAt(journey, lecturer);
  await who.opens("/staff/my-courses");
  await who.sees("CRS 212", "Write its topics, or copy those of last year");
  await looksRight(who, "classes");
  await who.follows("CRS 212 Introduction to the Prophets");
  await who.sees("No topics yet");
  await who.presses("Copy 3 topics of last year");
  await who.sees("Hosea and the covenant");
  await looksRight(who, "former");
  await who.presses("Copy 3 topics");
  await who.sees("3 topics are copied from 1999/2000");
  await who.presses("Add material to Amos of Tekoa");
  await who.presses("Save material");
  await who.sees("Title is required", "Write a text, or choose a file: a material needs one of them");
  await looksRight(who, "nothing");
  await who.fills({ Title: "The herdsman who preached" });
  await who.field("Text").fill("Amos came from Tekoa, in Judah.\n\nHe preached in the north, at Bethel.");
  const sent = requestsOf(who, "/ms_material/file");
  await who.field("File").setInputFiles({
    name: "amos.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.alloc(11 * 1024 * 1024),
  });
  await who.sees("amos.pdf was not taken. A file has at most 10 MB");
  // On a line that is paid by the megabyte, what is too large never leaves.
  expect(sent).toEqual([]);
  await looksRight(who, "too-large");
  await who.field("File").setInputFiles({ name: "amos.pdf", mimeType: "application/pdf", buffer: smallPdf() });
  await who.sees("amos.pdf is attached");
  expect(sent).toHaveLength(1);
  await who.presses("Save material");
  await who.sees("Text and PDF, 1 kB");
  await who.page.getByRole("button", { name: "Move Hosea and the covenant up" }).click();
  await expect
    .poll(() => who.page.locator("ol h3").allTextContents())
    .toEqual(["Who the prophets were", "Hosea and the covenant", "Amos of Tekoa"]);
  await looksRight(who, "room");

  const { topics } = (await granted(lecturer.get(`/staff/ms_my_course/${await classOf(portal, course)}`))).body;
  const hosea = { topic: topics[1]._id, label: "Whom Hosea married", status: true, post: "Gomer was her name." };
  await granted(lecturer.post("/staff/ms_material", hosea));

  const student = await onPhone(me);
  student.expects(lostFiles);
  const texts = requestsOf(student, "/text");
  await student.opens("/student/courses");
  await student.sees("CRS 212 Introduction to the Prophets", "Mrs Musa Garba", "2 materials to read");
  await looksRight(student, "student-courses");
  await student.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await student.follows("CRS 212 Introduction to the Prophets");
  await student.sees("Keep course on my phone", "2 texts, 1 kB, to read without a connection.");
  expect(texts).toEqual([]);
  await student.page.locator("summary", { hasText: "The herdsman who preached" }).click();
  await student.sees("He preached in the north, at Bethel.", "Save the file: PDF, 1 kB");
  expect(texts).toHaveLength(1);
  await looksRight(student, "student-materials");
  const [file] = await Promise.all([
    student.page.waitForEvent("download"),
    student.page.getByRole("link", { name: /Save the file/ }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("The herdsman who preached.pdf");
  await student.page.reload();
  await student.page.locator("summary", { hasText: "The herdsman who preached" }).click();
  await student.sees("He preached in the north, at Bethel.");
  expect(texts).toHaveLength(1);

  // A storage without room is no promise.
  await student.page.evaluate(fillStorage);
  await student.presses("Keep course on my phone");
  await student.sees("This phone has no room left to keep the texts");
  await looksRight(student, "student-full");
  await student.page.evaluate(() => localStorage.removeItem("filling"));
  await student.page.reload();
  await student.presses("Keep course on my phone");
  await student.sees("The texts of this course are kept on this phone");
  await looksRight(student, "student-kept");
  await student.opens("/student/week");
  await student.sees("No timetable yet");
  await student.opens(`/student/courses/${await classOf(portal, course)}`);
  await student.sees("The texts of this course are kept on this phone");

  await student.context.setOffline(true);
  await student.page.reload();
  await student.sees("You are offline.", "You read what this phone has kept");
  await student.page.locator("summary", { hasText: "The herdsman who preached" }).click();
  await student.sees("He preached in the north, at Bethel.");
  await student.page.locator("summary", { hasText: "Whom Hosea married" }).click();
  await student.sees("Gomer was her name.");
  await looksRight(student, "student-offline");
  await student.follows("All my courses");
  await student.sees("CRS 212 Introduction to the Prophets", /\d texts? kept on this phone/);
  await student.opens("/student/week");
  await student.sees("You are offline.", "No timetable yet");
  await student.opens("/student/record");
  await student.seesHeading("You are offline");
  await student.follows("Read the courses that this phone has kept");
  await student.sees("CRS 212 Introduction to the Prophets");

  // Who drops the course reads no more of it, on the phone neither.
  await portal.db.updateTable("course_registration_line").set({ droppedAt: "2026-11-20T00:00:00Z" }).execute();
  await student.context.setOffline(false);
  student.expects(/404/);
  await student.opens(`/student/courses/${await classOf(portal, course)}`);
  await student.sees("could not be found");
  await expect.poll(() => keptOn(student)).not.toMatch(/Bethel|Gomer/);
  await student.leaves();
  await who.page.reload();
  await who.sees("taken 1 time");
  await who.leaves();
});

test("a phone keeps its courses when its sign-in lapses, and opens none of them once it was ended from elsewhere", async () => {
  const { portal } = journey;
  const course = await taughtBefore("CRS 214");
  const lecturer = await lecturerOf(portal, course);
  const { _id: topic } = (
    await granted(lecturer.post("/staff/ms_topic", { course, label: "Micah of Moresheth", status: true }))
  ).body;
  const micah = { topic, label: "What is required", status: true, post: "To do justly." };
  await granted(lecturer.post("/staff/ms_material", micah));
  const me = await signedInStudent(portal);
  await registeredFor(portal, me.student, [course]);
  const phone = await onPhone(me);
  phone.expects(lostFiles);
  await phone.opens(`/student/courses/${await classOf(portal, course)}`);
  await phone.presses("Keep course on my phone");
  await phone.sees("The texts of this course are kept on this phone");
  expect(await keptOn(phone)).toContain("To do justly.");

  const signIn = () => portal.db.updateTable("sign_in").where("token", "=", hashToken(me.token));
  const { endsAt } = await portal.db
    .selectFrom("sign_in")
    .select("endsAt")
    .where("token", "=", hashToken(me.token))
    .executeTakeFirstOrThrow();
  await signIn().set({ endsAt: new Date().toISOString() }).execute();
  phone.expects(/401/);
  await phone.page.reload();
  await phone.page.waitForURL(/\/student\/sign-in/);
  expect(await keptOn(phone)).toContain("To do justly.");

  await signIn().set({ endsAt }).execute();
  await phone.opens(`/student/courses/${await classOf(portal, course)}`);
  await phone.sees("The texts of this course are kept on this phone");
  await portal.db.deleteFrom("sign_in").where("token", "=", hashToken(me.token)).execute();
  await phone.page.reload();
  await phone.page.waitForURL(/\/student\/sign-in/);
  expect(await keptOn(phone)).not.toMatch(/To do justly|lastRead/);
  await phone.leaves();
});
