import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { DEMO_PASSWORD } from "../demo/staff.ts";
import type { Person } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { looksRightIn } from "../testing/look.ts";
import { passwordLinkOf } from "../testing/staff-account.ts";
import { chooses, menuOf, signsInAtDoor } from "../testing/staff-door.ts";

let journey: Journey;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
});
afterAll(() => journey.stop());

const ADDRESS = "ladi.musa@example.com";
const PASSWORD = "Cashew-Hill-19";

const looksRight = looksRightIn("administrator");

const cell = (who: Person, name: string) => who.page.getByRole("checkbox", { name, exact: true });

async function addsGroupAndPage(admin: Person): Promise<void> {
  await admin.opens("/staff/user-groups");
  await admin.follows("Add user group");
  await admin.fills({ Name: "Timetable office" });
  await admin.fills({ Reach: "Everything" });
  await looksRight(admin, "group-form");
  await admin.presses("Add user group");
  await admin.seesHeading("Timetable office");
  await admin.sees("Nobody belongs to this group.");
  await looksRight(admin, "group");

  await admin.opens("/staff/pages/new");
  await chooses(admin, "Page group", "rec", "Records");
  await admin.fills({
    Link: "https://timetable.example/week",
    Name: "Duty roster",
    Title: "The lectures of the week",
    "Place in the menu": "5",
  });
  await admin.picks("Visible", "Yes, in the menu");
  await admin.presses("Add page");
  await admin.seesHeading("Duty roster");
  await admin.sees("Nobody. Give it to a group or to a person.");
  await looksRight(admin, "page");
}

/** With the pointer, and with the keyboard alone. */
async function givesPages(admin: Person): Promise<void> {
  await admin.opens("/staff/group-permissions");
  await cell(admin, "Timetable office opens Duty roster").click();
  await admin.sees("Timetable office opens Duty roster");
  const colleges = cell(admin, "Timetable office opens Colleges");
  await colleges.focus();
  const { keyboard } = admin.page;
  await keyboard.press("Space");
  await admin.sees("Timetable office opens Colleges");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowRight");
  await keyboard.press("Space");
  await admin.sees("Timetable office changes Departments");
  for (const right of ["opens", "changes"])
    expect(await cell(admin, `Timetable office ${right} Departments`).getAttribute("aria-checked")).toBe("true");
  await cell(admin, "Administrators opens Colleges").focus();
  await keyboard.press("Space");
  await admin.sees(/Nobody raises their own rights/);
  expect(await cell(admin, "Administrators opens Colleges").getAttribute("aria-checked")).toBe("false");
  await looksRight(admin, "matrix");

  await admin.presses("Many pages at once");
  const many = await admin.inDialog("Many pages at once");
  await many.fills({ Group: "Auditors", "The pages of": "Structure" });
  await looksRight(admin, "matrix-many");
  await many.box.getByRole("button", { name: /^Give \d+ pages$/ }).click();
  await many.box.waitFor({ state: "detached" });
  await expect.poll(() => cell(admin, "Auditors changes Programmes").getAttribute("aria-checked")).toBe("true");

  await admin.page.getByRole("searchbox", { name: "Find a page" }).fill("roster");
  await expect.poll(() => admin.page.getByRole("rowheader").allTextContents()).toEqual(["Duty roster"]);
  await admin.page.reload();
  await admin.seesHeading("Group permissions");
  expect(await colleges.getAttribute("aria-checked")).toBe("true");
}

async function addsPerson(admin: Person): Promise<void> {
  await admin.opens("/staff/staff/new");
  await chooses(admin, "Department", "geo", "GEO Geography");
  await admin.fills({
    Title: "Mrs",
    "First name": "Ladi",
    "Last name": "Musa",
    "Folder number": "GCE/P/901",
    Status: "Active",
    "Email address": ADDRESS,
    "Phone number": "0803 123 4567",
    "Marital status": "Married",
    "Date of birth": "1988-07-14",
  });
  await admin.sees(/Retired and Left take every group, right and office away at once/);
  await looksRight(admin, "person-form");
  await admin.presses("Add member of staff");
  await admin.seesHeading("Mrs Ladi Musa");
  await admin.sees("This person can open no page of the console.");
  await admin.follows("Groups of this person");
  await admin.seesHeading("Group members");
  const form = admin.page.getByRole("region", { name: "New: group member" });
  await form.getByLabel("Staff").fill("ladi");
  await admin.page.getByRole("option", { name: "Mrs Ladi Musa" }).first().click();
  await form.getByLabel("Group").fill("time");
  await admin.page.getByRole("option", { name: "Timetable office" }).first().click();
  await admin.presses("Assign");
  await admin.sees("Group member added: Mrs Ladi Musa Timetable office");
}

test("an administrator makes a group, a page and a person, who then sees exactly that", async () => {
  const admin = await signsInAtDoor(journey, "administrator@demo.gurara.example", DEMO_PASSWORD);
  await admin.seesHeading("Welcome, Mr Ibrahim Musa");
  await admin.sees("Administrators", "Active staff");
  await looksRight(admin, "dashboard");
  await addsGroupAndPage(admin);
  await givesPages(admin);
  await addsPerson(admin);

  const guest = await journey.person();
  await guest.opens(`/staff/reset/${await passwordLinkOf(journey.portal, ADDRESS)}`);
  await guest.fills({ "New password": PASSWORD, "Confirm password": PASSWORD });
  await guest.presses("Save password");
  await guest.seesHeading("Staff sign-in");
  await guest.leaves();
  const ladi = await signsInAtDoor(journey, ADDRESS, PASSWORD);
  await ladi.seesHeading("Colleges");
  expect(await menuOf(ladi)).toEqual(["Colleges", "Departments", "Duty roster"]);
  await ladi.opens("/staff/departments");
  await ladi.sees("Add department");
  await ladi.opens("/staff/colleges");
  expect(await ladi.page.getByText("Add college").count()).toBe(0);
  await ladi.opens("/staff/staff");
  await ladi.seesHeading("You do not have access to this page");

  await admin.opens("/staff/staff?q=ladi");
  await admin.page.getByRole("link", { name: /Ladi/ }).first().click();
  await admin.sees("Through the group Timetable office", "Signing in", "Chosen");
  await looksRight(admin, "person");
  await admin.follows("Edit");
  await admin.fills({ Status: "Left" });
  await admin.presses("Save changes");
  await admin.sees("This person can open no page of the console.");
  await looksRight(admin, "left");
  ladi.expects(/401/);
  await ladi.page.getByRole("link", { name: "Departments" }).first().click();
  await ladi.seesHeading("Staff sign-in");
  await Promise.all([admin.leaves(), ladi.leaves()]);
});

test("an administrator decides a setting, and who decided it stands below", async () => {
  const admin = await signsInAtDoor(journey, "second.administrator@demo.gurara.example", DEMO_PASSWORD);
  await admin.opens("/staff/settings");
  admin.expects(/500/);
  const box = admin.page.getByRole("textbox", { name: "O-Level results needed" });
  await box.fill("40");
  const save = admin.page.getByRole("region", { name: "O-Level results needed" }).getByRole("button", { name: "Save" });
  await save.click();
  await admin.sees("O-Level results needed must be a whole number from 1 to 18");
  await box.fill("6");
  await save.click();
  await admin.sees("The usual value is: 5 results.");
  await admin.page.getByText(/^Changed .* by Mrs Grace Danladi$/).click();
  await admin.sees("6 results");
  await looksRight(admin, "settings");
  await admin.leaves();
});
