/**
 * `npm run semesters -- 9000`: so many students through two semesters to progression, with late sheets, retakes, moderation, rectification,
 * a recall and a kill; every figure of each is held against one that is computed apart.
 */
import { spawnSync } from "node:child_process";

const [count = "9000"] = process.argv.slice(2);
if (!/^[1-9]\d{1,5}$/.test(count)) {
  console.error("Say how many students, from 10 to 999999, such as: npm run semesters -- 9000");
  process.exit(1);
}
const env = { ...process.env, STUDENTS_GRADED: count, PATH: `${process.cwd()}/node_modules/.bin:${process.env.PATH}` };
const run = spawnSync("node_modules/.bin/vitest", ["run", "--project", "server", "src/app/semesters.test.ts"], {
  stdio: "inherit",
  env,
});
process.exit(run.status ?? 1);
