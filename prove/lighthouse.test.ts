import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type BrowserContext, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { browserOptions } from "../testing/browser.ts";
import { freePort } from "../testing/free-port.ts";
import { type Journey, startJourney } from "../testing/journey.ts";
import { type Walked, walk } from "../testing/walk.ts";

const run = promisify(execFile);

let journey: Journey;
let walked: Walked;
let context: BrowserContext;
let port: number;
const folder = mkdtempSync(join(tmpdir(), "portal-lighthouse-"));

beforeAll(async () => {
  journey = await startJourney(inject("place"));
  walked = await walk(journey.portal, 5);
  port = await freePort();
  // Lighthouse opens windows of its own, which share the storage of a browser that keeps one.
  context = await chromium.launchPersistentContext(folder, {
    ...browserOptions,
    args: [...browserOptions.args, `--remote-debugging-port=${port}`],
  });
});

afterAll(async () => {
  await context.close();
  await journey.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ["the sign-in page", "/"],
  ["the dashboard", "/app/dashboard"],
  ["the O-Level results", "/app/olevelresult"],
  ["the application slip", "/print/"],
])("%s is 100 of 100 for Lighthouse's accessibility", async (_, path) => {
  const page = await context.newPage();
  await page.goto(`${journey.url}/healthz`);
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem("isApplicant", token);
      localStorage.setItem("isApplicantData", user);
    },
    [walked.token, JSON.stringify({ firstname: walked.person.bio.firstname })] as const,
  );
  const address = `${journey.url}${path}${path === "/print/" ? walked.application : ""}`;
  const { stdout } = await run(process.execPath, ["prove/lighthouse/audit.mjs", address, String(port)]);
  await page.close();
  expect(JSON.parse(stdout)).toEqual({ address, fault: null, wrong: [], score: 1 });
});
