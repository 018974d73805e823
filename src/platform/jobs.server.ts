import { EventEmitter } from "node:events";
import type { FastifyInstance } from "fastify";
import { Logger, parseCronItems, type Runner, run, runMigrations, type WorkerEvents } from "graphile-worker";
import { sql } from "kysely";
import type pg from "pg";
import type { Database } from "./database/connect.server.ts";
import type { Trx } from "./perform.server.ts";

/** Work that outlives the request. It may run twice after a crash, so it must not mind. */
export interface Job<Payload> {
  readonly name: string;
  readonly attempts: number;
  readonly run: (app: FastifyInstance, payload: Payload) => Promise<void>;
}

/** Work by the clock; `cron` is in UTC, such as `7 * * * *`. */
export interface Round {
  readonly name: string;
  readonly cron: string;
  readonly run: (app: FastifyInstance) => Promise<void>;
}

/** Puts a job into the transaction: it runs if and only if the change is kept. */
export async function enqueue<P>(trx: Trx, job: Job<P>, payload: P): Promise<void> {
  await sql`select graphile_worker.add_job(${job.name}::text, payload := ${JSON.stringify(payload)}::json,
    max_attempts := ${job.attempts})`.execute(trx);
}

/** As `enqueue`, in so many seconds; one job with the same key replaces the other. */
export async function enqueueLater<P>(
  db: Trx | Database,
  job: Job<P>,
  payload: P,
  seconds: number,
  key: string,
): Promise<void> {
  await sql`select graphile_worker.add_job(${job.name}::text, payload := ${JSON.stringify(payload)}::json,
    run_at := now() + make_interval(secs => ${seconds}::float8), max_attempts := ${job.attempts}, job_key := ${key}::text)`.execute(
    db,
  );
}

/** Makes the job tables; part of every migration. */
export const migrateJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool, logger: silent });

const silent = new Logger(() => () => {});

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs has as many payloads as jobs
export type AnyJob = Job<any>;

/** Starts working; the runner's `stop` waits for the job in hand. */
export async function startJobs(
  app: FastifyInstance,
  process: string,
  jobs: readonly AnyJob[],
  rounds: readonly Round[],
): Promise<Runner> {
  const { pool, db } = app.portal;
  const events: WorkerEvents = new EventEmitter();
  const own = (worker: string) =>
    db
      .insertInto("job_worker")
      .values({ worker, process })
      .onConflict((same) => same.doNothing())
      .execute();
  events.on("pool:create", ({ workerPool }) => void own(workerPool.id));
  events.on("worker:create", ({ worker }) => void own(worker.workerId));

  await freeJobsOfDeadProcesses(app);
  const all = [...rounds, freeing];
  return run({
    pgPool: pool,
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
