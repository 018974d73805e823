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
          name: "server",
          include: ["{src,sandbox,tools,testing,demo}/**/*.test.{ts,tsx}"],
        },
      },
      {
        test: {
          ...pool,
          name: "journeys",
          include: ["journeys/**/*.test.ts"],
          globalSetup: "testing/web-setup.ts",
          testTimeout: 120_000,
        },
      },
    ],
  },
});
