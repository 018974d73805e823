import { defineConfig } from "vitest/config";

const pool = { pool: "forks", testTimeout: 20_000, hookTimeout: 30_000 } as const;

export default defineConfig({
  test: {
    globalSetup: "testing/cluster-setup.ts",
    maxWorkers: 2,
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
          testTimeout: 60_000,
        },
      },
    ],
  },
});
