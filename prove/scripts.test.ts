import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { builtPages } from "../src/access/permission/permission.pages.rules.ts";
import { publicAddresses } from "../src/app/screens/addresses.contract.ts";
import { paperScreens } from "../src/app/screens/paper-routes.web.tsx";
import { applicantScreens } from "../src/app/screens/routes.web.tsx";
import { studentScreens } from "../src/app/student/student-routes.web.tsx";
import { postMail } from "../src/platform/mail/mail.server.ts";
import type { Person } from "../testing/browser.ts";
import { keepEvidence } from "../testing/evidence.ts";
import { type FullApplicant, fullApplicant } from "../testing/full-applicant.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { letterBox } from "../testing/letters.ts";
import { columnsShown, type Planted, plantScripts } from "../testing/planted-scripts.ts";
import { expectHarmless, payloads } from "../testing/script-payloads.ts";
import { type StaffMember, staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { type FullStudent, fullStudent } from "../testing/student.ts";
import { untilJobsRest } from "../testing/waiting.ts";

/** Columns that the walk does not show, each with where it goes instead. */
const shownNowhere: Readonly<Record<string, string>> = {
  "course_version.name": "only compulsory types are read of a course as it stood; its name is shown as it is now",
  "review.lgaoforigin":
    "a column of the list of applications that an officer adds to it; the file shows that of the form",
  "review.phonenumber":
    "a column of the list of applications that an officer adds to it; the file shows that of the form",
};

let journey: Journey;
let planted: Planted;
let applicant: FullApplicant;
let student: FullStudent;
let member: StaffMember;
beforeAll(async () => {
  // Mails are files, which the demonstration's own page shows.
  journey = await startJourney(inject("place"), { SMTP_URL: "" });
  const portal = { ...journey.portal, letters: letterBox(mails()) };
  applicant = await fullApplicant(portal, 7_300_001);
  student = await fullStudent(portal);
  // What a list of the office shows is there at least once.
  await fullApplicant(portal, 7_300_002);
  member = await staffMember(portal, { pages: builtPages.map(({ key }) => key) });
  planted = await plantScripts(portal.db);
}, 240_000);
afterAll(() => journey.stop());

/** How far one walk has come: the pages that were opened, the payloads and the columns that they showed. */
const walked = { pages: 0, texts: 0, columns: new Set<string>() };

/** Goes from page to page: nothing runs, nothing is asked of another site, and no element that a text describes has come to be. */
async function walks(
  who: Person,
  paths: readonly string[],
  further: (path: string) => Promise<readonly string[]> = nowhere,
) {
  const outside: string[] = [];
  who.page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(journey.url).origin) outside.push(request.url());
  });
  // A page about what this person has not says so.
  who.expects(/Failed to load resource: .*(?:40\d|409)|favicon/);
  for (const path of paths) {
    await visits(who, path);
    for (const more of await further(path)) await visits(who, more);
  }
  expect(outside).toEqual([]);
  await who.leaves();
}

const nowhere = async () => [];

async function visits(who: Person, path: string): Promise<void> {
  await who.opens(path);
  await who.page.locator("h1, h2, article").first().waitFor();
  await looks(who, path);
  if (await unfolds(who)) await looks(who, `${path}, unfolded`);
  const rooms = who.page.getByRole("tab");
  for (let nth = 0; nth < (await rooms.count()); nth += 1) {
    const room = rooms.nth(nth);
    if ((await room.getAttribute("aria-selected")) === "true") continue;
    await room.click();
    await looks(who, `${path}, room ${nth + 1}`);
  }
}

/** Opens whatever a page keeps folded; answers whether there was anything. */
const unfolds = (who: Person): Promise<boolean> =>
  who.page.evaluate(() => {
    const folds = [...document.querySelectorAll<HTMLElement>("main details:not([open]) > summary")];
    for (const fold of folds) fold.click();
    return folds.length > 0;
  });

/** Looks at what a page shows now, in its words and in its fields. */
async function looks(who: Person, what: string): Promise<void> {
  await who.page
    .waitForFunction(() => !document.querySelector("[aria-busy=true], .bone"), { timeout: 15_000 })
    .catch(() => undefined);
  await expectHarmless(who, what);
  const words = await who.page.evaluate(() =>
    [
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll<HTMLInputElement>("input, textarea")].map(({ value }) => value),
      ...[...document.querySelectorAll("option, [aria-label], [title]")].map(
        (one) => `${one.textContent} ${one.getAttribute("aria-label")} ${one.getAttribute("title")}`,
      ),
    ].join("\n"),
  );
  walked.pages += 1;
  walked.texts += words.split("alert(").length - 1;
  for (const column of columnsShown(planted, words)) walked.columns.add(column);
}

test("at least 120 payloads stand in every text that people read", () => {
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(120);
  expect(planted.columns.length).toBeGreaterThanOrEqual(60);
  expect(planted.columns).toEqual(
    expect.arrayContaining([
      ...["bio.homeaddress", "referee.homeaddress", "staff.lastname", "student.lastname"],
      ...["programme.name", "material.post", "mark_inquiry.question", "service_order.note"],
    ]),
  );
});

test("on the applicants' pages and papers", async () => {
  const ids = (path: string) => path.replace(/:\w+/, /receipt|slip/.test(path) ? applicant.rrr : applicant.application);
  const paths = [
    ...Object.keys(applicantScreens).map((screen) => `/app/${screen}`),
    ...Object.keys(paperScreens).map(ids),
  ];
  await walks(await journey.person({ signedIn: applicant }), paths);
});

test("on the public pages", async () => {
  await walks(
    await journey.person(),
    publicAddresses.map((path) => path.replace(/:\w+/, "unknown")),
  );
});

test("on the students' pages and papers", async () => {
  const who = await journey.person();
  const [name = "", value = ""] = student.cookie.split("=");
  await who.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  // A screen of one thing is told apart by what it reads first: that is what the student has one of.
  const paths = Object.entries(studentScreens).flatMap(([path, { reads }]) => {
    if (!path.includes(":")) return [path];
    const id = reads.map((read) => student.idFor(`/api${read}`)).find((found) => found !== undefined);
    return id ? [path.replace(/:\w+/, id)] : [];
  });
  expect(paths.length).toBeGreaterThan(Object.keys(studentScreens).length - 3);
  await walks(who, paths);
});

test("on every page of the office, on a record of each, and on what is linked from both", async () => {
  const pages = builtPages.filter(({ key, visible }) => visible && !key.includes("."));
  const who = await staffAt(journey, member);
  const paths: string[] = [];
  let withRecords = 0;
  for (const { key, link } of pages) {
    const records = await recordsOf(key);
    if (records.length > 0) withRecords += 1;
    paths.push(link, ...records.map((record) => `${link}/${record}`));
  }
  await walks(who, paths, (path) => below(who, path));
  expect(withRecords).toBeGreaterThanOrEqual(30);
}, 1_800_000);

const seen = new Set<string>();

/** Addresses of the office that this page leads to: one of each shape, of those that were not opened yet. */
async function below(who: Person, path: string): Promise<readonly string[]> {
  const links = await who.page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")].map((link) => link.getAttribute("href") ?? ""),
  );
  const found: string[] = [];
  for (const link of [path, ...links]) {
    const shape = link.replace(/\?.*|#.*/, "").replace(/[0-9a-f-]{36}|\d{12}/g, ":id");
    if (!link.startsWith("/staff/") || seen.has(shape)) continue;
    seen.add(shape);
    if (link !== path && builtPages.every((page) => page.link !== shape)) found.push(link);
  }
  return found;
}

/** Records of the list that a page begins with: the first, and after it each whose row holds a column's text that none before it holds. */
async function recordsOf(key: string): Promise<string[]> {
  const call = journey.portal.app.calls.find(
    ({ guard, url, methods }) =>
      guard === `staff:${key}` && methods.includes("GET") && /^\/api\/staff\/ms_\w+$/.test(url),
  );
  const { body } = call ? await member.get(call.url.replace("/api", "")) : { body: null };
  const rows: readonly { readonly _id: string }[] = body?.list ?? [];
  const told = new Set<string>();
  return rows.flatMap((row, place) => {
    const columns = columnsShown(planted, JSON.stringify(row)).filter((column) => !told.has(column));
    for (const column of columns) told.add(column);
    return row._id && (place === 0 || columns.length > 0) ? [row._id] : [];
  });
}

test("in mails, as their readers' programs and the demonstration's page show them", async (context) => {
  await letterOfPayloads();
  const names = readdirSync(mails()).filter((name) => name.endsWith(".eml"));
  const sources = names.map((name) => readFileSync(join(mails(), name), "utf8"));
  expect(names.length).toBeGreaterThan(3);
  expect(sources.some((source) => source.includes("alert("))).toBe(true);
  const reader = await journey.person();
  const asked: string[] = [];
  reader.page.on("request", (request) => asked.push(request.url()));
  for (const source of sources) {
    const { html } = await PostalMime.parse(source);
    await reader.page.setContent(html ?? "");
    await expectHarmless(reader, "a mail");
    expect(await reader.page.evaluate(() => document.querySelectorAll("script, iframe, img, link, form").length)).toBe(
      0,
    );
  }
  expect(asked).toEqual([]);
  await reader.leaves();
  await walks(await journey.person(), ["/mail"]);
  keepEvidence(context, {
    asked: "120 payloads in every text, on every page: 0 dialogs, 0 reports of the policy, 0 requests to another site",
    measured: `${payloads.length} payloads in ${planted.columns.length} columns; ${walked.columns.size} of these columns shown, ${walked.texts} times on ${walked.pages} pages; ${names.length} mails`,
  });
});

test("every text that was planted is shown somewhere, but for what no page shows", () => {
  const hidden = planted.columns.filter((column) => !walked.columns.has(column));
  expect(walked.texts).toBeGreaterThan(1_000);
  expect(hidden.sort()).toEqual(Object.keys(shownNowhere).sort());
});

const mails = () => join(journey.portal.config.dataDir, "mail");

/** A letter whose words are payloads, to somebody's address. */
async function letterOfPayloads(): Promise<void> {
  const letter = { recipient: "reader@example.com", subject: "<script>alert(1)</script>", text: payloads.join("\n") };
  await journey.portal.db.transaction().execute((trx) => postMail(trx, letter));
  await untilJobsRest(journey.portal);
}
