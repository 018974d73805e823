/** The portal with a growing number of applications at both desks, in a process of its own. Grows when it is told to. */
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { staffCookie } from "../src/access/staff-session/staff-session.open.server.ts";
import { buildPortal } from "../src/app/server/portal.server.ts";
import { type RecordRules, registryOf } from "../src/console/record/record.registry.server.ts";
import { hashToken } from "../src/identity/session/session.server.ts";
import { readConfig } from "../src/platform/config/config.server.ts";
import { openPool } from "../src/platform/database/connect.server.ts";
import { newId } from "../src/platform/database/id.server.ts";
import { manyApplications } from "../testing/many-applications.ts";
import { questionsTo } from "./list-questions.ts";

const [host = "", user = "", database = "", dataDir = ""] = process.argv.slice(2);
const name = `portal:bench-${process.pid}`;
const pool = openPool({ host, user, database }, name);
const config = {
  ...readConfig({ DATA_DIR: dataDir, PORT: "3997" }),
  logLevel: "silent" as const,
  mostRequests: Infinity,
};
const app = await buildPortal(config, pool, name);
const url = await app.listen({ host: "127.0.0.1", port: 0 });
const { db } = app.portal;

/** One member of staff for each deed that two people do; each holds every page. */
async function officer(place: number): Promise<string> {
  const { rows } = await sql<{
    _id: string;
  }>`select _id from portal.staff order by _id offset ${place} limit 1`.execute(db);
  await sql`insert into portal.user_permission (_id, staff, page)
    select gen_random_uuid(), ${rows[0]?._id}, _id from portal.page on conflict do nothing`.execute(db);
  const token = randomBytes(32).toString("base64url");
  await sql`insert into portal.staff_session (_id, token, staff, address, agent, "endsAt", idle)
    values (${newId()}, ${hashToken(token)}, ${rows[0]?._id}, '', '', now() + interval '1 day', interval '1 day')`.execute(
    db,
  );
  return `${staffCookie.nameAt(config)}=${token}`;
}

/** Every application is recommended, with scores to be ranked by. */
const carryOn = () =>
  db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`update portal.intake set seats = 100000`.execute(trx);
    await sql`update portal.review set state = 'Checked', verdict = 'Qualifies', "judgedAt" = now(),
      utme = 120 + (right(left(jamb, 12), 8)::integer * 37) % 220, screening = (right(left(jamb, 12), 8)::integer * 13) % 101
      where state = 'Submitted'`.execute(trx);
    await sql`update portal.review set state = 'Recommended' where state = 'Checked'`.execute(trx);
  });

/** As the database does by itself when nobody asks it anything: rows just changed by the hundred thousand are tidied up. */
async function upkeep(): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("vacuum analyze");
    await client.query("checkpoint");
    await client.query("reset statement_timeout");
  } finally {
    client.release();
  }
}

/** Lists of at least half as many rows as there are applications. */
async function largeLists(count: number): Promise<RecordRules[]> {
  const large: RecordRules[] = [];
  for (const rules of registryOf(app).values()) {
    const { rows } = await sql<{ many: boolean }>`select count(*) > ${count / 2} as many from (
      select from ${sql.table(`portal.${rules.table}`)} limit ${count}) counted`.execute(db);
    if (rows[0]?.many) large.push(rules);
  }
  return large;
}

/** What it is told: a number of applications to grow to, or to say which large lists can be asked for what. */
async function answer(wish: number | "lists") {
  if (wish === "lists") {
    const asked = [];
    for (const rules of await largeLists(held)) asked.push(await questionsTo(app, rules, held));
    return { lists: asked.flatMap(({ lists }) => lists), scans: asked.flatMap(({ scans }) => scans) };
  }
  await manyApplications(pool, { count: wish - held });
  held = wish;
  await carryOn();
  await upkeep();
  // Sixty of each size: an officer opens two hundred files in a quarter of an hour, and one again as often as wished.
  const { rows } = await sql<{ _id: string }>`select _id from portal.review order by _id limit 60`.execute(db);
  const session = await sql<{ _id: string }>`select _id from portal.session where admission`.execute(db);
  return { files: rows.map(({ _id }) => `/staff/ms_review/${_id}/file`), session: session.rows[0]?._id };
}

let held = 0;
process.on("message", async (wish: number | "lists") => process.send?.(await answer(wish)));
process.on("disconnect", () => process.exit(0));
process.send?.({ url, officers: [await officer(0), await officer(1)] });
