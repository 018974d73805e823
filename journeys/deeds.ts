import type { GeneratedApplicant } from "../demo/applicants.ts";
import { passportPhotograph } from "../demo/passport.ts";
import type { Person } from "../testing/browser.ts";
import type { PostOffice } from "../testing/smtp.ts";
import type { Steps } from "../testing/steps.ts";

/** What applicants do on the portal's pages, each beginning on the page where it is done. */

export async function register(who: Person, { registration }: GeneratedApplicant): Promise<void> {
  await who.fills({
    "First name": registration.firstname,
    "Middle name": registration.middlename,
    "Last name": registration.lastname,
    "JAMB Admission number": registration.jamb,
    "Email Address": registration.emailaddress,
    "Phone Number": registration.phonenumber,
    Password: registration.password,
    "Confirm password": registration.password,
  });
  await who.presses("Create Account");
  await who.seesHeading("Verify your account");
}

/** Reads the code in the mail that the mail server received. */
export async function verify(who: Person, { registration }: GeneratedApplicant, post: PostOffice): Promise<void> {
  const [letter] = await post.letters(registration.emailaddress, 1);
  const [code = ""] = /\b[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}\b/.exec(letter?.text ?? "") ?? [];
  await who.fills({ "Verification code": code });
  await who.presses("Verify Account");
  await who.sees("Sign in to continue");
}

export async function signIn(who: Person, { registration }: Pick<GeneratedApplicant, "registration">): Promise<void> {
  await who.fills({ "Email Address": registration.emailaddress, Password: registration.password });
  await who.presses("Login to Account");
  await who.seesHeading("Student Dashboard");
}

/** Takes the one step that the dashboard says is next, which must be this one. */
export async function takesNextStep(who: Person, button: string): Promise<void> {
  await closesMessages(who);
  await who.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
  const next = who.page.getByRole("region", { name: "Your next step" });
  await next.getByRole("link", { name: button }).click();
}

/** Closes what the portal said, which lies over the page for five seconds; it may go by itself meanwhile. */
async function closesMessages({ page }: Person): Promise<void> {
  const message = page.locator(".Toastify__toast").first();
  while (await message.isVisible()) {
    const close = message.getByRole("button", { name: "Close this message" });
    await close.click({ timeout: 1_000 }).catch(() => undefined);
    await message.waitFor({ state: "detached", timeout: 1_000 }).catch(() => undefined);
  }
}

/** A form that a button opens, or that stands open already because its owner came to add something. */
async function openedForm(who: Person, button: string | RegExp, title: string | RegExp) {
  const form = who.page.getByRole("dialog", { name: title });
  await form
    .or(who.page.getByRole("button", { name: button }))
    .first()
    .waitFor();
  // A form that opens by itself may come over the button a moment later.
  if (!(await form.isVisible()))
    await who.page
      .getByRole("button", { name: button })
      .first()
      .click({ timeout: 3_000 })
      .catch(() => undefined);
  return who.inDialog(title);
}

export async function addReferee(who: Person, referee: GeneratedApplicant["referees"][number]): Promise<void> {
  const form = await openedForm(who, "Add a parent or guardian", "Parents and Guadians Form");
  await form.fills({
    "First name": referee.firstname,
    "Middle name": referee.middlename,
    "Last name": referee.lastname,
    "Email Address": referee.emailaddress,
    "Phone Number": referee.phonenumber,
    "Home Address of Referee": referee.homeaddress,
  });
  await form.presses("Save changes");
  await form.box.waitFor({ state: "detached" });
}

/** All steps of the bio. `look` is called with the name of each. */
export async function fillBio(
  who: Person,
  { bio }: GeneratedApplicant,
  look: (step: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const [year = "", month = "", day = ""] = bio.dateofbirth.split("-");
  const step = async (name: string, fill: () => Promise<void>) => {
    await who.seesHeading(name);
    await fill();
    await look(name);
    await who.presses("Continue");
  };
  await step("Name", async () => undefined);
  await step("Personal details", async () => {
    await who.picks("Gender", bio.gender);
    await who.fills({ Day: day, Month: month, Year: year });
    await who.picks("Marital status", bio.maritalstatus);
    await who.picks("Religion", bio.religion);
    await who.fills({ "Highest qualification": bio.qualification });
  });
  await step("Contact and home", () =>
    who.fills({
      "Home address": bio.homeaddress,
      "State of origin": bio.stateoforigin,
      "Local government area of origin": bio.lgaoforigin,
      "State of residence": bio.stateofresidence,
      "Local government area of residence": bio.lgaofresidence,
    }),
  );
  await who.seesHeading("Check your answers before you save");
  await look("Check");
  await who.presses("Save bio data");
  await who.sees("Your bio data is saved");
}

type Sitting = Omit<GeneratedApplicant["sittings"][number], "results">;

export async function addSitting(who: Person, sitting: Sitting): Promise<void> {
  const form = await openedForm(who, /^Add (a )?sitting$/i, /sitting/i);
  await form.fills({
    "Examination type": sitting.examinationtype,
    "Examination center": sitting.examinationcenter,
    "Examination year": sitting.examinationyear,
    "Examination number": sitting.examinationnumber,
  });
  await form.presses(/^Save/);
  await form.box.waitFor({ state: "detached" });
}

/** Adds them in one form, each in a row of its own, and saves them together. */
export async function addResults(
  who: Person,
  results: GeneratedApplicant["sittings"][number]["results"],
  look: (step: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const form = await openedForm(who, /^Add (Another )?Result$/, "Student O-Level Result");
  // What the rows hold already leaves a row first, so that another can take it.
  for (const row of [1, 2]) await form.fills({ [`Examination subject ${row}`]: "Select subject" });
  for (const [place, { subject, scored }] of results.entries()) {
    await form.fills({ [`Examination subject ${place + 1}`]: subject, [`Result grade ${place + 1}`]: scored });
  }
  await look("form");
  await form.presses("Save");
  await form.box.waitFor({ state: "detached" });
}

export async function uploadPhoto(who: Person, applicant: GeneratedApplicant): Promise<void> {
  const choosing = who.page.waitForEvent("filechooser");
  await who.presses(/^(Select|Change) Photo$/);
  const chooser = await choosing;
  await chooser.setFiles(await picture(applicant, "passport.jpg"));
  await who.sees("Chosen: passport.jpg");
  await who.presses("Upload Photo");
  await who.sees("Passport photo uploaded successfully!");
}

export const picture = async (applicant: GeneratedApplicant, name: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await passportPhotograph(applicant),
});

/** What the button says depends on whether the typed results do for the programme. */
export const makeReferenceButton = /^(I know, go on|Generate reference)$/;

/** Makes a reference for the first programme whose name holds these words; answers its twelve digits. */
export async function makeReference(
  who: Person,
  words: string,
  look: () => Promise<void> = async () => undefined,
): Promise<string> {
  const form = await openedForm(
    who,
    /^(Generate payment reference|Pay for another programme)$/,
    "Generate payment reference",
  );
  await form.field("Programme").fill(words);
  await form.box.getByRole("option", { name: words }).first().click();
  await form.sees("Total");
  await look();
  await form.presses(makeReferenceButton);
  await form.box.waitFor({ state: "detached" });
  const shown = await who.page
    .getByText(/^\d{4}-\d{4}-\d{4}$/)
    .first()
    .textContent();
  return (shown ?? "").replaceAll("-", "");
}

/** Pays on the provider's own page and comes back to the portal. */
export async function payOnline(who: Person, look: () => Promise<void> = async () => undefined): Promise<void> {
  await who.presses(/^Pay online now/);
  await who.seesHeading("Pay this reference");
  await look();
  await who.presses(/^Continue with ₦/);
  await who.sees(/^Reference .* is paid$/);
}

/** From "Continue Application" to the dialog that says it is submitted, whose steps it answers. */
export async function apply(
  who: Person,
  applicant: GeneratedApplicant,
  look: (step: string) => Promise<void> = async () => undefined,
): Promise<Steps> {
  // Whoever comes to continue finds it opened.
  if (!new URL(who.page.url()).searchParams.has("continue")) await who.presses(/^Continue Application/);
  const dialog = await who.inDialog(/^Apply to /);
  await dialog.seesHeading("What you need");
  await dialog.picks("Mode of entry", applicant.mode);
  await look("mode");
  await dialog.presses("Continue");
  await dialog.seesHeading("Documents");
  await look("documents-missing");
  const papers = dialog.box.getByRole("listitem");
  await papers.first().waitFor();
  for (const paper of await papers.all()) {
    if ((await paper.getByText("(optional)").count()) > 0) continue;
    await paper.locator("input[type=file]").setInputFiles(await picture(applicant, "paper.jpg"));
    await paper.getByText("Uploaded", { exact: true }).waitFor();
  }
  await look("documents");
  await dialog.presses("Continue");
  await dialog.seesHeading("Check your answers");
  await dialog.sees(applicant.bio.homeaddress);
  await look("answers");
  await dialog.presses(/^Submit application to /);
  return who.inDialog("Application submitted");
}
