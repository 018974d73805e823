import { afterAll, beforeAll, expect, inject, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import type { PageKey } from "../src/access/permission/permission.pages.rules.ts";
import { desk, type Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { expectAccessible, lookAt, settled } from "../testing/look.ts";
import { STAFF_PASSWORD, staffWithPassword } from "../testing/staff-account.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const subjects = ["sessions", "registration-windows", "intakes", "requirements", "departments", "programmes"];
const fees = ["application-fees", "acceptance-fees", "tuition-fees", "tuition-lines", "fee-schedule"];
const pages = [...subjects, ...fees].flatMap((page) => [page, `${page}.change`]) as PageKey[];

/** Somebody of the registry who has signed in at the door. */
async function registrar(): Promise<Person> {
  const member = await staffWithPassword(journey.portal, { firstname: "Ngozi", lastname: "Eze", pages });
  const who = await journey.person({ size: desk });
  await who.opens("/staff");
  await who.fills({ "Email Address": member.emailaddress, Password: STAFF_PASSWORD });
  await who.presses("Sign in");
  await who.page.waitForURL(/\/staff\/.+/);
  return who;
}

const shows = async (who: Person, name: string) => {
  await settled(who.page);
  await lookAt(who.page, `registrar-${name}`);
};

const looksRight = async (who: Person, name: string) => {
  await settled(who.page);
  await expectAccessible(who.page, name);
  await shows(who, name);
};

/** Sends a file by the dialog of a list: checked first, then brought in. */
async function imports(who: Person, many: string, button: string, name: string, buffer: Buffer, picture: string) {
  await who.presses("Import");
  const dialog = await who.inDialog(`Import ${many}`);
  await dialog.field("File").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await dialog.presses("Check the file");
  await dialog.sees("added");
  await shows(who, picture);
  await dialog.presses(button);
  await dialog.box.waitFor({ state: "detached" });
}

const departments = ["College,Code,Name,Status,Academic", "SSCI,BCH,Biochemistry,Active,Yes"].join("\r\n");

const programmes = () =>
  writeXlsxFile(
    [
      [
        "Department",
        "Code",
        "Name",
        "Award",
        "Status",
        "Takes applicants",
        "Modes of entry",
        "Minimum units",
        "Maximum units",
      ],
      ["BCH", "NCE-BCH-BIO", "Biochemistry/Biology", "NCE", "Active", "Yes", "JAMB UTME; Direct Entry", 18, 24],
    ].map((row) => row.map((value) => ({ value }))),
  ).toBuffer();

/** Every class of the new programme's four years, and what each pays. */
const tuition = [
  "Session,Programme,Level,Semester,Service ID,Indigene,New student,Status",
  ...[100, 200, 300, 400].flatMap((level) =>
    [1, 2].flatMap((semester) =>
      ["Indigene", "Non-indigene"].flatMap((home) =>
        ["New", "Returning"].map((year) => `2027/2028,NCE-BCH-BIO,${level},${semester},4430731,${home},${year},Active`),
      ),
    ),
  ),
].join("\r\n");
const tuitionLines = [
  "Session,Programme,Label,Indigene,Amount,Status",
  ...["Indigene", "Non-indigene"].map((home) => `2027/2028,NCE-BCH-BIO,Tuition,${home},18000,Active`),
].join("\r\n");

test("a registrar opens a new session from the last one, imports what is new, closes every hole, and it admits", async () => {
  const who = await registrar();
  await who.opens("/staff/sessions");
  await shows(who, "sessions");
  await who.follows("Add session");
  await who.fills({ Name: "2027/2028", Code: "2027", Semester: "1" });
  await who.presses("Add session");
  await who.seesHeading("2027/2028");
  await who.sees("Nobody has said when applications for 2027/2028 open and close");
  await looksRight(who, "empty-session");

  await who.follows("Copy from another session");
  await who.seesHeading("Open 2027/2028");
  await looksRight(who, "choose");
  expect(await who.field("Copy from").locator("option:checked").textContent()).toBe("2026/2027, admits now");
  await who.presses("Show what would be copied");
  await who.sees("Seats and entry rules of programmes");
  await looksRight(who, "dry-run");
  await who.page.getByRole("button", { name: /^Copy [\d,]+ records$/ }).click();
  await who.sees(/records were copied from 2026\/2027 to 2027\/2028/);
  await shows(who, "copied");

  await who.opens("/staff/departments");
  await imports(who, "departments", "Import 1 department", "departments.csv", Buffer.from(departments), "departments");
  await who.opens("/staff/programmes");
  await imports(who, "programmes", "Import 1 programme", "programmes.xlsx", await programmes(), "programmes");
  await who.opens("/staff/programmes?q=NCE-BCH");
  await shows(who, "programme-list");
  await who.follows(/Biochemistry\/Biology/);
  await who.seesHeading("In 2026/2027, which admits");
  await looksRight(who, "programme");
  await who.follows("Application fee items");
  await who.seesHeading("Application fee items");

  const toCheckList = async () => {
    await who.opens("/staff/sessions");
    await who.follows(/^2027\/2028/);
    await settled(who.page);
  };
  await toCheckList();
  await looksRight(who, "check-list");

  await who.follows("NCE Biochemistry/Biology has no entry rules");
  await who.seesHeading("Seats and entry rules");
  await shows(who, "no-intake");
  await who.page.getByRole("link", { name: "Add intake" }).last().click();
  await who.fills({ Seats: "40" });
  await who.presses("Add intake");
  await who.sees("Nobody has set them yet");
  await looksRight(who, "intake");
  await who.follows("Set rules");
  await who.seesHeading(/^Entry rules of/);
  const adds = (label: string, name: string) => who.page.getByLabel(label, { exact: true }).selectOption(name);
  await adds("Subjects with a credit: add a line", "English Language");
  await adds("Subjects with a credit: add a line", "Mathematics");
  await adds("Subjects with a credit, line 2: or another subject", "Further Mathematics");
  await adds("Subjects with a credit: add a line", "Chemistry");
  await adds("Subjects with a pass: add a line", "Physics");
  await adds("UTME subjects: add a line", "Chemistry");
  await who.fills({ "UTME subjects in all": "3" });
  await who.presses("Save rules");
  await who.sees("Choose the subjects from which the others may come");
  await looksRight(who, "rules-wrong");
  for (const name of ["Biology", "Physics", "Mathematics"]) await adds("Other UTME subjects: add a subject", name);
  await who.sees(
    "5 O-Level credits in at most 2 sittings: English Language, Mathematics or Further Mathematics, Chemistry, and 2 other subjects; at least a pass in Physics",
  );
  await looksRight(who, "rules");
  await who.presses("Save rules");
  await who.sees(/Entry rules of .+ saved/);
  await shows(who, "intake-with-rules");
  await who.follows("Edit rules");
  await who.field("Take the rules of").fill("Biology Chemistry");
  await who.page.getByRole("option", { name: "NCE Biology/Chemistry" }).first().click();
  await who.sees("These are the rules of NCE Biology/Chemistry now. Nothing is saved yet");
  await looksRight(who, "rules-taken");
  await who.presses("Add another way");
  const other = who.page.getByRole("group", { name: "Or: another way 1" });
  await other.getByLabel("Credits needed").selectOption("6");
  await who.fills({ "NCE subjects needed": "2", "Diploma class": "Second Class Lower" });
  await who.sees(/^Or 6 O-Level credits in at most 2 sittings, the same subjects among them$/);
  await who.sees(
    /^For Direct Entry also: NCE with C or better in 2 subjects, or Diploma of Second Class Lower or better/,
  );
  await looksRight(who, "rules-of-two-ways");
  await who.presses("Save rules");
  await who.page.getByRole("link", { name: "Edit rules" }).waitFor();

  await toCheckList();
  await who.follows("NCE Biochemistry/Biology asks its applicants for no papers");
  await who.page.getByRole("link", { name: "Add requirement" }).last().click();
  await who.fills({ Label: "O-Level statement of result", "Place in the list": "1" });
  await who.picks("Required", "Required");
  await who.presses("Add requirement");
  await who.seesHeading("O-Level statement of result");

  await toCheckList();
  await who.follows(/^NCE Biochemistry\/Biology has no application fee/);
  await who.page.getByRole("link", { name: "Add application fee item" }).last().click();
  await who.fills({ Name: "Application form", Amount: "2500", "Service type ID": "4430731" });
  await who.presses("Add application fee item");
  await who.seesHeading("Application form");

  await toCheckList();
  await who.follows("NCE Biochemistry/Biology has no tuition to pay");
  await who.sees(/^24 of 24 classes of NCE Biochemistry\/Biology cannot pay/);
  await who.opens("/staff/tuition-lines");
  const lines = Buffer.from(tuitionLines);
  await imports(who, "tuition fee lines", "Import 2 tuition fee lines", "lines.csv", lines, "tuition-lines");
  await who.opens("/staff/tuition-fees");
  const classes = Buffer.from(tuition);
  await imports(who, "tuition fee items", "Import 32 tuition fee items", "tuition.csv", classes, "tuition");

  await toCheckList();
  await who.follows("Nobody has said when applications for 2027/2028 open and close");
  await who.fills({ "Applications open": "2026-01-05T08:00", "Applications close": "2090-06-30T23:59" });
  await who.presses("Save changes");
  await who.seesHeading("2027/2028");
  await who.follows(/no registration window/);
  await who.page.getByRole("link", { name: "Add registration window" }).last().click();
  await who.fills({ Semester: "1", "First day": "2027-11-01", "Late from": "2027-10-15", "Last day": "2027-11-30" });
  await who.picks("Head approves", "No");
  await who.presses("Add registration window");
  expect(await who.errorOf("Late from")).toBe("End date must be after the start date");
  await shows(who, "window-wrong");
  await who.fills({ "Late from": "2027-11-15" });
  // The browser's own control may put the month first.
  await who.sees("Monday 15 November 2027");
  await who.presses("Add registration window");
  await who.seesHeading(/^2027\/2028/);

  await toCheckList();
  await who.follows(/^The schedule of fees has no line/);
  await who.page.getByRole("link", { name: "Add line of the schedule" }).last().click();
  await who.fills({ Label: "Tuition", Amount: "49000", "Place in the list": "1" });
  await who.presses("Add line of the schedule");
  await who.seesHeading("Tuition");

  await toCheckList();
  await who.sees(/^Nothing is missing/);
  await shows(who, "complete");
  await who.presses("Start admission");
  const dialog = await who.inDialog("Start admission to 2027/2028");
  await dialog.fills({ "Session code": "2026" });
  await dialog.presses("Start admission");
  await dialog.sees("Type 2027, the code of 2027/2028, to confirm");
  await looksRight(who, "start-admission");
  await dialog.fills({ "Session code": "2027" });
  await dialog.presses("Start admission");
  await who.sees("2027/2028 is the session that admits now");
  await shows(who, "admitting");
  const desk = await fetch(`${journey.url}/api/portal`);
  expect(await desk.json()).toMatchObject({ admission: { state: "open", session: { code: "2027" } } });
  await who.leaves();
}, 240_000);
