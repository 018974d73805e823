import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { signedInApplicant } from "../testing/applicant.ts";
import { holdAnswers } from "../testing/held-answer.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt } from "../testing/look.ts";
import { openProgramme, readyApplicant, verifiedPayment } from "../testing/ready-applicant.ts";

let journey: Journey;

beforeAll(async () => {
  journey = await startJourney(inject("place"), {}, {}, { everyday: true });
});

afterAll(() => journey.stop());

/** Somebody with a paid reference, in the dialog that applies with it. */
async function applying() {
  const wanted = await openProgramme(journey.portal);
  const me = await readyApplicant(journey.portal, wanted);
  await verifiedPayment(journey.portal, me._id, wanted);
  const who = await journey.person({ signedIn: me });
  await who.opens("/app/start");
  await who.presses(/^Continue Application/);
  const dialog = await who.inDialog(/^Apply to /);
  await dialog.picks("Mode of entry", "JAMB UTME");
  await dialog.presses("Continue");
  await dialog.seesHeading("Documents");
  return { me, who, dialog };
}

test("a page that the camera threw out comes back to its documents, and still knows the mode of entry", async () => {
  const { me, who, dialog } = await applying();
  await who.page.reload();
  await dialog.seesHeading("Documents");
  await dialog.presses("Continue");
  await dialog.seesHeading("Check your answers");
  await dialog.sees("JAMB UTME");
  // As an older version of the page left it, which kept the step alone.
  await who.page.evaluate(() => {
    const { applying, ...others } = history.state;
    history.replaceState({ ...others, applying: { reference: applying.reference, stage: 2 } }, "");
  });
  await who.page.reload();
  await dialog.seesHeading("What you need");
  await dialog.presses("Continue");
  await dialog.presses("Continue");
  await dialog.seesHeading("Check your answers");
  await dialog.presses(/^Submit application to /);
  await who.inDialog("Application submitted");
  const { body } = await me.get("/ms_applications");
  expect(body.map(({ type }: { type: string }) => type)).toEqual(["JAMB UTME"]);
  await who.leaves();
});

test("after submitting, nothing that the last step showed is read again", async () => {
  const { who, dialog } = await applying();
  const read: string[] = [];
  who.page.on("requestfinished", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" && pathname.startsWith("/api/")) read.push(pathname);
  });
  await dialog.presses("Continue");
  await dialog.seesHeading("Check your answers");
  await dialog.sees("No. 4, Bello Street, Minna", "4123456789");
  const last = ["/api/ms_applicant/photo/applicant", "/api/ms_programme_eligibility/"];
  await expect.poll(() => last.every((start) => read.some((path) => path.startsWith(start)))).toBe(true);
  read.length = 0;
  await dialog.presses(/^Submit application to /);
  await (await who.inDialog("Application submitted")).sees(/takes applications until/);
  await who.page.waitForLoadState("networkidle");
  expect(read.sort()).toEqual(["/api/ms_application_fee", "/api/portal"]);
  await who.leaves();
});

test("nothing above the modes of entry arrives after them and moves them from under a finger", async () => {
  const wanted = await openProgramme(journey.portal);
  const me = await readyApplicant(journey.portal, wanted);
  await verifiedPayment(journey.portal, me._id, wanted);
  const who = await journey.person({ signedIn: me });
  const requirements = await holdAnswers(who.page, "**/api/ms_programme_admission_requirement/*");
  const photo = await holdAnswers(who.page, "**/api/ms_applicant/photo/applicant");
  await who.opens("/app/start");
  await who.presses(/^Continue Application/);
  const dialog = await who.inDialog(/^Apply to /);
  await requirements.asked;
  const mode = dialog.box.getByRole("radio", { name: "JAMB UTME" });
  await photo.asked;
  requirements.release();
  await dialog.sees(/^Local government identification letter/);
  expect(await mode.count()).toBe(0);
  photo.release();
  await mode.check();
  expect(await dialog.box.getByRole("link", { name: "Upload it" }).count()).toBe(1);
  await who.leaves();
});

const waec = {
  examinationtype: "WAEC",
  examinationcenter: "Government Day Secondary School, Minna",
  examinationyear: "2024",
  examinationnumber: "4123456789",
};

test("all results of a certificate are typed in one form, which stands still while they are sent", async () => {
  const me = await signedInApplicant(journey.portal);
  const { body: sitting } = await me.post("/ms_applicant_sitting", waec);
  const who = await journey.person({ signedIn: me });
  await who.opens("/app/olevelresult");
  await who.presses("Add Result");
  const form = await who.inDialog("Student O-Level Result");
  expect(await form.field("Examination Sitting").inputValue()).toBe(sitting._id);
  expect(await form.field("Examination subject 1").inputValue()).toBe("English Language");
  expect(await form.field("Examination subject 9").inputValue()).toBe("");
  await form.presses("Save");
  await form.sees("Choose a subject and its grade");
  await form.fills({ "Examination subject 3": "Biology", "Examination subject 4": "Chemistry" });
  await form.fills({ "Result grade 1": "C5", "Result grade 3": "B2" });
  await form.box.getByText("Choose a subject and its grade").first().waitFor({ state: "detached" });
  await lookAt(who.page, "results-rows");
  await form.presses("Save");
  await expect
    .poll(() => form.box.getByRole("alert").getByRole("link").allTextContents())
    .toEqual(["Result grade is required"]);
  expect(await form.errorOf("Result grade 4")).toBe("Result grade is required");
  await lookAt(who.page, "results-rows-wrong");
  await expectAccessible(who.page, "the rows of a certificate");
  await form.fills({ "Result grade 4": "C6" });

  // Meanwhile the telephone of a sister adds one of them.
  await me.post("/ms_applicant_result", { examination: sitting._id, subject: "Biology", scored: "B2" });
  await form.presses("Save");
  await form.sees("Biology has been added to this sitting already");
  expect(await form.errorOf("Examination subject 3")).toBe("Biology has been added to this sitting already");
  await form.fills({ "Examination subject 3": "Physics" });

  const saving = await holdAnswers(who.page, "**/api/ms_applicant_result/certificate");
  await form.presses("Save");
  await form.box.getByRole("button", { name: "Please wait..." }).waitFor();
  const stands = () => form.field("Result grade 5").evaluate((field) => field.closest("[inert]") !== null);
  expect(await stands()).toBe(true);
  saving.release();
  await form.box.waitFor({ state: "detached" });
  await who.sees("4 of at least 5 results added");
  const lines = who.page.getByRole("list", { name: "Results" }).getByRole("article");
  const names = await lines.evaluateAll((all) => all.map((line) => line.getAttribute("aria-label")));
  expect(names).toEqual(["Biology", "English Language", "Physics", "Chemistry"]);
  await expectAccessible(who.page, "the list of results");
  await lookAt(who.page, "results-list");
  await who.leaves();
});

test("two tabs change two things of one account, and neither writes the other's back", async () => {
  const me = await signedInApplicant(journey.portal);
  const who = await journey.person({ signedIn: me });
  await who.opens("/app/account");
  await who.field("Last name").waitFor();
  const other = await who.context.newPage();
  await other.goto("/app/account");
  await other.getByLabel("Phone Number").fill("0703 111 2222");
  await other.getByRole("button", { name: "Save changes" }).click();
  await other.getByText("Your account has been saved").waitFor();
  await who.fills({ "Last name": "Danladi" });
  await who.presses("Save changes");
  await who.sees("Your account has been saved");
  const { body } = await me.get("/ms_applicant/account");
  expect(body).toMatchObject({ lastname: "Danladi", phonenumber: "2347031112222" });
  await expect.poll(() => who.field("Phone Number").inputValue()).toBe("0703 111 2222");
  await who.leaves();
});

test("what is saved is saved, though the line fails before it is read again", async () => {
  const who = await journey.person({ signedIn: await signedInApplicant(journey.portal) });
  who.expects(/ERR_CONNECTION_RESET/);
  await who.opens("/app/account");
  await who.fills({ "First name": "Zainab" });
  await who.page.route("**/api/ms_applicant/account", (route) => route.abort("connectionreset"));
  await who.presses("Save changes");
  await who.sees("Your account has been saved", "Welcome Zainab");
  expect(await who.page.getByText("There is a problem").count()).toBe(0);
  await who.leaves();
});

test("the page that asks for the code is taken over as it was drawn, after a reload too", async () => {
  const who = await journey.person();
  await who.opens("/verify");
  await who.page.evaluate(() => history.replaceState({ emailaddress: "olamide@example.com" }, ""));
  await who.page.reload();
  await who.sees(/olamide@example\.com/);
  await who.leaves();
});
