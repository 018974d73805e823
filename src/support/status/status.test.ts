import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { processesIn, startProgram, stopProgram, sweep, temporaryFolder } from "../../../testing/program.ts";
import { staffMember } from "../../../testing/staff.ts";
import { headline, type Known, partsOf } from "./status.rules.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(async () => {
  await portal.stop();
  await sweep();
});

const page = async (url = portal.url) => {
  const reply = await fetch(`${url}/status`);
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};

const works: Known = { database: true, providerSilent: false, mailsStuck: false, smsStuck: null };
const troubled = (known: Partial<Known>) => partsOf({ ...works, ...known }).filter((part) => !part.works);

test("everybody reads without a sign-in that everything works, on a page of some kB without a script", async () => {
  const { status, headers, text } = await page();
  expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=10"]);
  expect(text).toContain("<h1>Everything works</h1>");
  expect(text).not.toContain("<script");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(text.length).toBeLessThan(4_000);
});

test.each([
  [{ database: false }, ["The portal"], /Nothing that you sent before is lost/],
  [{ providerSilent: true }, ["Payments"], /Do not pay again/],
  [{ mailsStuck: true }, ["Mails"], /Ask for a code once/],
  [{ smsStuck: true }, ["SMS"], /in your mail/],
] as const)("%o is said of its part, with what to do", (known, parts, sentence) => {
  const found = troubled(known);
  expect(found.map(({ what }) => what)).toEqual(parts);
  expect(found[0]?.sentence).toMatch(sentence);
  expect(headline(partsOf({ ...works, ...known }), 0)).toBe("Something does not work");
});

test("SMS are named by a college alone that sends some", () => {
  expect(partsOf(works).map(({ what }) => what)).not.toContain("SMS");
  expect(partsOf({ ...works, smsStuck: false }).map(({ what }) => what)).toContain("SMS");
});

test("mails that wait while none goes out are late; a few that their receivers put off are not", async () => {
  const other = await startPortal(inject("place"));
  const wait = (count: number) =>
    other.app.portal.pool.query(`insert into portal.outgoing_mail (_id, recipient, subject, body, state, "createdAt")
      select gen_random_uuid(), 'a@example.com', 's', 'b', 'waiting', now() - interval '20 minutes' from generate_series(1, ${count})`);
  await wait(4);
  expect((await page(other.url)).text).toContain("Everything works");
  await wait(1);
  await expect.poll(async () => (await page(other.url)).text, { timeout: 20_000 }).toContain("Mails go out late");
  // Nothing of a person stands there.
  expect((await page(other.url)).text).not.toContain("example.com");
  await other.stop();
});

test("the staff's words for this page stand there and on no other", async () => {
  const writer = await staffMember(portal, { pages: ["banners", "banners.change"] });
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");
  const words = "Receipts of today come tomorrow.";
  const form = { text: words, kind: "Information", places: ["Status page"], starts: at(-1), ends: at(2) };
  expect((await writer.post("/staff/ms_banner", form)).body).toMatchObject({ type: "success" });
  await expect.poll(async () => (await page()).text, { timeout: 20_000 }).toContain(words);
  expect((await page()).text).toContain("<h1>Everything works, with a notice</h1>");
});

test("while the database is away the page stands and says so", async () => {
  const dataDir = temporaryFolder();
  const program = await startProgram({ DATA_DIR: dataDir });
  await program.ready;
  // The first one first: what it makes meanwhile is found by the second look.
  const folder = join(dataDir, "postgres");
  for (const pid of processesIn(folder)) process.kill(pid, "SIGSTOP");
  const database = processesIn(folder);
  for (const pid of database) process.kill(pid, "SIGSTOP");
  try {
    const { status, text } = await page(program.url);
    expect([status, text]).toEqual([200, expect.stringContaining("<h1>Something does not work</h1>")]);
    expect(text).toContain("nothing is to be paid again");
  } finally {
    for (const pid of database) process.kill(pid, "SIGCONT");
  }
  await stopProgram(program);
});
