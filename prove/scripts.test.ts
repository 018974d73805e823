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
import { type Planted, plantScripts } from "../testing/planted-scripts.ts";
import { expectHarmless, payloads } from "../testing/script-payloads.ts";
import { type StaffMember, staffMember } from "../testing/staff.ts";
import { staffAt } from "../testing/staff-browser.ts";
import { type FullStudent, fullStudent } from "../testing/student.ts";
import { untilJobsRest } from "../testing/waiting.ts";

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

/** Opens each page: nothing runs, nothing is asked of another site, and no element that a text describes has come to be. */
async function walks(
  who: Person,
  paths: readonly string[],
): Promise<{ readonly pages: number; readonly texts: number }> {
  const outside: string[] = [];
  who.page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== new URL(journey.url).origin) outside.push(request.url());
  });
  // A page about what this person has not says so.
  who.expects(/Failed to load resource: .*(?:40\d|409)|favicon/);
  let texts = 0;
  for (const path of paths) {
    await who.opens(path);
    await who.page.locator("h1, h2, article").first().waitFor();
    await who.page
      .waitForFunction(() => !document.querySelector("[aria-busy=true], .bone"), { timeout: 15_000 })
      .catch(() => undefined);
    await expectHarmless(who, path);
    texts += await who.page.evaluate(() => document.body.innerText.split("alert(").length - 1);
  }
  expect(outside).toEqual([]);
  await who.leaves();
  return { pages: paths.length, texts };
}

const walked = { pages: 0, texts: 0 };
async function counted(done: Promise<{ readonly pages: number; readonly texts: number }>): Promise<void> {
  const { pages, texts } = await done;
  walked.pages += pages;
  walked.texts += texts;
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
  await counted(walks(await journey.person({ signedIn: applicant }), paths));
});

test("on the public pages", async () => {
  await counted(
    walks(
      await journey.person(),
      publicAddresses.map((path) => path.replace(/:\w+/, "unknown")),
    ),
  );
});

test("on the students' pages and papers", async () => {
  const who = await journey.person();
  const [name = "", value = ""] = student.cookie.split("=");
  await who.context.addCookies([{ name, value, url: journey.url, httpOnly: true, sameSite: "Strict" }]);
  const paths = Object.keys(studentScreens).flatMap((path) => {
    if (!path.includes(":")) return [path];
    const id = student.idFor(`/api${path}`);
    return id ? [path.replace(/:\w+/, id)] : [];
  });
  await counted(walks(who, paths));
});

test("on every page of the office, and on the first record of each", async () => {
  const paths: string[] = [];
  for (const { key, link, visible } of builtPages) {
    if (!visible || key.includes(".")) continue;
    paths.push(link);
    const noun = await firstOf(key);
    if (noun) paths.push(`${link}/${noun}`);
  }
  await counted(walks(await staffAt(journey, member), paths));
}, 900_000);

/** A record of the list that a page begins with. */
async function firstOf(key: string): Promise<string | undefined> {
  const call = journey.portal.app.calls.find(
    ({ guard, url, methods }) =>
      guard === `staff:${key}` && methods.includes("GET") && /^\/api\/staff\/ms_\w+$/.test(url),
  );
  const { body } = call ? await member.get(call.url.replace("/api", "")) : { body: null };
  return body?.list?.[0]?._id;
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
  await counted(walks(await journey.person(), ["/mail"]));
  keepEvidence(context, {
    asked: "120 payloads in every text, on every page: 0 dialogs, 0 reports of the policy, 0 requests to another site",
    measured: `${payloads.length} payloads in ${planted.columns.length} columns; shown ${walked.texts} times on ${walked.pages} pages; ${names.length} mails`,
  });
});

const mails = () => join(journey.portal.config.dataDir, "mail");

/** A letter whose words are payloads, to somebody's address. */
async function letterOfPayloads(): Promise<void> {
  const letter = { recipient: "reader@example.com", subject: "<script>alert(1)</script>", text: payloads.join("\n") };
  await journey.portal.db.transaction().execute((trx) => postMail(trx, letter));
  await untilJobsRest(journey.portal);
}
