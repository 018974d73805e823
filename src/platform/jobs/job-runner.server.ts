import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { parseCronItems, type Runner, run, type WorkerEvents } from "graphile-worker";
import { sql } from "kysely";
import type pg from "pg";
import { StartRefusal } from "../config/start-refusal.server.ts";
import { outageOf } from "../database/outage.server.ts";
import { type AnyJob, type Round, silent } from "./jobs.server.ts";

const concurrency = 4;

/** Milliseconds between two looks at whether the runner still asks for work, which it does every second. */
const glance = 2000;

/** Milliseconds without an answer from the database after which a runner is given up: it does not always wake again. */
const silence = 10_000;

/** Milliseconds that a start waits for a database that does not keep up. */
const patience = 60_000;

/** Milliseconds that a runner which was given up has for the job in hand. */
const farewell = 5000;

/** Works until `stop`, which waits for the job in hand. A runner that lost its database is followed by a new one. */
export async function startJobs(
  app: FastifyInstance,
  pgPool: pg.Pool,
  process: string,
  jobs: readonly AnyJob[],
  rounds: readonly Round[],
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  let current = await patiently(() => startRunner(app, pgPool, process, jobs, rounds));
  const kept = keepRunning();
  return {
    async stop() {
      stopping.abort();
      await kept;
      await stopRunner(current.runner);
    },
  };

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(glance, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted || Date.now() - current.heard() < silence) continue;
      app.log.error("jobs stand still and are started again");
      await Promise.race([stopRunner(current.runner), pause(farewell)]);
      current = await startRunner(app, pgPool, process, jobs, rounds).catch(() => current);
    }
  }
}

/** After a crash the disk may be busy with what came before: the first questions may take longer than a request may wait. */
async function patiently<T>(start: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + patience;
  while (true) {
    try {
      return await start();
    } catch (fault) {
      if (!(fault instanceof Error && outageOf(fault))) throw fault;
      if (Date.now() > deadline)
        throw new StartRefusal(
          `The database answers too slowly to start (${fault.message}). Wait until its disk is less busy and start again.`,
        );
    }
    await pause(glance);
  }
}

/** It refuses when it has ended by itself. */
const stopRunner = (runner: Runner) => runner.stop().catch(() => {});

async function startRunner(
  app: FastifyInstance,
  pgPool: pg.Pool,
  process: string,
  jobs: readonly AnyJob[],
  rounds: readonly Round[],
): Promise<{ runner: Runner; heard(): number }> {
  const all = [...rounds, freeing];
  const events: WorkerEvents = new EventEmitter();
  const pools: string[] = [];
  events.on("pool:create", ({ workerPool }) => pools.push(workerPool.id));
  let heard = Date.now();
  let busy = 0;
  events.on("worker:getJob:empty", () => {
    heard = Date.now();
  });
  events.on("job:start", () => {
    busy += 1;
  });
  events.on("job:complete", () => {
    busy -= 1;
    heard = Date.now();
  });
  await freeJobsOf(app, process);
  await freeJobsOfDeadProcesses(app);
  const runner = await run({
    pgPool,
    events,
    logger: silent,
    noHandleSignals: true,
    concurrency,
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
    return { runner, heard: () => (busy < concurrency ? heard : Date.now()) };
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

/**
 * A killed process keeps its jobs locked for four hours; its connections are gone at once. One that was killed before it had said
 * which runner was its own left no row: what a runner that nobody knows has held for a minute is freed, too.
 */
async function freeJobsOfDeadProcesses(app: FastifyInstance): Promise<void> {
  await sql`with dead as (
      delete from portal.job_worker w
      where not exists (select from pg_stat_activity a where a.application_name = w.process)
      returning worker),
    unknown as (
      select j.locked_by as worker from graphile_worker.jobs j where j.locked_at < now() - interval '1 minute'
        and not exists (select from portal.job_worker known where known.worker = j.locked_by))
    select graphile_worker.force_unlock_workers(array(select worker from dead union select worker from unknown))`.execute(
    app.portal.db,
  );
}

const freeing: Round = { name: "free-jobs-of-dead-processes", cron: "* * * * *", run: freeJobsOfDeadProcesses };
