/** The portal with a growing number of applications at both desks, in a process of its own. Grows when it is told to. */
import { sql } from "kysely";
import { manyApplications } from "../testing/many-applications.ts";
import { officer, openBenchPortal, upkeep } from "./bench-portal.ts";
import { questionsToLarge } from "./list-questions.ts";

const { app, pool, url } = await openBenchPortal(3997);
const { db } = app.portal;

/** Of one programme. */
const MOST_SEATS = 100_000;

/** Every application is recommended, with scores to be ranked by. */
const carryOn = () =>
  db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`update portal.intake set seats = ${Math.min(held, MOST_SEATS)}`.execute(trx);
    // The guards ask for a step at a time, of a million rows twice.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`update portal.review set state = 'Recommended', verdict = 'Qualifies', "judgedAt" = now(),
      utme = 120 + (right(left(jamb, 12), 8)::integer * 37) % 220, screening = (right(left(jamb, 12), 8)::integer * 13) % 101
      where state = 'Submitted'`.execute(trx);
  });

/** What it is told: a number of applications to grow to, or to say which large lists can be asked for what. */
async function answer(wish: number | "lists") {
  if (wish === "lists") return questionsToLarge(app, held);
  await manyApplications(pool, { count: wish - held });
  held = wish;
  await carryOn();
  await upkeep(pool);
  // Sixty of each size: an officer opens two hundred files in a quarter of an hour, and one again as often as wished.
  const { rows } = await sql<{ _id: string }>`select _id from portal.review order by _id limit 60`.execute(db);
  const session = await sql<{ _id: string }>`select _id from portal.session where admission`.execute(db);
  return { files: rows.map(({ _id }) => `/staff/ms_review/${_id}/file`), session: session.rows[0]?._id };
}

let held = 0;
process.on("message", async (wish: number | "lists") => process.send?.(await answer(wish)));
process.send?.({ url, officers: [(await officer(app, 0)).cookie, (await officer(app, 1)).cookie] });
