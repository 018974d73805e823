/**
 * `npm run season -- 5000 6000`: so many generated applicants through a whole session, from payment to the closed day, and with so
 * many who study here already through the registration of a semester.
 */
import { spawnSync } from "node:child_process";

const [count = "5000", returning] = process.argv.slice(2);
if (![count, returning ?? count].every((one) => /^[1-9]\d{1,5}$/.test(one))) {
  console.error(
    "Say how many applicants and how many students, from 10 to 999999, such as: npm run season -- 5000 6000",
  );
  process.exit(1);
}
const env = {
  ...process.env,
  SEASON: count,
  ...(returning && { RETURNING: returning }),
  PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}`,
};
const run = spawnSync("node_modules/.bin/vitest", ["run", "--project", "server", "src/app/season.test.ts"], {
  stdio: "inherit",
  env,
});
process.exit(run.status ?? 1);
