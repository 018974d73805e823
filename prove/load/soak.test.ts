import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { exported } from "../../bench/one-by-one.ts";
import { generateApplicant } from "../../demo/applicants.ts";
import { passportPhotograph } from "../../demo/passport.ts";
import { hashPassword } from "../../src/identity/credential/credential.server.ts";
import { type Caller, caller, type Person, signedInApplicant } from "../../testing/applicant.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { freePort } from "../../testing/free-port.ts";
import { inspectedAt, liveMemoryAt } from "../../testing/live-memory.ts";
import { manyApplications } from "../../testing/many-applications.ts";
import { eventLoopDelayAt } from "../../testing/metrics.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { memoryOf, type Program, startBeside, stopProgram, sweep } from "../../testing/program.ts";
import { type StaffMember, staffMember } from "../../testing/staff.ts";
import { granted, payFee, upload } from "../../testing/walk.ts";

const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
/** What a new process still takes for itself. */
const WARM_MINUTES = Math.min(10, MINUTES / 3);
/** So many at the beginning, once it is warm, and at the end are held against each other. */
const COMPARED_MINUTES = Math.min(10, MINUTES / 4);
/** Handles come and go with whoever is connected. */
const MOST_HANDLES = 10;
const PER_SECOND = 100;
/** What `deedsOf` asks of these each second; the rest comes without a pause from the readers. */
const BY_DEEDS = 6;
/** Of those that come without a pause. */
const LEAST_PER_SECOND = 0.95 * (PER_SECOND - BY_DEEDS);
const PASSWORD = "a-password-of-the-soak";
/** Who has applied and comes back to look, one a second, over an hour nearly twice each. */
const VISITORS = 2_000;
/** One may take sixty files as PDF in an hour. */
const OFFICERS = 5;
vi.setConfig({ testTimeout: (MINUTES + 8) * 60_000, hookTimeout: 120_000 });

let portal: TestPortal;
let program: Program;
let metricsPort: number;
let inspectorPort: number;
beforeAll(async () => {
  portal = await startPortal(inject("place"), { PASSWORD_HASH: "strong" });
  await manyApplications(portal.app.portal.pool, { count: VISITORS });
  await portal.app.portal.pool.query("update portal.applicant set password = $1 where emailaddress like 'many.%'", [
    await hashPassword(PASSWORD),
  ]);
  // The program takes its place: it alone answers, hears the provider, and does the jobs.
  await portal.app.close();
  metricsPort = await freePort();
  inspectorPort = await freePort();
  program = await startBeside(portal, inject("place"), {
    ...{ PORT: String(portal.config.port), DATA_DIR: portal.config.dataDir, METRICS_PORT: String(metricsPort) },
    ...{ PASSWORD_HASH: "strong", TRUST_PROXY: "1", ...inspectedAt(inspectorPort) },
  });
});
afterAll(async () => {
  await stopProgram(program);
  await sweep();
  await portal.stop();
});

const father = { firstname: "Musa", lastname: "Bello", phonenumber: "08031234567", homeaddress: "No. 4, Kano" };

/** What one of the readers asks for again and again: five things to read, and one that it changes, each time anew. */
async function askedBy(me: Person, desk: StaffMember, refused: Set<string>): Promise<autocannon.Request[]> {
  const { _id } = (await granted(me.post("/ms_applicant_referee", father))).body;
  const headers = { authorization: `Bearer ${me.token}` };
  let changes = 0;
  const onResponse = (status: number, body: string) => {
    if (status !== 200 || body.includes('"type":"error"')) refused.add(`${status} ${body.slice(0, 300)}`);
  };
  const changed = () => {
    changes += 1;
    return {
      headers: { ...headers, "content-type": "application/json", "idempotency-key": `soak-${me._id}-${changes}` },
      body: JSON.stringify({ ...father, homeaddress: `No. ${changes}, Kano` }),
    };
  };
  return [
    { path: "/api/ms_dashboard", headers, onResponse },
    { path: "/api/ms_programme", headers, onResponse },
    { path: "/api/ms_applicant/bio", headers, onResponse },
    { path: "/app", onResponse },
    {
      path: `/api/ms_applicant_referee/${_id}`,
      method: "PUT",
      setupRequest: (request) => ({ ...request, ...changed() }),
      onResponse,
    },
    { path: "/api/staff/ms_programme?limit=20", headers: { cookie: desk.cookie }, onResponse },
  ];
}

/** Something that comes every so many milliseconds, whether what came before is done or not; it throws what it did not expect. */
interface Deed {
  readonly name: string;
  readonly everyMs: number;
  /** `nth` counts from 0. */
  act(nth: number): Promise<unknown>;
}

/** From an address of his own, as people come through the proxy. */
async function signInAs(nth: number): Promise<Caller> {
  const place = nth % VISITORS;
  const { body } = await granted(
    caller(portal).post(
      "/ms_applicant/login",
      { emailaddress: `many.${1 + place}@example.com`, password: PASSWORD },
      { "x-forwarded-for": `10.1.${Math.floor(place / 250)}.${1 + (place % 250)}` },
    ),
  );
  return caller(portal, body.token);
}

/** One after the other, again and again. */
function one<T>(list: readonly T[], nth: number): T {
  const found = list[nth % list.length];
  if (found === undefined) throw new Error("an empty list");
  return found;
}

/** Beside those who read: who comes and goes, sends a photograph, or pays, and what the office takes with it. */
function deedsOf(readers: readonly Person[], officers: readonly StaffMember[], programmes: readonly string[]): Deed[] {
  let reviews: readonly string[] = [];
  return [
    {
      name: "visits",
      everyMs: 1_000,
      async act(nth) {
        const me = await signInAs(nth);
        await granted(me.get("/ms_dashboard"));
        const { body } = await granted(me.get("/ms_applications"));
        await granted(me.get(`/ms_applications/${body[0]._id}`));
        await granted(me.post("/ms_applicant/logout"));
      },
    },
    {
      name: "photographs",
      everyMs: 5_000,
      async act(nth) {
        const me = one(readers, nth);
        const photo = await upload(portal, me.token, "photo", await passportPhotograph(generateApplicant(nth)));
        await granted(me.put("/ms_applicant", { photo }));
      },
    },
    {
      name: "payments",
      everyMs: 10_000,
      async act(nth) {
        // From the other end: of another programme than that which was paid for, once each.
        const me = await signInAs(VISITORS - 1 - nth);
        const { body } = await granted(me.get("/ms_applications"));
        const others = programmes.filter((programme) => programme !== body[0].programme._id);
        const rrr = await payFee(portal, me, one(others, nth));
        const fees = (await granted(me.get("/ms_application_fee"))).body;
        const { _id } = fees.find((fee: { rrr: string }) => fee.rrr === rrr);
        await granted(me.get(`/ms_application_fee/receipt/${_id}`));
        await granted(me.post("/ms_applicant/logout"));
      },
    },
    {
      name: "lists as files",
      everyMs: 5_000,
      async act(nth) {
        const { lines } = await exported(portal.url, one(officers, nth).cookie, "/staff/ms_review");
        if (lines <= VISITORS) throw new Error(`a file of ${lines} lines`);
      },
    },
    {
      name: "files as PDF",
      everyMs: 15_000,
      async act(nth) {
        if (reviews.length === 0)
          reviews = (await granted(one(officers, nth).get("/staff/ms_review?limit=100"))).body.list.map(
            ({ _id }: { _id: string }) => _id,
          );
        const reply = await granted(one(officers, nth).get(`/staff/ms_review/${one(reviews, nth)}/dossier`));
        if (!reply.body.startsWith("%PDF")) throw new Error(`no PDF: ${reply.body.slice(0, 100)}`);
      },
    },
  ];
}

/** Does it until it is stopped; answers how often, and adds what went wrong. */
async function steadily({ name, everyMs, act }: Deed, stopped: AbortSignal, faults: string[]): Promise<string> {
  const begun = performance.now();
  const done: Promise<unknown>[] = [];
  while (!stopped.aborted) {
    const nth = done.length;
    done.push(act(nth).catch((fault: unknown) => faults.push(`${name}, ${nth}: ${fault}`)));
    const due = begun + done.length * everyMs;
    await pause(Math.max(0, due - performance.now()), undefined, { signal: stopped }).catch(() => {});
  }
  await Promise.all(done);
  return `${done.length} ${name}`;
}

interface Sample {
  readonly minutes: number;
  readonly memory: number;
  readonly handles: number;
}

const sampleAt = (minutes: number): Sample => ({
  minutes,
  memory: memoryOf(program.child.pid),
  handles: readdirSync(`/proc/${program.child.pid}/fd`).length,
});

const meanOf = (samples: readonly Sample[], of: (one: Sample) => number): number =>
  samples.reduce((sum, one) => sum + of(one), 0) / samples.length;

/** By how many megabytes an hour memory grows, by the least squares. */
function slopeOf(samples: readonly Sample[]): number {
  const [minutes, memory] = [meanOf(samples, (one) => one.minutes), meanOf(samples, (one) => one.memory)];
  const over = samples.reduce((sum, one) => sum + (one.minutes - minutes) * (one.memory - memory), 0);
  return (60 * over) / samples.reduce((sum, one) => sum + (one.minutes - minutes) ** 2, 0);
}

test("an hour of a hundred requests a second: memory, handles and answers stay as they are", async (context) => {
  const readers = await Promise.all(Array.from({ length: 50 }, () => signedInApplicant(portal)));
  const officers = await Promise.all(
    Array.from({ length: OFFICERS }, () => staffMember(portal, { pages: ["applications", "programmes", "staff"] })),
  );
  const refused = new Set<string>();
  const faults: string[] = [];
  const requests = (
    await Promise.all(readers.map((reader, place) => askedBy(reader, one(officers, place), refused)))
  ).flat();
  const programmes: string[] = (await granted(caller(portal, readers[0]?.token).get("/ms_programme"))).body.map(
    ({ _id }: { _id: string }) => _id,
  );
  const over = new AbortController();
  const running = autocannon({
    url: program.url,
    connections: 10,
    overallRate: PER_SECOND - BY_DEEDS,
    duration: MINUTES * 60,
    requests,
  });
  running.then(() => over.abort());
  const deeds = deedsOf(readers, officers, programmes).map((deed) => steadily(deed, over.signal, faults));
  await eventLoopDelayAt(metricsPort);
  const samples: Sample[] = [];
  const begun = performance.now();
  let liveAtFirst = 0;
  while (!over.signal.aborted) {
    await pause(5_000);
    const sample = sampleAt((performance.now() - begun) / 60_000);
    samples.push(sample);
    // So early that memory is again as it usually is when it is measured.
    if (liveAtFirst === 0 && sample.minutes > WARM_MINUTES / 2) liveAtFirst = await liveMemoryAt(inspectorPort);
  }
  const liveAtLast = await liveMemoryAt(inspectorPort);
  const result = await running;
  const done = await Promise.all(deeds);
  const delay = await eventLoopDelayAt(metricsPort);
  const warm = samples.filter(({ minutes }) => minutes > WARM_MINUTES);
  const slope = slopeOf(warm);
  const handlesIn = (some: readonly Sample[]) => meanOf(some, (one) => one.handles);
  const first = handlesIn(warm.filter(({ minutes }) => minutes <= WARM_MINUTES + COMPARED_MINUTES));
  const last = handlesIn(warm.filter(({ minutes }) => minutes > MINUTES - COMPARED_MINUTES));
  const memoryIn = (some: readonly Sample[]) => meanOf(some, (one) => one.memory).toFixed(0);
  keepEvidence(context, {
    figure: "F-05",
    asked: `${MINUTES} minutes of ${PER_SECOND} mixed requests a second: memory grows by less than 5 MB an hour, handles by at most ${MOST_HANDLES}, event loop p99 within 50 ms`,
    measured: `${result.requests.average.toFixed(0)} a second, one of six a change, beside ${done.join(", ")}; ${result.non2xx} refused, ${result.errors} errors; memory ${slope.toFixed(1)} MB an hour, ${memoryIn(warm)} MB in the middle, of which objects in use ${liveAtFirst.toFixed(1)} MB after ${WARM_MINUTES / 2} minutes and ${liveAtLast.toFixed(1)} at last; handles ${first.toFixed(1)} at first, ${last.toFixed(1)} at last; answers p99 ${result.latency.p99} ms, event loop p99 ${delay.toFixed(0)} ms`,
    held: result.requests.average >= LEAST_PER_SECOND && slope < 5 && last - first <= MOST_HANDLES && delay <= 50,
  });
  expect([result.errors, result.non2xx, [...refused], faults]).toEqual([0, 0, [], []]);
});
