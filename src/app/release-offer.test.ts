import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Candidate, candidate } from "../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { compiled, refusalOf, sweep, temporaryFolder } from "../../testing/program.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(async () => {
  await portal.stop();
  await sweep();
});

/** The program beside the running portal, on its database; its code and its words. */
async function release(...words: string[]): Promise<[number | null, string]> {
  const { host, user } = inject("place");
  const url = `postgres://${user}@localhost/${portal.database}?host=${encodeURIComponent(host)}`;
  const child = spawn(process.execPath, ["src/app/release-offer.server.ts", ...words], {
    env: {
      PATH: process.env.PATH,
      ...compiled,
      DATA_DIR: temporaryFolder(),
      DATABASE_URL: url,
      PUBLIC_URL: portal.url,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  return [code, said.trim()];
}

const seen = async (one: Candidate) => (await one.get("/ms_applications")).body[0];

test("releases one offer from the command line, and says to whom, for what and until when", async () => {
  const one = await candidate(portal);
  const [code, said] = await release(one.code, "1");
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(
      /^Provisional Admission to .+ is released to Aisha Bello, to be accepted by .+\nIt is not approved on CAPS: no CAPS return/,
    ),
  ]);
  expect(await seen(one)).toMatchObject({ status: 1, due: expect.any(String) });
  expect(await release(one.code, "2")).toEqual([1, expect.stringContaining("has an offer already")]);
});

test("a conditional offer takes the condition that was typed", async () => {
  const one = await candidate(portal);
  const [code] = await release(one.code, "2", "Bring", "your", "NECO", "result");
  expect(code).toBe(0);
  expect(await seen(one)).toMatchObject({ status: 2, reason: "Bring your NECO result" });
});

test.each([
  [[], "Usage: npm run release-offer"],
  [["2026/NCE/2222-2222"], "Usage: npm run release-offer"],
  [["2026/NCE/2222-2222", "3"], "Usage: npm run release-offer"],
  [["2026/NCE/2222-2222", "1"], "No application has the code 2026/NCE/2222-2222"],
  [["2026/NCE/2222-2222", "1", "when"], "A provisional offer (1) has no condition"],
])("%j is refused in one sentence, with code 1", async (words, sentence) => {
  const [code, said] = await release(...words);
  expect([code, said.startsWith(sentence)]).toEqual([1, true]);
  expect(said).not.toContain("    at ");
});

test("a folder without a portal is named", async () => {
  const command = [process.execPath, "src/app/release-offer.server.ts", "2026/NCE/2222-2222", "1"];
  expect(await refusalOf({ DATA_DIR: temporaryFolder() }, { command })).toEqual([
    1,
    expect.stringContaining("holds no portal yet"),
  ]);
});
