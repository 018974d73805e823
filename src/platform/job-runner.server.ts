import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { parseCronItems, type Runner, run, type WorkerEvents } from "graphile-worker";
import { sql } from "kysely";
import { type AnyJob, type Round, silent } from "./jobs.server.ts";

/** Milliseconds between the end of a runner, whose database went away, and each try to start the next. */
const again = 1000;

/** Works until `stop`, which waits for the job in hand. A runner that its database left is followed by a new one. */
export async function startJobs(
  app: FastifyInstance,
  process: string,
  jobs: readonly AnyJob[],
  rounds: readonly Round[],
): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let runner = await startRunner(app, process, jobs, rounds);
  const kept = keepRunning();
  return {
    async stop() {
      stopping = true;
      await runner.stop().catch(() => {}); // it refuses when it has ended by itself
      await kept;
    },
  };

  async function keepRunning(): Promise<void> {
    while (!stopping) {
      await runner.promise.catch((error) => app.log.error({ err: error }, "jobs stopped and are started again"));
      while (!stopping) {
        await pause(again);
        const next = await startRunner(app, process, jobs, rounds).catch(() => undefined);
        if (next) runner = next;
        if (next) break;
      }
    }
    await runner.stop().catch(() => {});
  }
}

async function startRunner(
  app: FastifyInstance,
  process: string,
  jobs: readonly AnyJob[],
  rounds: readonly Round[],
): Promise<Runner> {
  const all = [...rounds, freeing];
  const events: WorkerEvents = new EventEmitter();
  const pools: string[] = [];
  events.on("pool:create", ({ workerPool }) => pools.push(workerPool.id));
  await freeJobsOf(app, process);
  await freeJobsOfDeadProcesses(app);
  const runner = await run({
    pgPool: app.portal.pool,
    events,
    logger: silent,
    noHandleSignals: true,
    concurrency: 4,
    pollInterval: 1_000,
    // The default batches lose the receipt of the job in hand at a stop, and it would run again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    taskList: {
      ...Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(app, payload)])),
      ...Object.fromEntries(all.map((round) => [round.name, () => round.run(app)])),
    },
    parsedCronItems: parseCronItems(all.map(({ name, cron }) => ({ task: name, match: cron, identifier: name }))),
  });
  try {
    const rows = pools.map((worker) => ({ worker, process }));
    await app.portal.db.insertInto("job_worker").values(rows).execute();
    return runner;
  } catch (error) {
    await runner.stop().catch(() => {});
    throw error;
  }
}

/** The jobs that this process's runner before the present one held when its database went away. */
async function freeJobsOf(app: FastifyInstance, process: string): Promise<void> {
  await sql`with ended as (delete from portal.job_worker where process = ${process} returning worker)
    select graphile_worker.force_unlock_workers(array(select worker from ended))`.execute(app.portal.db);
}

/** A killed process keeps its jobs locked for four hours; its connections are gone at once. */
async function freeJobsOfDeadProcesses(app: FastifyInstance): Promise<void> {
  await sql`with dead as (
      delete from portal.job_worker w
      where not exists (select from pg_stat_activity a where a.application_name = w.process)
      returning worker)
    select graphile_worker.force_unlock_workers(array(select worker from dead))`.execute(app.portal.db);
}

const freeing: Round = { name: "free-jobs-of-dead-processes", cron: "* * * * *", run: freeJobsOfDeadProcesses };
