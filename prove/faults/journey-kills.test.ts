import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { chanceOf } from "../../demo/chance.ts";
import { newId } from "../../src/platform/database/id.server.ts";
import { removeOrphanFiles } from "../../src/platform/files/sweep.job.server.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { expectInvariants } from "../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { type Program, startBeside, stopProgram, sweep } from "../../testing/program.ts";
import { untilJobsRest } from "../../testing/waiting.ts";
import { granted, type Walked, walk } from "../../testing/walk.ts";

const KILLS = Number(process.env.KILLS ?? 50);
const SEED = Number(process.env.KILLS_SEED ?? Date.now() % 1_000_000);
vi.setConfig({ testTimeout: 300_000 + KILLS * 30_000, hookTimeout: 60_000 });

const WALKERS = 6;

/** The program lives so long before it is killed: some requests, and no whole way. */
const [LEAST_MS, MOST_MS] = [200, 5_000];

/** Who gets no answer sends the same again. A photograph may need longer than many a life lasts; then it waits for a long one. */
const PATIENCE_MS = 600_000;

let portal: TestPortal;
let program: Program;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  // The killed program alone is the portal: no other does its jobs or hears the provider.
  await portal.app.close();
  program = await started();
});
afterAll(async () => {
  await stopProgram(program);
  await sweep();
  await portal.stop();
});

async function started(): Promise<Program> {
  for (let again = 0; ; again += 1)
    try {
      return await startBeside(portal, inject("place"), {
        ...{ PORT: new URL(portal.url).port, DATA_DIR: portal.config.dataDir, PASSWORD_HASH: "cheap" },
        TRUST_PROXY: "1",
      });
    } catch (fault) {
      // Connections that the dead process had may hold the port for a moment.
      if (again === 3) throw fault;
      await pause(500);
    }
}

interface Sent {
  requests: number;
  /** Sent again with the same key, because there was no answer or 503. */
  repeated: number;
}

/** From now on a request to the portal is repeated until it is answered, as a page does: a write with one key of its own. */
function insistently(sent: Sent): () => void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (!String(input).startsWith(portal.url)) return send(input, init);
    const headers = new Headers(init?.headers);
    if (!headers.has("idempotency-key")) headers.set("idempotency-key", newId());
    headers.set("x-forwarded-for", `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`);
    headers.set("connection", "close");
    sent.requests += 1;
    for (const end = Date.now() + PATIENCE_MS; ; sent.repeated += 1) {
      const reply = await send(input, { ...init, headers }).then(wholeOf, () => null);
      if (reply && reply.status !== 503 && !(await isStillAsked(reply))) return reply;
      if (Date.now() > end) throw new Error(`no answer to ${init?.method ?? "GET"} ${input}`);
      await pause(100);
    }
  };
  return () => {
    globalThis.fetch = send;
  };
}

/** A payment about which the provider's answer was lost with the process: the portal asks again, and the payer looks again. */
async function isStillAsked(reply: Response): Promise<boolean> {
  if (!reply.headers.get("content-type")?.includes("json")) return false;
  const { isverified, state } = (await reply.clone().json()) as { isverified?: unknown; state?: unknown };
  return isverified === false && state === "OPEN";
}

/** An answer that was cut in the middle is none. */
async function wholeOf(reply: Response): Promise<Response> {
  const body = await reply.arrayBuffer();
  return new Response(body, { status: reply.status, headers: reply.headers });
}

/** A mail whose job was killed goes out after the next start. */
async function patientLetters(...asked: Parameters<TestPortal["letters"]>) {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const found = await portal.letters(...asked);
    if (found.length >= asked[1] || Date.now() > end) return found;
  }
}

const filesKept = () => readdirSync(join(portal.config.dataDir, "files")).sort();

const filesNoted = async () =>
  (await portal.db.selectFrom("stored_file").select("newname").execute()).map(({ newname }) => newname).sort();

interface Had {
  readonly referees: number;
  readonly sittings: number;
  readonly results: number;
  readonly applications: number;
  readonly fees: number;
}

/** What somebody has is what was sent, each once. */
async function expectNothingTwice({ _id, person }: Walked): Promise<void> {
  const { rows } = await sql<Had>`select
      (select count(*)::int from portal.referee where applicant = ${_id}) as referees,
      (select count(*)::int from portal.olevel_sitting where applicant = ${_id}) as sittings,
      (select count(*)::int from portal.olevel_result where applicant = ${_id}) as results,
      (select count(*)::int from portal.application where applicant = ${_id}) as applications,
      (select count(*)::int from portal.payment_reference where applicant = ${_id}) as fees`.execute(portal.db);
  expect(rows).toEqual([
    {
      referees: person.referees.length,
      sittings: person.sittings.length,
      results: person.sittings.flatMap(({ results }) => results).length,
      applications: 1,
      fees: 1,
    },
  ]);
}

test("the portal killed at random moments of the applicants' way: each way is gone to its end, and nothing is there twice", async (context) => {
  const chance = chanceOf(SEED);
  const sent: Sent = { requests: 0, repeated: 0 };
  const walked: { seed: number; way: Walked }[] = [];
  let kills = 0;
  let seed = 600_000;
  const restore = insistently(sent);
  try {
    const walking = Promise.all(
      Array.from({ length: WALKERS }, async () => {
        while (kills < KILLS) {
          const own = seed++;
          walked.push({ seed: own, way: await walk({ ...portal, letters: patientLetters }, own) });
        }
      }),
    );
    walking.catch(() => {});
    while (kills < KILLS) {
      await Promise.race([walking, pause(chance.between(LEAST_MS, MOST_MS))]);
      program.child.kill("SIGKILL");
      await program.ended;
      kills += 1;
      program = await started();
    }
    await walking;
    for (const { seed: own, way } of walked) {
      const form = { programme: way.programme, payment: way.rrr, type: way.person.mode };
      const again = await granted(way.post("/ms_applications", form, { "idempotency-key": `walk-${own}` }));
      expect(again.body._id).toBe(way.application);
    }
  } finally {
    restore();
  }
  await untilJobsRest(portal);
  await expectInvariants(portal.db);
  for (const { way } of walked) await expectNothingTwice(way);
  const [kept, noted] = [filesKept(), await filesNoted()];
  expect(noted.filter((name) => !kept.includes(name))).toEqual([]);
  const old = new Date(Date.now() - 3_700_000);
  for (const name of kept) utimesSync(join(portal.config.dataDir, "files", name), old, old);
  await removeOrphanFiles(portal.app);
  expect(filesKept()).toEqual(noted);
  keepEvidence(context, {
    figure: "F-32",
    asked: `${KILLS} kills while ${WALKERS} applicants go the whole way: each way ends, a repetition with the same key has the first answer, the invariants hold, no file without a row is left after an hour`,
    measured: `${walked.length} ways; ${sent.requests} requests, ${sent.repeated} times sent again; nothing twice; ${kept.length} files, ${kept.length - noted.length} of them without a row swept`,
    seed: String(SEED),
  });
  expect(sent.repeated).toBeGreaterThan(0);
});
