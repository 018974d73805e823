import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { DEMO_PASSWORD } from "../demo/staff.ts";
import { releaseWhatIsDue } from "../src/admission/offer/release-line/release-line.job.server.ts";
import { judgeReviews } from "../src/selection/review/review.job.server.ts";
import type { Person } from "../testing/browser.ts";
import { inDays } from "../testing/days.ts";
import { signedInAs } from "../testing/desk-people.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { lookAt, looksRightIn, settled } from "../testing/look.ts";
import { manyApplications } from "../testing/many-applications.ts";
import { staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { signsInAtDoor } from "../testing/staff-door.ts";
import { granted } from "../testing/walk.ts";

// One day of the demo college's desk: each person goes on where the last one stopped.

let journey: Journey;
let programme: string;
beforeAll(async () => {
  journey = await startJourney(inject("place"));
  const { db, app } = journey.portal;
  ({ _id: programme } = await db
    .selectFrom("programme")
    .select("_id")
    .where("code", "=", "NCE-BIO-CHE")
    .executeTakeFirstOrThrow());
  await manyApplications(app.portal.pool, { count: 40, programme });
  await db.updateTable("intake").set({ seats: 8 }).where("programme", "=", programme).execute();
  await judgeReviews.run(app);
}, 60_000);
afterAll(() => journey.stop());

const shows = async (who: Person, name: string) => {
  await settled(who.page);
  await lookAt(who.page, `desk-${name}`);
};
const looksRight = looksRightIn("desk");
const comesIn = (office: string) => signsInAtDoor(journey, `${office}@demo.gurara.example`, DEMO_PASSWORD);

/** Selects every row that the list finds. */
const selectsAll = async (who: Person) => {
  await settled(who.page);
  await who.page.getByRole("checkbox", { name: "Select this page" }).check();
};

test("a registrar reads a file, checks it with a key, and marks the rest that qualifies as checked", async () => {
  const who = await comesIn("registrar");
  await who.opens("/staff/applications?state=Submitted");
  await who.seesHeading("Applications");
  await looksRight(who, "applications");
  await who.page.locator("tbody .opener").first().click();
  await who.sees("What the programme asks for", "Documents", "Payments");
  await looksRight(who, "file");
  await who.page.keyboard.press("b");
  await who.presses("Stop checking");
  await who.page.getByRole("button", { name: "Begin checking" }).waitFor();
  await settled(who.page);
  await who.page.keyboard.press("c");
  await who.page.getByRole("button", { name: "Back to checking" }).waitFor();
  await shows(who, "file-checked");

  await who.opens("/staff/applications?state=Submitted&verdict=Qualifies");
  await selectsAll(who);
  await who.presses("Mark as checked");
  const dialog = await who.inDialog(/^Mark .* as checked\?$/);
  await shows(who, "check-many");
  await dialog.presses("Mark as checked");
  await dialog.box.waitFor({ state: "detached" });
  await who.opens("/staff/applications?state=Checked");
  await who.page.locator("tbody input[type=checkbox]").first().check();
  await who.presses("Back to checking");
  const back = await who.inDialog(/^Bring 1 application back to checking\?$/);
  await back.presses("They were marked by mistake.");
  await shows(who, "return-many");
  await back.presses("Back to checking");
  await back.box.waitFor({ state: "detached" });
  await who.leaves();
  const { rows } = await journey.portal.app.portal.pool.query(
    "select count(*)::int as n from portal.review where state = 'Checked'",
  );
  expect(rows[0].n).toBeGreaterThan(10);
}, 120_000);

test("who helps presses a usual reason instead of typing it", async () => {
  const who = await staffAt(journey, await staffMember(journey.portal, { pages: ["help-desk", "help-desk.change"] }));
  const { applicant } = await journey.portal.db.selectFrom("review").select("applicant").executeTakeFirstOrThrow();
  await who.opens(`/staff/help-desk/${applicant}`);
  await who.presses("Send a password link");
  const dialog = await who.inDialog(/^Mail .* a link to choose a password$/);
  await dialog.presses("They forgot the password.");
  await dialog.presses("They cannot sign in.");
  expect(await dialog.field("Reason").inputValue()).toBe("They cannot sign in.");
  await looksRight(who, "help-reason");
  await dialog.presses("Send a password link");
  await who.sees("They cannot sign in.");
  await who.leaves();
}, 120_000);

test("a head recommends the department's own in bulk, and one not, with words, where its file is read", async () => {
  const who = await comesIn("head.of.biology");
  await who.opens("/staff/recommendations?state=Checked");
  await who.seesHeading("Recommendations");
  await looksRight(who, "recommendations");
  await who.page.locator("tbody .opener").first().click();
  await who.sees("Open the file", "What the programme asks for");
  await looksRight(who, "recommendation");
  await who.follows("Open the file");
  await who.page.waitForURL(/\/staff\/applications\//);
  await who.sees("Next application", "What the programme asks for");
  await looksRight(who, "decide-in-file");
  await who.presses("Do not recommend");
  const no = await who.inDialog(/^Do not recommend /);
  await no.fills({ Reason: "Documents do not agree", "Reason in words": "The name on the certificate is another one" });
  await shows(who, "not-recommended");
  await no.presses("Do not recommend");
  await no.box.waitFor({ state: "detached" });
  await who.opens("/staff/recommendations?state=Checked");
  await selectsAll(who);
  await who.presses("Recommend");
  const yes = await who.inDialog(/^Recommend /);
  expect(await yes.field("Reason").inputValue()).toBe("Meets the requirements");
  await yes.presses("Recommend");
  await yes.box.waitFor({ state: "detached" });
  await who.opens("/staff/recommendations?state=Recommended");
  await shows(who, "recommended");
  await who.leaves();
}, 120_000);

test("the registrar ranks and proposes, the provost freezes, and offers go out at their minute", async () => {
  const registrar = await comesIn("registrar");
  await registrar.opens("/staff/merit-lists/new");
  await registrar.seesHeading(/^Merit list of/);
  await looksRight(registrar, "merit-what-if");
  await registrar.presses("Make the list");
  const making = await registrar.inDialog(/^Make a merit list/);
  await making.presses("Make the list");
  await making.box.waitFor({ state: "detached" });
  await registrar.seesHeading(/run 1/i);
  await looksRight(registrar, "merit-run");
  await registrar.presses("Propose");
  const proposing = await registrar.inDialog(/^Propose/);
  await proposing.presses("Propose");
  await proposing.box.waitFor({ state: "detached" });
  const address = new URL(registrar.page.url()).pathname;

  const provost = await comesIn("provost");
  await provost.opens(address);
  await provost.presses("Approve and freeze");
  const freezing = await provost.inDialog(/^Approve/);
  await freezing.presses("Approve and freeze");
  await freezing.box.waitFor({ state: "detached" });
  await looksRight(provost, "merit-frozen");

  await bringsCapsReturn(registrar);
  await registrar.opens(address);
  await looksRight(registrar, "merit-frozen-registrar");
  await registrar.follows("Release these");
  await registrar.seesHeading("New list");
  await registrar.fills({ "Name of the list": "First list" });
  await registrar.field("Merit list").locator("option").nth(1).waitFor({ state: "attached" });
  expect(await registrar.field("Merit list").inputValue()).toBe(address.split("/").at(-1));
  await shows(registrar, "release-new");
  await registrar.presses("Make the draft");
  await registrar.seesHeading(/First list/);
  await registrar.sees("6 of 8 are not approved on CAPS", "Names");
  await looksRight(registrar, "release-draft");
  await registrar.follows("Propose");
  await registrar.seesHeading(/Propose/);
  await registrar.sees("6 of 8 are not approved on CAPS");
  await registrar.fills({ "Goes out on": inAnHour() });
  await looksRight(registrar, "release-propose-minute");
  await registrar.page.getByRole("radio", { name: "As soon as it is approved" }).check();
  await registrar.field("Goes out on").waitFor({ state: "detached" });
  await shows(registrar, "release-propose");
  await registrar.presses("Propose");
  await registrar.page.waitForURL(/\/staff\/releases\/[^/]+$/);
  await registrar.sees("Proposed");
  const release = new URL(registrar.page.url()).pathname;

  await provost.opens(release);
  await provost.presses("Approve");
  const approving = await provost.inDialog(/^Approve/);
  await approving.box.getByText(/6 of 8 are not approved on CAPS/).waitFor();
  await shows(provost, "release-approve");
  await approving.presses(/^Approve \d+ offers$/);
  await approving.box.waitFor({ state: "detached" });
  await releaseWhatIsDue(journey.portal.app);
  await provost.opens(release);
  await provost.sees("Released");
  await looksRight(provost, "release-released");
  await provost.opens("/staff/dashboard");
  await looksRight(provost, "provost-dashboard");

  await registrar.opens("/staff/merit-lists/new");
  await registrar.presses("Make the list");
  const again = await registrar.inDialog(/^Make a merit list/);
  await again.presses("Make the list");
  await again.box.waitFor({ state: "detached" });
  await registrar.seesHeading(/run 2/i);
  await registrar.opens(`${new URL(registrar.page.url()).pathname}/compare?with=${address.split("/").at(-1)}`);
  await registrar.sees("How they were drawn", "Had a seat there, and none here");
  await looksRight(registrar, "merit-compare");
  await registrar.leaves();
  await provost.leaves();
}, 180_000);

/** What CAPS says of two of the eight, with a status of its own, a row without a number, and a title above. */
async function bringsCapsReturn(registrar: Person): Promise<void> {
  const seats = await journey.portal.db
    .selectFrom("merit_place")
    .innerJoin("review", "review._id", "merit_place.application")
    .select("review.jamb")
    .where("merit_place.outcome", "=", "Offer")
    .orderBy("merit_place.place")
    .execute();
  const [one, two, three, four] = seats.map(({ jamb }) => jamb);
  const file = [
    "ADMISSION STATUS, 2026/2027",
    "RG_NUM,STATUS",
    ...[`${one},Approved`, `${two},Accepted`, `${three},Not approved`, `${four},Recommended by HOI`, ",Approved"],
  ].join("\n");
  await registrar.opens("/staff/jamb-lists/import/caps");
  await registrar.seesHeading("Import CAPS return");
  await registrar.page
    .getByLabel("File")
    .setInputFiles({ name: "caps.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await registrar.presses("Check the file");
  await registrar.sees("What do these statuses mean?", "2 rows are wrong. The others can be imported without them");
  await looksRight(registrar, "caps-return-report");
  await registrar.page.getByLabel(/^Recommended by HOI/).selectOption("Pending");
  await registrar.presses("Check again");
  await registrar.sees("1 row is wrong. The others can be imported without it");
  const [mended] = await Promise.all([
    registrar.page.waitForEvent("download"),
    registrar.page.getByRole("link", { name: "Download this row to mend" }).click(),
  ]);
  expect(mended.suggestedFilename()).toBe("caps-to-mend.csv");
  await registrar.presses("Import the other 4 rows");
  await registrar.seesHeading("JAMB lists");
  await registrar.opens("/staff/jamb-lists/files");
  await looksRight(registrar, "jamb-files");
}

/** As the field of a time of Lagos takes it. */
const inAnHour = () => new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 16);

test("offers are accepted, one gets more time, and the registrar reads who has", async () => {
  const { db } = journey.portal;
  const offers = await db.selectFrom("offer").select(["application", "applicant"]).execute();
  expect(offers).toHaveLength(8);
  for (const { application, applicant } of offers.slice(0, 3)) {
    const me = await signedInAs(journey.portal, applicant);
    const { RRR } = (await granted(me.post("/ms_acceptance_fee_rrr", { application }))).body;
    await me.pays(RRR);
    expect((await granted(me.get(`/ms_acceptance_fee_rrr/verify/${RRR}`))).body.isverified).toBe(true);
  }
  const who = await comesIn("registrar");
  await who.opens("/staff/offers");
  await who.seesHeading("Offers");
  await looksRight(who, "offers");
  await who.opens(`/staff/offers/${offers[0]?.application}`);
  await who.sees("The usual letter");
  await who.follows("See the application");
  await who.sees("Where it stands", "The usual letter");
  await looksRight(who, "file-offered");
  await who.opens("/staff/jamb-lists");
  await who.sees("CAPS return");
  await who.presses("Compare now");
  await who.sees("Compared just now");
  await looksRight(who, "jamb-lists");
  await who.opens(`/staff/jamb-lists/differences?kind=${encodeURIComponent("Paid, not approved")}`);
  await who.page.locator("tbody .opener").first().click();
  await who.sees("What to do", "Settle these with JAMB first", "Notes");
  await looksRight(who, "difference");
  await who.fills({ Note: "Rang JAMB: it is approved on Monday" });
  await who.presses("Add note");
  await who.sees("Rang JAMB: it is approved on Monday");
  await who.opens("/staff/offers?standing=Waiting");
  await settled(who.page);
  await who.page
    .getByRole("checkbox", { name: /^Select / })
    .nth(1)
    .check();
  await who.presses("Extend");
  const more = await who.inDialog(/Extend/);
  await shows(who, "extend");
  await more.fills({ "New last day": inDays(40), Reason: "Was in hospital, with a letter" });
  await more.presses("Extend");
  await more.box.waitFor({ state: "detached" });
  await who.opens("/staff/offers/replace");
  await looksRight(who, "replacements");
  await who.leaves();
}, 120_000);
