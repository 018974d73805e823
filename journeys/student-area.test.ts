import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { studentDoors, studentScreens } from "../src/app/student/student-routes.web.tsx";
import { hashPassword } from "../src/identity/credential/credential.server.ts";
import { admissionStates } from "../testing/admitted-applicant.ts";
import { signedInApplicant } from "../testing/applicant.ts";
import type { Person } from "../testing/browser.ts";
import { lostFiles } from "../testing/draft-forms.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt, overflowAt320, picture, settled } from "../testing/look.ts";
import { notice } from "../testing/notice.ts";
import { matriculate } from "../testing/student.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const PASSWORD = "Mango-Tree-42";

/** Somebody of whom the portal holds everything: an accepted application, receipts, a notice that is not read yet. */
async function studentWithPapers() {
  const { portal } = journey;
  const one = await admissionStates.paid(portal);
  const { matric } = await matriculate(portal, one._id, one.application);
  const password = await hashPassword(PASSWORD);
  await portal.db.updateTable("applicant").set({ password }).where("_id", "=", one._id).execute();
  await notice(portal, { to: [one._id], title: "Orientation for new students", post: "Come to the hall at nine." });
  return { ...one, matric };
}

async function looksRight(who: Person, name: string): Promise<void> {
  await settled(who.page);
  expect([name, await axeFindings(who.page), await overflowAt320(who.page)]).toEqual([name, [], 0]);
  await lookAt(who.page, `student-${name}`);
}

const isAt = (who: Person, path: string) => who.page.waitForURL((url) => url.pathname === path);

test("a student signs in on a phone by the matric number, looks around, and signs out everywhere", async () => {
  const me = await studentWithPapers();
  const who = await journey.person();
  who.expects(/401/);
  await who.opens("/student");
  await isAt(who, "/student/sign-in");
  await who.seesHeading("Student sign-in");
  await looksRight(who, "door");
  await who.fills({ "Matric number or email address": me.matric, Password: "not-the-password" });
  await who.presses("Sign in");
  await who.sees("The matric number, the email address or the password is not right");
  expect(await who.field("Matric number or email address").inputValue()).toBe(me.matric);
  await looksRight(who, "wrong");
  await who.fills({ Password: PASSWORD });
  await who.presses("Sign in");
  await who.sees("You have 1 notice that you have not read", me.matric);
  await isAt(who, "/student");
  await looksRight(who, "home");
  await who.follows("Read it");
  await who.sees("Come to the hall at nine");
  await looksRight(who, "notices");
  await who.sees("Menu");
  await who.page.getByText("Menu", { exact: false }).first().click();
  await picture(who.page, "student-menu");
  await who.follows("My record");
  await who.seesHeading("My record");
  await who.sees(me.matric, "As a non-indigene");
  await looksRight(who, "record");
  await who.opens("/student/papers");
  await who.sees("Admission letter");
  await looksRight(who, "papers");
  await who.opens("/student/account");
  await who.sees("This one");
  await looksRight(who, "account");
  await who.presses("Sign out everywhere");
  await who.sees("You are signed out everywhere");
  await looksRight(who, "out");
  await who.opens("/student/record");
  await isAt(who, "/student/sign-in");
  await who.leaves();
});

test("a paper opens without typing, and the applicant's area leads back; signing out ends both", async () => {
  const me = await studentWithPapers();
  const who = await journey.person();
  who.expects(/401/);
  await who.opens("/student/sign-in?from=%2Fstudent%2Fpapers");
  await who.fills({ "Matric number or email address": me.matric, Password: PASSWORD });
  await who.presses("Sign in");
  await who.presses("Open Admission letter");
  await isAt(who, `/letter/${me.application}`);
  await who.seesHeading(/admission/i);
  await who.opens("/app/account");
  await who.follows("Student's area");
  await who.sees(me.matric);
  await who.presses("Sign out");
  await who.sees("Nothing of yours is left on this device");
  await who.opens("/app/dashboard");
  await who.sees("Sign in first");
  await who.leaves();
});

test("whoever is signed in as an applicant comes in without typing; who is no student is told where to go", async () => {
  const me = await signedInApplicant(journey.portal);
  const who = await journey.person({ signedIn: me });
  who.expects(/401/);
  await who.opens("/student");
  await who.sees("This account has no student's record yet");
  await looksRight(who, "applicant");
  const { matric } = await matriculate(journey.portal, me._id);
  await who.opens("/student");
  await who.sees(matric, "Nothing to do now");
  await looksRight(who, "nothing-to-do");
  await who.leaves();
});

test("a sign-in on a device of others that lost its tab is ended by whoever opens the area next", async () => {
  const me = await studentWithPapers();
  const who = await journey.person();
  who.expects(/401/);
  await who.opens("/student/sign-in");
  await who.fills({ "Matric number or email address": me.matric, Password: PASSWORD });
  await who.page.getByLabel("This is a shared device").check();
  await who.presses("Sign in");
  await who.sees(me.matric);
  await who.page.evaluate(() => sessionStorage.clear());
  await who.opens("/student/record");
  await who.seesHeading("Student sign-in");
  expect(await who.page.getByText(me.matric).count()).toBe(0);
  const left = journey.portal.db.selectFrom("sign_in").select("_id").where("applicant", "=", me._id);
  expect(await left.where("shared", "=", true).execute()).toEqual([]);
  await who.leaves();
});

test("a status that closes the area is told, with the way to the letters", async () => {
  const me = await signedInApplicant(journey.portal);
  const { student } = await matriculate(journey.portal, me._id);
  const who = await journey.person({ signedIn: me });
  who.expects(/401|403/);
  await who.opens("/student");
  await who.sees("Nothing to do now");
  await journey.portal.db.updateTable("student").set({ status: "Expelled" }).where("_id", "=", student).execute();
  await who.opens("/student");
  await who.sees("Your record stands as Expelled");
  await looksRight(who, "closed");
  await who.presses("Go to the applicant's area");
  await isAt(who, "/app/dashboard");
  await who.leaves();
});

test("without a connection the area says so, and opens by itself once it is back", async () => {
  const me = await signedInApplicant(journey.portal);
  const { matric } = await matriculate(journey.portal, me._id);
  const who = await journey.person({ signedIn: me, everyday: true });
  who.expects(lostFiles);
  who.expects(/401|ERR_INTERNET_DISCONNECTED/);
  await who.opens("/student");
  await who.sees(matric);
  await who.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await who.opens("/student/record"); // From here on the worker keeps what is loaded.
  await who.sees(matric);
  await who.context.setOffline(true);
  await who.page.reload();
  await who.seesHeading("You are offline");
  await looksRight(who, "offline");
  await who.context.setOffline(false);
  await who.sees(matric);
  await who.leaves();
});

test("every page has its place: the doors and the screens of the list, and one that says that there is none", async () => {
  const me = await signedInApplicant(journey.portal);
  await matriculate(journey.portal, me._id);
  const who = await journey.person({ signedIn: me });
  who.expects(/401|404/);
  await who.opens("/student");
  await who.sees("Nothing to do now");
  for (const path of [...Object.keys(studentScreens), "/student/nothing-here"]) {
    await who.opens(path);
    await settled(who.page);
    expect([path, await axeFindings(who.page), await overflowAt320(who.page)]).toEqual([path, [], 0]);
  }
  await lookAt(who.page, "student-not-found");
  await who.leaves();
  const visitor = await journey.person();
  visitor.expects(/401/);
  for (const path of Object.keys(studentDoors)) {
    await visitor.opens(path.replace(":id", "unknown"));
    await settled(visitor.page);
    expect([path, await axeFindings(visitor.page), await overflowAt320(visitor.page)]).toEqual([path, [], 0]);
  }
  await visitor.sees("This link works no more");
  await lookAt(visitor.page, "student-link-spent");
  await visitor.leaves();
});
