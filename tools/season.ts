/** `npm run season -- 5000`: so many generated applicants through a whole session, from payment to the closed day. */
import { spawnSync } from "node:child_process";

const [count = "5000"] = process.argv.slice(2);
if (!/^[1-9]\d{1,5}$/.test(count)) {
  console.error("Say how many applicants, from 10 to 999999, such as: npm run season -- 5000");
  process.exit(1);
}
const env = { ...process.env, SEASON: count, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}` };
const run = spawnSync("node_modules/.bin/vitest", ["run", "--project", "server", "src/app/season.test.ts"], {
  stdio: "inherit",
  env,
});
process.exit(run.status ?? 1);
