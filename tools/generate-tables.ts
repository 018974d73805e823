/** Writes src/platform/database/tables.generated.ts from a freshly migrated database; with --verify only compares. */
import { spawnSync } from "node:child_process";
import { migratedDatabase } from "../testing/migrated-database.ts";

const { url, stop } = await migratedDatabase();
const { status } = spawnSync(
  "node_modules/.bin/kysely-codegen",
  [
    ...["--url", url, "--dialect", "postgres", "--default-schema", "portal", "--include-pattern", "portal.*"],
    ...["--date-parser", "string", "--type-mapping", '{"int8":"number","timestamptz":"string","interval":"string"}'],
    ...["--out-file", "src/platform/database/tables.generated.ts", ...process.argv.slice(2)],
  ],
  { stdio: "inherit", env: { ...process.env, PATH: `node_modules/.bin:${process.env.PATH}` } },
);
await stop();
process.exit(status ?? 1);
