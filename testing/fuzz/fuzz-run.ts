import { setTimeout as wait } from "node:timers/promises";
import { chanceOf } from "../../demo/chance.ts";
import { sumOfRows } from "../database.ts";
import type { TestPortal } from "../portal.ts";
import {
  auditComplaints,
  type Complaint,
  changedTables,
  connectionComplaints,
  impossibleComplaints,
  otherThanUnknown,
  type Resting,
} from "./database-oracles.ts";
import { type DrawnRequest, drawRequest, type Field, isWrittenRead, nameOf } from "./drawn-request.ts";
import { type Exchange, exchange, isDone, isRefused } from "./exchange.ts";
import { fittingValue } from "./fitting-value.ts";
import type { FuzzPerson } from "./fuzz-people.ts";
import { type ListenedLog, secretComplaints } from "./listened-log.ts";
import { replyOracles } from "./reply-oracles.ts";

export interface FuzzRun {
  readonly portal: TestPortal;
  readonly field: Field;
  readonly log: ListenedLog;
  readonly secrets: readonly string[];
  readonly seed: number;
  readonly resting: Resting;
}

export interface Tally {
  requests: number;
  readonly statuses: Map<number, number>;
  readonly twists: Map<string, number>;
  /** Calls by what came of them. */
  readonly done: Set<string>;
  readonly asked: Set<string>;
  readonly complaints: Complaint[];
}

export const emptyTally = (): Tally => ({
  requests: 0,
  statuses: new Map(),
  twists: new Map(),
  done: new Set(),
  asked: new Set(),
  complaints: [],
});

const AT_ONCE = 6;

/** Commands that only say what another would do, whom somebody has picked, that somebody is reading, or a sign-out that another was ahead of: the audit tells of changes. */
const changesNothing = ({ request }: Exchange): boolean =>
  /\/(?:check|look|read|logout|ms_student_selection)$/.test(request.call.url) ||
  String(request.body).includes('"check":true');

/** So many requests, of which nothing may come, or anything. */
export async function fuzzRound(
  run: FuzzRun,
  tally: Tally,
  from: number,
  count: number,
  isStill: boolean,
): Promise<void> {
  const { portal, field, log } = run;
  await beginRound(run);
  field.owed = new Set(field.calls.map(nameOf).filter((name) => !tally.done.has(name)));
  const before = isStill ? await sumOfRows(portal.db) : {};
  const drawn = Array.from({ length: count }, (_, place) => drawRequest(field, run.seed, from + place, isStill)).filter(
    ({ call, method }) => !(isStill && method === "GET" && isWrittenRead(call)),
  );

  const exchanges = await sendAll(portal, drawn);

  if (isStill) exchanges.push(...(await strangersAndNobody(run, tally, from)));
  countAll(tally, exchanges);
  const found = [
    ...judged(run, exchanges, isStill),
    ...(await auditComplaints(portal, exchanges, changesNothing)),
    ...secretComplaints(log, run.secrets),
    ...(await connectionsAtRest(run)),
  ];
  if (isStill) {
    const changed = byRequests(changedTables(before, await sumOfRows(portal.db)));
    if (changed.length > 0) found.push(...(await culprits(run, exchanges, changed)));
  } else found.push(...(await impossibleComplaints(portal, run.resting.impossible)));

  tally.complaints.push(...(await stillSlow(portal, found)));
}

async function beginRound({ portal, field, log }: FuzzRun): Promise<void> {
  for (const person of field.people) await person.revive();
  await portal.db.deleteFrom("limits").execute();
  await field.known.refresh();
  log.forget();
}

async function sendAll({ url }: TestPortal, drawn: readonly DrawnRequest[]): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  const rest = [...drawn];
  const send = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) exchanges.push(await exchange(url, next));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  return exchanges;
}

function countAll(tally: Tally, exchanges: readonly Exchange[]): void {
  for (const one of exchanges) {
    const { call, twist } = one.request;
    const name = nameOf(call);
    tally.requests += 1;
    tally.statuses.set(one.status, (tally.statuses.get(one.status) ?? 0) + 1);
    tally.twists.set(twist, (tally.twists.get(twist) ?? 0) + 1);
    tally.asked.add(name);
    if (one.status === 200 && !isRefused(one)) tally.done.add(name);
  }
}

function judged({ log, secrets }: FuzzRun, exchanges: readonly Exchange[], isStill: boolean): Complaint[] {
  const knowing = { faults: log.faults, secrets, isStill };
  return exchanges.flatMap((one) =>
    Object.entries(replyOracles).flatMap(([oracle, judge]): Complaint[] => {
      const what = judge(one, knowing);
      return what === undefined ? [] : [{ oracle, what, one }];
    }),
  );
}

/** Another's record and one that was never there: the two replies are the same, byte for byte. */
async function strangersAndNobody({ portal, field, seed }: FuzzRun, tally: Tally, from: number): Promise<Exchange[]> {
  const chance = chanceOf(seed * 7_919 + from);
  const owners = field.people.filter(({ kind }) => kind === "applicant" || kind === "student");
  const pairs = field.calls.flatMap((call) =>
    owners.flatMap((owner) => {
      const own = owner.idFor(call.url);
      const others = owners.filter(({ kind, idFor }) => kind === owner.kind && idFor(call.url) !== own);
      return own !== undefined && call.guard === owner.kind ? others.map((other) => ({ call, own, other })) : [];
    }),
  );
  const exchanges: Exchange[] = [];
  for (const { call, own, other } of chance.several(pairs, 10)) {
    await portal.db.deleteFrom("limits").execute();
    const body = fittingValue(call.endpoint.body, { chance, known: field.known });
    const sent = call.endpoint.method === "GET" || body === undefined ? undefined : JSON.stringify(body);
    const ask = (id: string, person: FuzzPerson) => {
      const parts = id.split("/");
      const url = call.url.replace(/:\w+/g, () => encodeURIComponent(parts.shift() ?? id));
      const headers = { ...person.headers, ...(sent !== undefined && { "content-type": "application/json" }) };
      return exchange(portal.url, {
        number: from,
        person,
        twist: "odd identifier",
        call,
        method: call.endpoint.method,
        url,
        headers,
        body: sent,
      });
    };
    const foreign = await ask(own, other);
    const unknown = await ask(UNKNOWN, other);
    const told = otherThanUnknown(foreign, unknown);
    if (told) tally.complaints.push(told);
    exchanges.push(foreign, unknown);
  }
  return exchanges;
}

const UNKNOWN = "01900000-0000-7000-8000-000000000000";

/** Which of the exchanges changed something: they are asked again by halves, then by halves of the half that did. */
async function culprits(
  { portal, log }: FuzzRun,
  exchanges: readonly Exchange[],
  changed: readonly string[],
): Promise<Complaint[]> {
  const oracle = "a read or a refusal changes nothing";
  const changeOf = async (some: readonly Exchange[]) => {
    const before = await sumOfRows(portal.db);
    await sendAll(
      portal,
      some.map(({ request }) => request),
    );
    return byRequests(changedTables(before, await sumOfRows(portal.db)));
  };
  let some = exchanges;
  let found: readonly string[] = await changeOf(some);
  while (found.length > 0 && some.length > 1) {
    const half = some.slice(0, some.length / 2);
    const ofHalf = await changeOf(half);
    some = ofHalf.length > 0 ? half : some.slice(some.length / 2);
    if (ofHalf.length === 0) found = await changeOf(some);
  }
  log.forget();
  const [one] = some;
  if (found.length > 0 && one)
    return [{ oracle, what: `changed ${found.join(", ")}${isDone(one) ? " and said so" : ""}`, one }];
  const unexplained = changed.filter((table) => !ofRounds.has(table));
  if (unexplained.length === 0) return [];
  return [{ oracle, what: `changed ${unexplained.join(", ")}, and does not when asked again` }];
}

/** Without what the portal's own jobs write by the clock and what is made when it is first needed; the audit is asked by request, and who opens a file is written down. */
const byRequests = (tables: readonly string[]): string[] => tables.filter((table) => !ofJobs.has(table));
const ofJobs = new Set([
  "payment_reference",
  "payment_event",
  "outgoing_mail",
  "bill",
  "api_key_use",
  "paper_key",
  "audit",
  "file_opening",
]);

/** What rounds judge anew by the clock, and jobs that were asked for later: forgiven where the same requests change nothing when asked again. */
const ofRounds = new Set([
  ...["jamb_difference", "jamb_difference_look", "national_need", "national_need_look"],
  ...["course_registration", "timetable_change"],
]);

/** A connection is given back a moment after the answer. */
async function connectionsAtRest({ portal, resting }: FuzzRun): Promise<Complaint[]> {
  for (let tries = 0; ; tries += 1) {
    const found = await connectionComplaints(portal, resting.connections);
    if (found.length === 0 || tries === 40) return found;
    await wait(50);
  }
}

/** What was slow or turned away beside five others, and is neither by itself, was so for the machine. */
async function stillSlow({ url }: TestPortal, found: readonly Complaint[]): Promise<Complaint[]> {
  const kept: Complaint[] = [];
  for (const complaint of found) {
    const { one } = complaint;
    const isOfLoad = one && (one.status === BUSY || complaint.oracle === "an answer within two seconds");
    const again = isOfLoad && (await exchange(url, one.request));
    if (!again || again.ms > 2_000 || again.status === BUSY) kept.push(complaint);
  }
  return kept;
}

const BUSY = 503;
