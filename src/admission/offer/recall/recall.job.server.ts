import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Job } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Work } from "#platform/write/perform.server.ts";
import { acceptedOf } from "../offer.read.server.ts";
import { endRecall, type LockedRecall, lockRecall } from "./recall.lock.server.ts";
import { endRecalled, linesRecalled, refusalsTakenBack, takeBack, unacceptedOf } from "./recall.take-back.server.ts";

/** Offers in one transaction. */
const AT_ONCE = 100;

/** Takes a whole list back, batch by batch; what a crash cuts goes on when the job runs again. */
export const recallListJob: Job<{ recall: string }> = {
  name: "recall-list",
  attempts: 25,
  lane: ({ recall }) => recall,
  async run(app, { recall }) {
    for (let more = await isOpen(app, recall); more; )
      more = await perform(app.portal.db, portalItself, (work) => takeSome(app, work, recall));
  },
};

async function isOpen({ portal: { db } }: FastifyInstance, recall: string): Promise<boolean> {
  const { rows } =
    await sql`select from portal.recall where _id = ${recall} and state = 'Approved' and release is not null`.execute(
      db,
    );
  return rows.length > 0;
}

/** One batch; false when it was the last. */
async function takeSome(app: FastifyInstance, work: Work, id: string): Promise<boolean> {
  const recall = await lockRecall(work.trx, id);
  if (recall?.state !== "Approved" || recall.release === null) {
    work.note({ deed: "recall.nothing", subject: `recall:${id}` });
    return false;
  }
  const { found, taken } = await takeBatch(app, work, recall, recall.release);
  await sql`update portal.recall set taken = coalesce(taken, 0) + ${taken} where _id = ${id}`.execute(work.trx);
  if (found > 0) {
    work.note({ deed: "recall.batch", subject: `recall:${id}`, after: { count: taken } });
    return true;
  }
  await sql`update portal.recall set stayed = ${await acceptedOf(work.trx, recall.release)} where _id = ${id}`.execute(
    work.trx,
  );
  await endRecall(work, recall);
  await endRecalled(work, recall.release, recall.reason);
  return false;
}

/** How many were still to be taken, and how many of them were: a place may have been accepted in this moment. */
async function takeBatch(app: FastifyInstance, work: Work, recall: LockedRecall, release: string) {
  const { config } = app.portal;
  const offers = await unacceptedOf(work.trx, release, AT_ONCE);
  if (offers.length === 0) {
    const refusals = await refusalsTakenBack(work, config, { ...recall, release }, AT_ONCE);
    return { found: refusals, taken: refusals };
  }
  const taken = await takeBack(work, config, offers, { ...recall, recall: recall._id });
  await linesRecalled(work.trx, taken);
  return { found: offers.length, taken: taken.length };
}
