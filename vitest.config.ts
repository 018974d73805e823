import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./testing/longest-first.ts";

// Many tests wait for what takes its time; beside others they take longer still, and none is wrong for it.
const pool = {
  pool: "forks",
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
} as const;

const tests = "{src,sandbox,tools,testing,demo}/**/*.test.{ts,tsx}";

/** Those that ask for no database: they have the answer in two seconds. */
const rules = globSync(tests).filter(
  (file) => !/\binject\(|Cluster\(|spawnSync\(|Program\(/.test(readFileSync(file, "utf8")),
);

const journeys = "journeys/**/*.test.ts";

/**
 * `npm test` and `npm run prove` run the project whole: a worker is kept for the next file only where that is of the same
 * project, so nouns' files and journeys are one. Server and rules are for who writes them; the proof has its own besides.
 */
export default defineConfig({
  test: {
    globalSetup: "testing/cluster-setup.ts",
    // Two cores are enough for four: much of their time is waiting.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...pool,
          name: "whole",
          include: [tests, journeys],
          globalSetup: "testing/web-setup.ts",
          testTimeout: 240_000,
        },
      },
      { test: { ...pool, name: "server", include: [tests] } },
      { test: { ...pool, name: "rules", include: rules } },
      {
        test: {
          ...pool,
          name: "prove",
          include: ["prove/**/*.test.ts"],
          globalSetup: "testing/web-setup.ts",
          testTimeout: 120_000,
        },
      },
    ],
  },
});
