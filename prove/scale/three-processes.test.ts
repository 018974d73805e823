import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { caller, callerWith, signedInApplicant } from "../../testing/applicant.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { freePort } from "../../testing/free-port.ts";
import { type FrontProxy, startHaproxy } from "../../testing/haproxy.ts";
import { clientOf, startPortal, type TestPortal } from "../../testing/portal.ts";
import { type Program, startBeside, statusOf, stopProgram, sweep, until } from "../../testing/program.ts";
import { newRegistration, verifiedAccount } from "../../testing/visitor.ts";
import { startWriting } from "../../testing/writing-load.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

let portal: TestPortal;
let client: pg.Client;
let proxy: FrontProxy;
const programs: Program[] = [];
const start = (PORT: string) =>
  startBeside(portal, inject("place"), {
    ...{ PORT, TRUST_PROXY: "1", DRAIN_SECONDS: "2" },
    DATA_DIR: portal.config.dataDir,
  });

beforeAll(async () => {
  const place = inject("place");
  portal = await startPortal(place);
  client = await clientOf(portal, place);
  const ports = [await freePort(), await freePort(), await freePort()];
  for (const port of ports) programs.push(await start(String(port)));
  proxy = await startHaproxy(ports);
});
afterAll(async () => {
  await proxy?.stop();
  await Promise.all(programs.map(stopProgram));
  await sweep();
  await client.end();
  await portal.stop();
});

test("a sign-in holds on each of three, and its end is heard on each at once", async () => {
  const person = await signedInApplicant(portal);
  const asEach = async () =>
    Promise.all(
      programs.map(async (program) => (await caller(program, person.token).get("/ms_applicant_referee")).status),
    );
  expect(await asEach()).toEqual([200, 200, 200]);
  await caller(proxy, person.token).post("/ms_applicant/logout");
  expect(await asEach()).toEqual([401, 401, 401]);
});

test("of sixty guesses at one account through three processes exactly ten are judged", async (context) => {
  const { emailaddress } = await verifiedAccount(portal);
  const guess = async (_: unknown, place: number) => {
    const from = callerWith(proxy, { "x-forwarded-for": `41.58.${place % 200}.7` });
    return (await from.post("/ms_applicant/login", { emailaddress, password: `guess number ${place}` })).status;
  };
  const statuses: number[] = [];
  // Few enough at once that none is turned away because hashing is busy.
  for (let place = 0; place < 60; place += 6)
    statuses.push(...(await Promise.all(Array.from({ length: 6 }, (_, more) => guess(_, place + more)))));
  const judged = statuses.filter((status) => status !== 429 && status !== 503).length;
  keepEvidence(context, {
    figure: "F-09",
    asked: "exactly 10 of 60 guesses judged over three processes",
    measured: `${judged} judged`,
  });
  expect(judged).toBe(10);
});

/** How long a mail that went out twice would have to come. */
const AFTERWARDS_MS = 2_000;

test("fifty registrations through three processes: each mail is posted once, and each job is done once", async (context) => {
  // From here on the three alone have jobs, not the portal inside the test.
  await portal.app.close();
  await watchJobs();
  const people = Array.from({ length: 50 }, () => newRegistration());
  for (const [place, person] of people.entries()) {
    const reply = await callerWith(proxy, { "x-forwarded-for": `41.59.${place}.7` }).post("/ms_applicant", person);
    expect(reply.body.type).toBe("success");
  }
  await until(async () => (await waitingJobs()) === 0, 60);
  await pause(AFTERWARDS_MS);
  const counts = await Promise.all(
    people.map(async ({ emailaddress }) => (await portal.letters(emailaddress, 1)).length),
  );
  const jobs = await jobsSeen();
  const doers = new Set(jobs.map(({ process }) => process));
  keepEvidence(context, {
    figure: "F-41",
    asked: "50 mails and their jobs over three processes, each once",
    measured: `${counts.reduce((sum, count) => sum + count, 0)} mails to ${counts.length} people; ${jobs.length} jobs, each done at its first try by one of ${doers.size} processes`,
  });
  expect(counts).toEqual(people.map(() => 1));
  expect(jobs.length).toBeGreaterThanOrEqual(people.length);
  expect(jobs.filter(({ ended, attempts }) => ended !== 1 || attempts !== 1)).toEqual([]);
  expect(doers.size).toBeGreaterThan(1);
});

test("what comes by the clock comes once a minute, not once for each process", async (context) => {
  const minutes = async () => (await jobsSeen()).filter(({ minute }) => minute !== null);
  const before = new Set((await minutes()).map(({ minute }) => minute));
  await until(async () => (await minutes()).some(({ minute }) => !before.has(minute)), 70);
  await until(async () => (await waitingJobs()) === 0, 60);
  const rounds = await minutes();
  const once = new Set(rounds.map(({ task, minute }) => `${task} at ${minute}`));
  keepEvidence(context, {
    asked: "each round of each minute once over three processes",
    measured: `${rounds.length} rounds of ${new Set(rounds.map(({ minute }) => minute)).size} minutes, ${once.size} of them different`,
  });
  expect(rounds.length).toBeGreaterThan(0);
  expect(rounds).toHaveLength(once.size);
  expect(rounds.filter(({ ended, attempts }) => ended !== 1 || attempts !== 1)).toEqual([]);
});

/** Writes down each job that is queued, and each end of one with its tries and who had it. */
async function watchJobs(): Promise<void> {
  await client.query(`
    create table public.job_queued (id bigint, task text, minute text);
    create table public.job_ended (id bigint, attempts int, process text);
    create function public.watch_queued() returns trigger language plpgsql as $$ begin
      insert into public.job_queued select new.id, t.identifier, new.payload->'_cron'->>'ts'
        from graphile_worker._private_tasks t where t.id = new.task_id;
      return new;
    end $$;
    create function public.watch_ended() returns trigger language plpgsql as $$ begin
      insert into public.job_ended select old.id, old.attempts,
        (select w.process from portal.job_worker w where w.worker = old.locked_by);
      return old;
    end $$;
    create trigger watch_queued after insert on graphile_worker._private_jobs for each row execute function public.watch_queued();
    create trigger watch_ended after delete on graphile_worker._private_jobs for each row execute function public.watch_ended()`);
}

/** Each job since then: how often it ended, at which try and by whom; of the clock's, for which minute. */
async function jobsSeen() {
  const { rows } = await client.query<{
    task: string;
    minute: string | null;
    ended: number;
    attempts: number;
    process: string;
  }>(`select q.task, q.minute, count(e.id)::int as ended, max(e.attempts) as attempts, min(e.process) as process
    from public.job_queued q left join public.job_ended e on e.id = q.id group by q.id, q.task, q.minute`);
  return rows;
}

/** Jobs that are due and not done. */
async function waitingJobs(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from graphile_worker._private_jobs where run_at <= now()",
  );
  return rows[0]?.count ?? 0;
}

test("one after the other is stopped and started under load behind a proxy, and no request fails", async (context) => {
  const load = await startWriting(client, () => proxy.url, { pauseMs: 50 });
  await load.untilMore(20, 60);
  for (const [place, program] of programs.entries()) {
    expect(await stopProgram(program)).toBe(0);
    const again = await start(new URL(program.url).port);
    programs[place] = again;
    await until(async () => (await statusOf(`${again.url}/readyz`)) === 200, 30);
    await load.untilMore(40, 60);
  }
  await load.stop();
  expect(await load.wrong(client)).toEqual([]);
  keepEvidence(context, {
    asked: "three restarts under eight writers: every request answered 200",
    measured: [...load.statuses].map(([status, count]) => `${count} × ${status || "none"}`).join(", "),
  });
  expect([...load.statuses.keys()]).toEqual([200]);
});
