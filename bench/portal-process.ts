/**
 * The portal under measurement, in a process of its own, with the bare ceilings beside it on the same pool. Of `count`
 * applicants in `database` so many have `applied`.
 */
import { verify } from "@node-rs/argon2";
import fastify from "fastify";
import { fillDemo } from "../demo/fill.ts";
import { buildPortal } from "../src/app/server/portal.server.ts";
import { hashPassword } from "../src/identity/credential/credential.server.ts";
import { readConfig } from "../src/platform/config/config.server.ts";
import { openDatabase, openPool } from "../src/platform/database/connect.server.ts";
import { migrate } from "../src/platform/database/migrate.server.ts";
import { migrateJobs } from "../src/platform/jobs/jobs.server.ts";
import { bareReferee, bareTable, dashboardOf, recordTransaction, replayOf, type Statement } from "./bare.ts";
import { type BenchPerson, seedApplications, seedPeople } from "./people.ts";
import { rate } from "./rates.ts";

const [host = "", user = "", database = "", dataDir = "", count = "", applied = ""] = process.argv.slice(2);
const name = `portal:bench-${process.pid}`;
const pool = openPool({ host, user, database }, name);
await migrateJobs(pool);
await migrate(openDatabase(pool));
await fillDemo(openDatabase(pool));

const sharedIds = `select _id from portal.programme where _id = $1
  union select _id from portal.session union select _id from portal.department union select _id from portal.college
  union select _id from portal.admission_requirement where programme = $1`;
const config = {
  ...readConfig({ DATA_DIR: dataDir, PORT: "3999", METRICS_PORT: process.env.METRICS_PORT }),
  logLevel: "silent" as const,
  mostRequests: Infinity,
};
const app = await buildPortal(config, pool, name);
const url = await app.listen({ host: "127.0.0.1", port: 0 });

const PASSWORD = "a-password-of-the-bench";
await pool.query(bareTable);

const password = await hashPassword(PASSWORD);
const { rows } = await pool.query(
  "select _id from portal.programme where status and admits and 'JAMB UTME' = any(modes) limit 1",
);
const programme: string = rows[0]._id;
const everybody = await seedPeople(pool, Number(count), programme, password);
await seedApplications(pool, everybody.slice(0, Number(applied)), programme);
const people = everybody.slice(Number(applied)).slice(0, 10_000);

const bare = fastify();
const { text, values } = dashboardOf(app.portal.db, people[0]?._id);
bare.get("/dashboard", async () => (await pool.query(text, [...values])).rows[0]);
bare.post("/referee", async () => {
  await bareReferee(pool, people);
  return { type: "success" };
});
// The same password, held against the same hash.
bare.post("/hash", async () => ({ right: await verify(password, PASSWORD) }));
const bareUrl = await bare.listen({ host: "127.0.0.1", port: 0 });

let recording: ReturnType<typeof recordTransaction> | undefined;
let recorded: Statement[] = [];
// What all people share, such as the programme and what it asks for.
const kept = new Set<string>((await pool.query(sharedIds, [programme])).rows.map(({ _id }) => _id));
let spare = people.length;

/** What the measuring process may ask for: a rate of work without HTTP. */
const asked: Record<string, () => Promise<unknown>> = {
  "start-recording": async () => {
    recording = recordTransaction(pool);
  },
  "stop-recording": async () => {
    recorded = recording?.stop() ?? [];
  },
  submit: async () => {
    const model = people[0] as BenchPerson;
    const replay = () => {
      spare -= 1;
      return replayOf(pool, recorded, model, people[spare] as BenchPerson, kept);
    };
    return rate(replay, 16, 500);
  },
};

process.on("message", async (wish: string) => {
  process.send?.({ answer: await asked[wish]?.() });
});
process.on("disconnect", () => process.exit(0));
process.send?.({ url, bareUrl, people, programme, password: PASSWORD });
