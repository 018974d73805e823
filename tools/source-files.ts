import { globSync } from "node:fs";

/** Every source file below src/, as the repository names it. */
export const sourceFiles = (): string[] => globSync("src/**/*.{ts,tsx}").sort();

/** Lowest first; a domain imports from those above it in this list only. The order of docs/style.md. */
export const domains = [
  "kit",
  "platform",
  "console",
  "reference",
  "identity",
  "college",
  "access",
  "calendar",
  "fees",
  "profile",
  "academics",
  "payments",
  "bursary",
  "applications",
  "selection",
  "admission",
  "registry",
  "teaching",
  "grading",
  "support",
  "integration",
  "dashboard",
  "app",
] as const;
