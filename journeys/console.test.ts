import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { newId } from "../src/platform/database/id.server.ts";
import { type Person, phone } from "../testing/browser.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { axeFindings, lookAt, overflowAt320 } from "../testing/look.ts";
import { type StaffMember, staffMember } from "../testing/staff.ts";
import { STAFF_PASSWORD, staffWithPassword } from "../testing/staff-account.ts";
import { staffAt } from "../testing/staff-browser.ts";

let journey: Journey;
let registrar: StaffMember;
const pages = ["colleges", "colleges.change", "departments", "departments.change"] as const;

beforeAll(async () => {
  journey = await startJourney(inject("place"));
  registrar = await staffMember(journey.portal, { pages, firstname: "Halima", lastname: "Yusuf" });
});

afterAll(() => journey.stop());

const search = (who: Person) => new URL(who.page.url()).search;
const reaches = (who: Person, search: string | RegExp) =>
  who.page.waitForURL((url) => (typeof search === "string" ? url.search === search : search.test(url.search)));
const rows = (who: Person) => who.page.getByRole("table").locator("tbody tr");
const firstWord = (element: HTMLElement) => element.firstChild?.textContent ?? "";
const codes = (who: Person) =>
  rows(who)
    .locator("a")
    .evaluateAll((all) => all.map((one) => one.firstChild?.textContent));
const press = async (who: Person, ...keys: string[]) => {
  for (const key of keys) await who.page.keyboard.press(key);
};

async function opensList(who: Person, query = ""): Promise<void> {
  await who.opens(`/staff/departments${query}`);
  await who.seesHeading("Departments");
  await rows(who).first().waitFor();
}

/** Departments of one college that nothing uses. */
async function sixtyDepartments(): Promise<string> {
  const { db } = journey.portal;
  const college = newId();
  await db
    .insertInto("college")
    .values({ _id: college, code: "ZZZ", name: "Zone of Trial", status: true, isacademic: true })
    .execute();
  const many = Array.from({ length: 60 }, (_, n) => ({
    _id: newId(),
    college,
    code: `Z${n + 10}`,
    name: `Trial ${n + 10}`,
    status: true,
    isacademic: true,
  }));
  await db.insertInto("department").values(many).execute();
  return college;
}

test("a list is searched, walked and opened with the keyboard alone, and Back goes back to it", async () => {
  const who = await staffAt(journey, registrar);
  await opensList(who);
  await press(who, "/");
  await who.page.keyboard.type("educ");
  await reaches(who, "?q=educ");
  await who.page.waitForFunction(() => document.querySelector("table[aria-busy=false]"));
  await who.page.locator("h1").click();
  await press(who, "j", "j", "k", "j", "x");
  await who.sees("1 selected");
  const second = await rows(who).nth(1).locator("a").evaluate(firstWord);
  const third = await rows(who).nth(2).locator("a").evaluate(firstWord);
  await press(who, "Enter");
  await who.seesHeading(new RegExp(`^${second} `));
  await press(who, "]");
  await who.seesHeading(new RegExp(`^${third} `));
  await press(who, "[");
  await who.seesHeading(new RegExp(`^${second} `));
  await press(who, "e");
  await who.seesHeading(/^Edit /);
  await who.page.goBack();
  await who.page.goBack();
  await who.seesHeading("Departments");
  expect(search(who)).toBe("?q=educ");
  await who.leaves();
});

test("filters, order and page stand in the address, which shows another person the same", async () => {
  const college = await sixtyDepartments();
  const who = await staffAt(journey, registrar);
  await opensList(who);
  await who.page.getByRole("combobox", { name: "College" }).fill("zone");
  await who.page.getByRole("option", { name: "ZZZ Zone of Trial" }).click();
  await reaches(who, `?college=${college}`);
  await who.fills({ Status: "Active" });
  await who.page.getByRole("link", { name: "Code" }).click();
  await who.page.getByRole("link", { name: "Code" }).click();
  await reaches(who, `?college=${college}&status=true&sort=-code`);
  await who.sees("1–50 of 60");
  await who.page.getByRole("link", { name: "Next" }).click();
  await who.sees("51–60 of 60");
  const here = `${new URL(who.page.url()).pathname}${search(who)}`;
  const other = await staffAt(journey, await staffMember(journey.portal, { pages: ["departments"] }));
  await other.opens(here);
  await rows(other).first().waitFor();
  expect(await codes(other)).toEqual(await codes(who));
  expect(await other.page.getByRole("combobox", { name: "College" }).inputValue()).toBe("ZZZ Zone of Trial");
  expect(await other.page.getByRole("link", { name: "Add department" }).count()).toBe(0);
  await other.leaves();
  await who.page.goBack();
  await who.sees("1–50 of 60");
  await who.fills({ Status: "Inactive" });
  await who.seesHeading("Nothing found");
  await who.page.getByRole("link", { name: "Clear filters" }).first().click();
  await rows(who).first().waitFor();
  expect(search(who)).toBe("?sort=-code");

  // Everything that the list finds, on each of its pages.
  await opensList(who, `?college=${college}`);
  await who.page.getByRole("checkbox", { name: "Select this page" }).check();
  await who.presses("Select all 60 matching");
  await who.presses("Deactivate");
  const asking = await who.inDialog("Deactivate 60 departments?");
  await lookAt(who.page, "console-bulk");
  await asking.presses("Deactivate 60 departments");
  await rows(who).first().getByText("Inactive").waitFor();
  const left = journey.portal.db.selectFrom("department").select("_id").where("college", "=", college);
  expect(await left.where("status", "=", true).execute()).toEqual([]);
  await who.leaves();
});

test("what a list shows is kept as a view, which tells when it was changed", async () => {
  const who = await staffAt(journey, registrar);
  await opensList(who, "?status=true&sort=-name");
  await who.presses("Save view");
  const saving = await who.inDialog("Save view");
  await saving.fills({ Name: "Active, last first" });
  await saving.presses("Save view");
  const tab = who.page.getByRole("link", { name: "Active, last first" });
  await tab.and(who.page.locator("[aria-current=page]")).waitFor();
  await who.page.getByRole("link", { name: "Code" }).click();
  await who.page.getByRole("link", { name: /Active, last first ?, changed and not saved/ }).waitFor();
  await lookAt(who.page, "console-views");
  await who.page.getByRole("link", { name: "All", exact: true }).click();
  await reaches(who, "");
  await tab.click();
  await reaches(who, /^\?status=true&sort=-name&view=/);
  await who.presses("Forget the view Active, last first");
  await (await who.inDialog(/Forget the view/)).presses("Forget view");
  await tab.waitFor({ state: "detached" });
  await who.leaves();
});

test("two people edit one record: both texts are shown, and nothing typed is lost", async () => {
  const { body } = await registrar.get("/staff/ms_department?q=chemistry");
  const [{ _id, college, code, isacademic }] = body.list;
  const who = await staffAt(journey, registrar);
  who.expects(/409/);
  await who.opens(`/staff/departments/${_id}/edit`);
  await who.field("Name").waitFor();
  const bello = await staffMember(journey.portal, { pages, firstname: "Bello", lastname: "Garba" });
  const saved = { college: college._id, code: "CHEM", name: "Chemical Sciences", status: true, isacademic };
  expect((await bello.put(`/staff/ms_department/${_id}`, saved)).body.type).toBe("success");
  await who.fills({ Name: "Pure Chemistry" });
  await who.presses("Save changes");
  await who.sees("Mrs Bello Garba saved this record just now");
  const choosing = who.page.getByRole("group", { name: "Name" });
  expect(await choosing.getByRole("radio", { name: /Keep mine: Pure Chemistry/ }).isChecked()).toBe(true);
  expect(await who.page.getByRole("radio", { name: /Saved now: CHEM/ }).isChecked()).toBe(true);
  expect(await who.field("Code").inputValue()).toBe("CHEM");
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "console-conflict");
  await choosing.getByRole("radio", { name: /Saved now/ }).check();
  expect(await who.field("Name").inputValue()).toBe("Chemical Sciences");
  await who.presses("Keep all of mine");
  expect([await who.field("Name").inputValue(), await who.field("Code").inputValue()]).toEqual([
    "Pure Chemistry",
    code,
  ]);
  await who.presses("Save changes");
  await who.seesHeading(`${code} Pure Chemistry`);
  await who.sees("Chemical Sciences");
  await lookAt(who.page, "console-record");
  await who.leaves();
});

test("who leaves a form unsaved is asked, and finds what was typed after a new sign-in too", async () => {
  const member = await staffWithPassword(journey.portal, { pages });
  const who = await staffAt(journey, member);
  who.expects(/401/);
  await opensList(who);
  await press(who, "n");
  await who.seesHeading("Add department");
  await who.fills({ Code: "GLG", Name: "Geology" });
  await who.page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Colleges" }).click();
  const asking = await who.inDialog("Leave without saving?");
  await asking.presses("Stay here");
  expect(await who.field("Name").inputValue()).toBe("Geology");
  await who.page.goBack();
  await (await who.inDialog("Leave without saving?")).presses("Leave, and keep it for later");
  await who.seesHeading("Departments");
  await who.page.getByRole("link", { name: "Add department" }).click();
  await who.sees("Draft restored");
  expect(await who.field("Code").inputValue()).toBe("GLG");

  await journey.portal.db.deleteFrom("staff_session").where("staff", "=", member._id).execute();
  await who.page.getByRole("combobox", { name: "College" }).fill("sci");
  await who.seesHeading("Staff sign-in");
  await reaches(who, "?from=%2Fstaff%2Fdepartments%2Fnew");
  await who.fills({ "Email Address": member.emailaddress, Password: STAFF_PASSWORD });
  await who.presses("Sign in");
  await who.seesHeading("Add department");
  await who.sees("Draft restored");
  expect([await who.field("Code").inputValue(), await who.field("Name").inputValue()]).toEqual(["GLG", "Geology"]);
  await who.presses("Add department");
  expect(await who.errorOf("College")).toBe("College is required");
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "console-form");
  await who.page.getByRole("combobox", { name: "College" }).fill("sci");
  await who.page.getByRole("option", { name: "SSCI School of Sciences" }).click();
  await who.picks("Academic", "Yes, it teaches");
  await who.presses("Add department");
  await who.seesHeading("GLG Geology");
  await who.presses("Deactivate");
  const ceasing = await who.inDialog("Deactivate GLG Geology?");
  await ceasing.presses("Deactivate department");
  await who.page.getByRole("button", { name: "Activate", exact: true }).waitFor();
  await who.presses("Delete");
  const leaving = await who.inDialog("Delete GLG Geology");
  await leaving.fills({ "Type Delete to confirm": "Delete" });
  await leaving.presses("Delete Record");
  await who.seesHeading("Departments");
  await who.leaves();
});

test("an import tells each wrong row, and does nothing before its reader has seen what it would do", async () => {
  const who = await staffAt(journey, registrar);
  await opensList(who);
  await who.presses("Import");
  const dialog = await who.inDialog("Import departments");
  const file = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  const head = "Code,Name,College,Status,Academic\r\n";
  const choose = dialog.box.getByLabel("File", { exact: true });
  await choose.setInputFiles(
    file("bad.csv", `${head}QQA,Quarrying,SSCI,Active,Yes\r\nQQB,Queues,Nowhere,Active,Yes\r\n`),
  );
  await dialog.presses("Check the file");
  await dialog.sees("Row 3:", "College Nowhere was not found", "The others can be imported without it");
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "console-import");
  await choose.setInputFiles(
    file("some.csv", `${head}QQC,Quiet,SSCI,Active,Yes\r\nQQD,Questions,SSCI,Active,Perhaps\r\n`),
  );
  await dialog.presses("Check the file");
  await dialog.sees("Academic Perhaps is not known: write Yes or No");
  await dialog.presses("Import the other 1 department");
  const after = await who.inDialog("Imported, with rows left out");
  await after.sees("1 added, 0 changed, 0 as they were. 1 row was left out");
  await lookAt(who.page, "console-import-left");
  const [mended] = await Promise.all([
    who.page.waitForEvent("download"),
    after.box.getByRole("link", { name: "Download this row to mend" }).click(),
  ]);
  expect(mended.suggestedFilename()).toBe("department-to-mend.csv");
  await after.presses("Close");
  await who.presses("Import");
  await choose.setInputFiles(file("good.csv", `${head}QQA,Quarrying,SSCI,Active,Yes\r\n`));
  await dialog.presses("Check the file");
  await dialog.sees("Nothing is imported yet");
  expect((await registrar.get("/staff/ms_department?q=quarrying")).body.total).toBe(0);
  await dialog.presses("Import 1 department");
  await dialog.box.waitFor({ state: "detached" });
  expect((await registrar.get("/staff/ms_department?q=quarrying")).body.total).toBe(1);
  await who.leaves();
});

test("the palette leads to pages and records, and single keys can be switched off", async () => {
  const who = await staffAt(journey, registrar);
  await opensList(who);
  await press(who, "Control+k");
  await who.page.getByRole("dialog", { name: "Go to" }).waitFor();
  await who.page.keyboard.type("biology");
  await who.page.getByRole("option", { name: /BIO Biology/ }).waitFor();
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "console-palette");
  await press(who, "Enter");
  await who.seesHeading("BIO Biology");
  await press(who, "Control+k");
  await who.page.keyboard.type("coll");
  await press(who, "Enter");
  await who.seesHeading("Colleges");
  await rows(who).first().waitFor();
  await press(who, "?");
  const help = await who.inDialog("Keys");
  await lookAt(who.page, "console-keys");
  await help.box.getByRole("checkbox").uncheck();
  await press(who, "Escape", "n", "?");
  await who.page.reload();
  await rows(who).first().waitFor();
  await press(who, "n", "/");
  expect(new URL(who.page.url()).pathname).toBe("/staff/colleges");
  expect(await who.page.evaluate(() => document.activeElement?.tagName)).not.toBe("INPUT");
  await who.leaves();
});

test("what one may not do is not there, and a direct address says whom to ask", async () => {
  const who = await staffAt(journey, await staffMember(journey.portal, { pages: ["colleges"] }));
  await who.opens("/staff");
  await who.opens("/staff/dashboard");
  await who.seesHeading("Colleges");
  const menu = who.page.getByRole("navigation", { name: "Pages" });
  expect(await menu.getByRole("link").allInnerTexts()).toEqual(["Colleges"]);
  await menu.locator("summary").click();
  await menu.getByRole("link").waitFor({ state: "hidden" });
  await who.page.reload();
  await who.seesHeading("Colleges");
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "Colleges" }).waitFor();
  await rows(who).first().getByRole("link").click();
  await who.seesHeading("History");
  expect(await who.page.getByRole("button", { name: /Edit|Delete|Deactivate/ }).count()).toBe(0);
  for (const path of ["/staff/departments", "/staff/departments/new", "/staff/colleges/new"]) {
    await who.opens(path);
    await who.seesHeading("You do not have access to this page");
    await who.sees("ask an administrator");
  }
  await who.opens("/staff/nothing-here");
  await who.seesHeading("Page not found");
  await who.leaves();
});

test("on a phone filters unfold, and a row is a card of three lines at most, which keeps its headings", async () => {
  const who = await staffAt(journey, registrar, phone);
  await opensList(who, "?q=b");
  const status = who.page.getByLabel("Status", { exact: true });
  expect(await status.isVisible()).toBe(false);
  const first = rows(who).first();
  const { y = 0, height = 0 } = (await first.boundingBox()) ?? {};
  expect(y + height).toBeLessThan(phone.height);
  expect(height).toBeLessThanOrEqual(88);
  const headings = await who.page.getByRole("columnheader").count();
  expect([headings, await first.getByRole("cell").count()]).toEqual([7, 7]);

  await who.presses("Filters");
  await status.selectOption("Active");
  await reaches(who, "?q=b&status=true");
  await who.page.getByRole("button", { name: "Filters (1)", exact: true }).waitFor();
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "console-cards");
  // Beside the box, as a thumb meets it.
  await first
    .getByRole("cell")
    .first()
    .click({ position: { x: 6, y: 6 } });
  await who.page.getByText("1 selected").waitFor();
  const code = await first.locator("a").evaluate(firstWord);
  await first.click({ position: { x: 200, y: 60 } });
  await who.page.getByRole("heading", { level: 1, name: code }).waitFor();
  await who.leaves();
});

test("every kind of screen is accessible, light and dark, and only its table is wider than 320 px", async () => {
  const all = [...pages, "audit", "exports", "mails", "group-members", "group-members.change"] as const;
  const who = await staffAt(journey, await staffMember(journey.portal, { pages: all }));
  const { body } = await registrar.get("/staff/ms_department?q=biology");
  const screens = {
    list: "/staff/departments",
    record: `/staff/departments/${body.list[0]._id}`,
    form: "/staff/departments/new",
    assignment: "/staff/group-members",
    listing: "/staff/audit",
    exports: "/staff/exports",
    mails: "/staff/mails",
  };
  for (const [name, path] of Object.entries(screens)) {
    await who.opens(path);
    await who.page.getByRole("heading", { level: 1 }).waitFor();
    await who.page.waitForFunction(() => !document.querySelector("[aria-busy=true], .bone"));
    expect([name, await axeFindings(who.page), await overflowAt320(who.page)]).toEqual([name, [], 0]);
    await lookAt(who.page, `console-${name}`);
  }
  await who.page.setViewportSize({ width: 360, height: 740 });
  await who.opens("/staff/departments");
  await who.presses("Menu");
  await who.page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Colleges" }).waitFor();
  expect(await axeFindings(who.page)).toEqual([]);
  await lookAt(who.page, "console-drawer");
  await who.page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Colleges" }).click();
  await who.seesHeading("Colleges");
  expect(await who.page.getByRole("dialog").count()).toBe(0);
  await who.leaves();
});
