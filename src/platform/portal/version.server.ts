import { readFileSync } from "node:fs";

const manifest: { version: string } = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
);

/** The version that runs, as the changelog names it. */
export const portalVersion = manifest.version;
