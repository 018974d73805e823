import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, type TestContext, test } from "vitest";
import { keepEvidence } from "../../../testing/evidence.ts";

const rules = readFileSync("operation/monitoring/alerts.yml", "utf8");
const drills = readFileSync("operation/monitoring/alerts.test.yml", "utf8").split(/^ {2}- name: /m);
const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name = ""]) => name);

/** What Prometheus says of a file of rules or of their drills. */
function promtool(skip: TestContext["skip"], ...command: string[]) {
  const { status, stdout, stderr, error } = spawnSync("promtool", command, { encoding: "utf8" });
  skip(error !== undefined, "there is no promtool: apt-get install -y --no-install-recommends prometheus");
  return { status, stdout, stderr };
}

test("Prometheus takes the rules", ({ skip }) => {
  const { status, stdout, stderr } = promtool(skip, "check", "rules", "operation/monitoring/alerts.yml");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`SUCCESS: ${alerts.length} rules found`);
});

test("each alert fires by what it is for, alone and not too early, and is quiet by what nearly is", (context) => {
  const { status, stdout } = promtool(context.skip, "test", "rules", "operation/monitoring/alerts.test.yml");
  expect([status, stdout]).toEqual([0, expect.stringContaining("SUCCESS")]);
  keepEvidence(context, {
    asked: "each alert fires in time, and for nothing else",
    measured: `${alerts.length} alerts in ${drills.length - 1} drills`,
  });
});

test("each alert has a drill in which it fires and one in which none does", () => {
  expect(alerts.length).toBeGreaterThan(15);
  const firing = alerts.filter((name) => drills.some((drill) => drill.includes(`labels: '{alertname="${name}"}'`)));
  expect(firing).toEqual(alerts);
  const quiet = (name: string) =>
    drills.some((drill) => drill.startsWith(`"${name} is quiet: `) && !drill.includes("alertname="));
  expect(alerts.filter(quiet)).toEqual(alerts);
});
