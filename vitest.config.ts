import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "src/**/*.test.ts",
      "src/**/*.test.tsx",
      "sandbox/**/*.test.ts",
      "tools/**/*.test.ts",
      "testing/**/*.test.ts",
    ],
    pool: "forks",
    maxWorkers: 2,
  },
});
