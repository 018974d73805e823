import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { builtPages } from "#access/permission/permission.pages.rules.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(() => portal.stop());

const handbook = readFileSync("docs/operations.md", "utf8");
const statements = Array.from(handbook.matchAll(/```sql\n([\s\S]*?)```/g), ([, text = ""]) => text.trim());

test("the handbook gives the office statements to run", () => expect(statements.length).toBeGreaterThanOrEqual(2));

test("the clock starts what the portal does by itself, each at its time", async () => {
  const rounds = portal.app.nouns.flatMap(({ rounds = [] }) => rounds);
  expect(Object.fromEntries(rounds.map(({ name, cron }) => [name, cron]))).toEqual({
    // By UTC: in Lagos it is an hour later.
    "end-offer-conditions": "27 5 * * *",
    "follow-texts": "* * * * *",
    "offer-deferred-places": "*/5 * * * *",
    "forget-delivered-events": "41 1 * * *",
    "forget-old-uploads": "41 * * * *",
    "lapse-group-payments": "41 * * * *",
    "lapse-programme-moves": "23 * * * *",
    "mark-overdue-results": "*/10 * * * *",
    "remind-of-results": "*/10 6-18 * * *",
    "remind-of-what-is-missing": "0 7 * * *",
    "send-staff-digests": "20 5 * * *",
    "close-idle-staff-accounts": "50 4 * * *",
    "make-admission-statistics": "35 4 * * *",
    "find-duplicate-persons": "40 1 * * *",
    "tell-of-promised-days": "27 6-18 * * *",
    "tell-of-sms-ceiling": "*/10 * * * *",
    "wake-due-web-hooks": "* * * * *",
    "release-due": "* * * * *",
    "publish-results": "* * * * *",
    "judge-reviews": "* * * * *",
    "keep-retention-rules": "23 2 * * *",
    "keep-up-with-jamb": "*/5 * * * *",
    "look-for-national-needs": "*/15 * * * *",
    "mark-overdue-documents": "*/10 * * * *",
    "missed-notifications": "*/10 * * * *",
    "missed-payment-checks": "41 * * * *",
    "forget-viewers": "41 * * * *",
    sweep: "17 * * * *",
    "remind-of-documents": "*/10 6-18 * * *",
    "judge-registrations-again": "6,16,26,36,46,56 * * * *",
    "remind-of-score-sheets": "12 6-18 * * *",
    "remind-of-offers": "17 6-18 * * *",
    "reconcile-by-night": "0 1 * * *",
    "forget-dead-sessions": "23 1 * * *",
    "forget-dead-staff-sessions": "29 1 * * *",
    "forget-used-nonces": "29 1 * * *",
    "delete-unverified-accounts": "41 1 * * *",
    "drop-unattached-files": "41 1 * * *",
    "charge-late": "23 * * * *",
    "cancel-needless-references": "41 * * * *",
    "tell-of-bills": "*/5 * * * *",
    "tell-of-courses": "*/5 * * * *",
    "remind-of-instalments": "47 6 * * *",
    "lapse-offers": "7 5 * * *",
    "apply-status-changes": "3 * * * *",
    "remind-of-returns": "37 6 * * *",
    "tell-freed-places": "*/10 * * * *",
    "warn-of-attendance": "27 * * * *",
    "warn-of-attendance-everywhere": "37 2 * * *",
  });
  const { rows } = await portal.app.portal.pool.query("select identifier from graphile_worker._private_known_crontabs");
  const started = rows.map(({ identifier }) => identifier);
  expect(started).toEqual(expect.arrayContaining([...rounds.map(({ name }) => name), "look-for-impossible-states"]));
});

test.each(statements)("the database takes: %s", async (statement) => {
  const client = await portal.app.portal.pool.connect();
  try {
    await client.query("begin");
    await client.query(statement);
  } finally {
    await client.query("rollback");
    client.release();
  }
});

test("every page of the console that the runbook opens is there", () => {
  const runbook = readFileSync("docs/runbook.md", "utf8");
  const opened = Array.from(runbook.matchAll(/^- \*\*Open\*\*: \*([^*]+)\*/gm), ([, name = ""]) => name);
  expect(opened.length).toBeGreaterThanOrEqual(4);
  const titles = builtPages.map(({ name }) => name);
  expect(opened.filter((name) => !titles.includes(name))).toEqual([]);
  expect(runbook.match(/^## \d+\. /gm)).toHaveLength(10);
});

test("every page of the console and every chapter that an alert sends somebody to is there", () => {
  const alerts = readFileSync("operation/monitoring/alerts.yml", "utf8");
  const opened = Array.from(alerts.matchAll(/(?:\*([^*]+)\*)? in the console/g), ([, name = ""]) => name);
  expect(opened.length).toBeGreaterThanOrEqual(5);
  const titles = builtPages.map(({ name }) => name);
  expect(opened.filter((name) => !titles.includes(name))).toEqual([]);
  const chapters = Array.from(alerts.matchAll(/docs\/operations\.md, ([^.]+)\./g), ([, name = ""]) => name);
  expect(chapters.length).toBeGreaterThanOrEqual(2);
  expect(chapters.filter((name) => !handbook.includes(`## ${name}`))).toEqual([]);
});
