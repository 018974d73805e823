import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type GeneratedApplicant, generateApplicant } from "../demo/applicants.ts";
import type { Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { makeReferenceButton, picture, register, signIn, verify } from "./deeds.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

/** What somebody may be asked who has five results and three documents, on a phone. */
const MOST_TAPS = 65;

/** Counts each touch of a finger: a list is opened and chosen from, a file is asked for and picked. Typing is none. */
function counting(who: Person) {
  const segments = new Map<string, number>();
  let segment = "";
  const add = (taps: number) => segments.set(segment, (segments.get(segment) ?? 0) + taps);
  const { page } = who;
  const named = (role: "button" | "link", name: string | RegExp) =>
    page
      .getByRole(role, { name, ...(typeof name === "string" && { exact: true }) })
      .filter({ visible: true })
      .last();
  return {
    segments,
    begins: (name: string) => {
      segment = name;
    },
    async presses(name: string | RegExp) {
      await named("button", name).click();
      add(1);
    },
    async follows(name: string | RegExp) {
      await named("link", name).click();
      add(1);
    },
    async picks(group: string, choice: string) {
      await who.picks(group, choice);
      add(1);
    },
    async chooses(label: string, value: string) {
      const list = page.getByLabel(label, { exact: true });
      await list.locator("option", { hasText: value }).first().waitFor({ state: "attached" });
      await list.selectOption(value);
      add(2);
    },
    async option(name: string | RegExp) {
      await page.getByRole("option", { name }).first().click();
      add(1);
    },
    async files(input: ReturnType<Person["page"]["locator"]>, one: Awaited<ReturnType<typeof picture>>) {
      await input.setInputFiles(one);
      add(2);
    },
  };
}

test("from the first page to a submitted application with five results it takes at most 65 taps", {
  timeout: 240_000,
}, async () => {
  const person = fiveResults();
  const { bio, referees, sittings } = person;
  const who = await journey.person();
  const { page } = who;
  const taps = counting(who);
  const tapping = { ...who, presses: taps.presses };
  await who.opens("/");

  taps.begins("create the account");
  await taps.follows("Create Account?");
  await register(tapping, person);

  taps.begins("verify and sign in");
  await verify(tapping, person, journey.post);
  await signIn(tapping, person);

  taps.begins("two parents");
  await taps.follows(/^Add parents or guardians/);
  for (const [nth, referee] of referees.slice(0, 2).entries()) {
    if (nth === 1) await taps.presses("Add a parent or guardian");
    const form = await who.inDialog("Parents and Guadians Form");
    await form.fills({
      "First name": referee.firstname,
      "Last name": referee.lastname,
      "Phone Number": referee.phonenumber,
      "Home Address of Referee": referee.homeaddress,
    });
    await taps.presses("Save changes");
    await form.box.waitFor({ state: "detached" });
    await who.seesHeading(referee.lastname);
  }
  await taps.follows("Next: bio data");

  taps.begins("bio data");
  const [year = "", month = "", day = ""] = bio.dateofbirth.split("-");
  await who.seesHeading("Name");
  await taps.presses("Continue");
  await who.seesHeading("Personal details");
  await taps.picks("Gender", bio.gender);
  await who.fills({ Day: day, Month: month, Year: year });
  await taps.picks("Marital status", bio.maritalstatus);
  await taps.picks("Religion", bio.religion);
  await taps.chooses("Highest qualification", bio.qualification);
  await taps.presses("Continue");
  await who.seesHeading("Contact and home");
  await who.fills({ "Home address": bio.homeaddress });
  await taps.chooses("State of origin", bio.stateoforigin);
  await taps.chooses("Local government area of origin", bio.lgaoforigin);
  await taps.presses("I live there too");
  await taps.presses("Continue");
  await who.seesHeading("Check your answers before you save");
  await taps.presses("Save bio data");
  await taps.follows("Next: O-Level sittings");

  taps.begins("sitting");
  const [sitting] = sittings;
  if (!sitting) throw new Error("a sitting is needed");
  const sat = await who.inDialog(/sitting/i);
  await taps.chooses("Examination type", sitting.examinationtype);
  await sat.fills({
    "Examination center": sitting.examinationcenter,
    "Examination year": sitting.examinationyear,
    "Examination number": sitting.examinationnumber,
  });
  await taps.presses(/^Save/);
  await sat.box.waitFor({ state: "detached" });
  await taps.follows("Next: O-Level results");

  taps.begins("five results");
  const rows = await who.inDialog("Student O-Level Result");
  const typed = inRows(sitting.results.slice(0, 5));
  for (const [nth, { subject, scored }] of typed.entries()) {
    const row = rows.field(`Examination subject ${nth + 1}`);
    if ((await row.inputValue()) !== subject) await taps.chooses(`Examination subject ${nth + 1}`, subject);
    await taps.chooses(`Result grade ${nth + 1}`, scored);
  }
  await taps.presses("Save");
  await rows.box.waitFor({ state: "detached" });
  await taps.follows("Next: passport photo");

  taps.begins("photograph");
  await who.sees("No passport photo uploaded");
  await taps.files(page.locator("input[type=file]").first(), await picture(person, "passport.jpg"));
  await taps.presses("Upload Photo");
  await taps.follows("Next: choose a programme");

  taps.begins("payment reference");
  const paying = await who.inDialog("Generate payment reference");
  await paying.field("Programme").fill("Mathematics");
  await taps.option("Mathematics");
  await paying.sees("Total", "Have these ready");
  await taps.presses(makeReferenceButton);
  await paying.box.waitFor({ state: "detached" });

  taps.begins("pay and return");
  await taps.presses(/^Pay online now/);
  await who.seesHeading("Pay this reference");
  await taps.presses(/^Continue with ₦/);
  await who.sees(/^Reference .* is paid$/);

  taps.begins("prerequisites, mode, documents");
  await taps.follows("Start your application");
  const apply = await who.inDialog(/^Apply to /);
  await apply.seesHeading("What you need");
  await taps.picks("Mode of entry", person.mode);
  await taps.presses("Continue");
  await apply.seesHeading("Documents");
  const papers = apply.box.getByRole("listitem");
  await papers.first().waitFor();
  for (const paper of await papers.all()) {
    if ((await paper.getByText("(optional)").count()) > 0) continue;
    await taps.files(paper.locator("input[type=file]"), await picture(person, "paper.jpg"));
    await paper.getByText("Uploaded", { exact: true }).waitFor();
  }
  await taps.presses("Continue");

  taps.begins("check and submit");
  await apply.seesHeading("Check your answers");
  await taps.presses(/^Submit application to /);
  const submitted = await who.inDialog("Application submitted");
  await submitted.sees("What happens next");

  const all = [...taps.segments.values()].reduce((sum, taken) => sum + taken, 0);
  console.table({ ...Object.fromEntries(taps.segments), "in all": all });
  expect(all).toBeLessThanOrEqual(MOST_TAPS);
  await who.leaves();
});

/** As the form suggests them: English Language and Mathematics first. */
function inRows(results: GeneratedApplicant["sittings"][number]["results"]) {
  const first = ["English Language", "Mathematics"];
  const rank = ({ subject }: { subject: string }) => (first.indexOf(subject) + first.length + 1) % (first.length + 1);
  return [...results].sort((one, other) => rank(one) - rank(other));
}

function fiveResults(): GeneratedApplicant {
  for (let seed = 1; ; seed += 1) {
    const made = generateApplicant(seed);
    const subjects = made.sittings[0]?.results.slice(0, 5).map(({ subject }) => subject) ?? [];
    const isUsual = subjects.includes("English Language") && subjects.includes("Mathematics");
    if (made.mode === "JAMB UTME" && made.registration.middlename && subjects.length === 5 && isUsual) return made;
  }
}
