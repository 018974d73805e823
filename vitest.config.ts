import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src/**/*.test.ts",
      "src/**/*.test.tsx",
      "sandbox/**/*.test.ts",
      "tools/**/*.test.ts",
      "testing/**/*.test.ts",
      "demo/**/*.test.ts",
    ],
    globalSetup: "testing/cluster-setup.ts",
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
