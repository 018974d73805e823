import type { FastifyInstance } from "fastify";
import { Logger, runMigrations } from "graphile-worker";
import { type RawBuilder, sql } from "kysely";
import type pg from "pg";
import type { Database } from "../database/connect.server.ts";
import type { KeptNumber } from "../metrics/metrics.port.server.ts";
import type { Trx } from "../write/perform.server.ts";

/** Work as whoever asks for it knows it. */
export interface Task<Payload> {
  readonly name: string;
  /** How often it is tried, with pauses that grow, before it stays failed. */
  readonly attempts: number;
  /** Jobs of one lane run one after another, over all processes; without it any number may run at once. */
  readonly lane?: (payload: Payload) => string;
}

/** Work that outlives the request. It may run twice after a crash, so it must not mind. */
export interface Job<Payload> extends Task<Payload> {
  readonly run: (app: FastifyInstance, payload: Payload) => Promise<void>;
}

/** Work by the clock; `cron` is in UTC, such as `7 * * * *`. */
export interface Round {
  readonly name: string;
  readonly cron: string;
  readonly run: (app: FastifyInstance) => Promise<void>;
}

/** Puts a job into the transaction: it runs if and only if the change is kept. */
export async function enqueue<P>(trx: Trx, job: Task<P>, payload: P): Promise<void> {
  await sql`select ${enqueuing(job, payload)}`.execute(trx);
}

/** The same as a column of a larger statement. */
export const enqueuing = <P>(job: Task<P>, payload: P): RawBuilder<unknown> =>
  sql`graphile_worker.add_job(${job.name}::text, payload := ${JSON.stringify(payload)}::json, max_attempts := ${job.attempts})`;

/** As `enqueue`, in so many seconds; one job with the same key replaces the other. */
export async function enqueueLater<P>(
  db: Trx | Database,
  job: Task<P>,
  payload: P,
  seconds: number,
  key: string,
): Promise<void> {
  await sql`select graphile_worker.add_job(${job.name}::text, payload := ${JSON.stringify(payload)}::json,
    queue_name := ${job.lane?.(payload) ?? null}::text,
    run_at := now() + make_interval(secs => ${seconds}::float8), max_attempts := ${job.attempts}, job_key := ${key}::text)`.execute(
    db,
  );
}

/** Behind whatever is enqueued singly: somebody may wait for that. */
const BEHIND = 10;

/**
 * As `enqueueLater`, for many and now, each with a key of its own. In one call: one for each job would look through all the
 * jobs for its key, so that thousands in a transaction take the square of their time.
 */
export async function enqueueMany<P>(
  trx: Trx,
  job: Task<P>,
  wanted: readonly { readonly payload: P; readonly key: string }[],
): Promise<void> {
  if (wanted.length === 0) return;
  const jobs = wanted.map(({ payload, key }) => ({ payload, key, lane: job.lane?.(payload) ?? null }));
  await sql`select from graphile_worker.add_jobs(array(
      select row(${job.name}::text, j.payload, j.lane, now(), ${job.attempts}, j.key, ${BEHIND}, null)::graphile_worker.job_spec
      from json_to_recordset(${JSON.stringify(jobs)}::json) as j(payload json, key text, lane text)))`.execute(trx);
}

/** Late is what should have begun five minutes ago. What is tried again after a failure waits until its time. */
export const jobsKept: KeptNumber = {
  ...{ name: "portal_jobs", help: "Jobs that are not done.", label: "state" },
  rows: sql<{ label: string; value: number }>`select s.state as label, (
      select count(*)::int from graphile_worker.jobs j where case s.state
        when 'failed' then j.attempts >= j.max_attempts
        when 'late' then j.attempts < j.max_attempts and j.run_at < now() - interval '5 minutes' and j.locked_at is null
        else j.attempts < j.max_attempts end) as value
    from (values ('waiting'), ('late'), ('failed')) as s (state)`,
};

/** Only where PostgreSQL keeps its log elsewhere. It writes each minute, since these jobs do. */
export const logKept: KeptNumber = {
  ...{ name: "portal_log_kept_seconds", help: "Since the database's log was kept elsewhere last.", label: "" },
  rows: sql<{ label: string; value: number }>`
    select '' as label, extract(epoch from now() - coalesce(last_archived_time, stats_reset))::float8 as value
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
};

/** Of a server whose database's log is kept: without a base backup it restores nothing. Counted from the first day where there is none. */
export const backupKept: KeptNumber = {
  ...{ name: "portal_base_backup_seconds", help: "Since the last base backup of the database.", label: "" },
  rows: sql<{ label: string; value: number }>`
    select '' as label, extract(epoch from now() - coalesce((select max(at) from portal.base_backup), stats_reset))::float8 as value
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
};

/** Makes the job tables; part of every migration. */
export const migrateJobs = (pool: pg.Pool): Promise<void> => runMigrations({ pgPool: pool, logger: silent });

export const silent = new Logger(() => () => {});

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs has as many payloads as jobs
export type AnyJob = Job<any>;
