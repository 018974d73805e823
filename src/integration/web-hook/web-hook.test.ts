import { sql } from "kysely";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { payAcceptance } from "../../../testing/admitted-applicant.ts";
import { type EventReceiver, eventReceiver } from "../../../testing/event-receiver.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { candidate, offer, offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { endConditions } from "../../admission/offer/condition/condition.server.ts";
import { eventData } from "../guide/guide.events.contract.ts";
import { wakeDueHooks } from "./web-hook.job.server.ts";
import { type EventKind, eventKinds, pauseAfter } from "./web-hook.rules.ts";

const path = "/staff/ms_web_hook";
const log = "/staff/ms_web_delivery";

let portal: TestPortal;
let officer: StaffMember;
const started: EventReceiver[] = [];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { firstname: "Ngozi", pages: ["web-hooks", "web-hooks.change"] });
});
afterEach(async () => {
  for (const receiver of started.splice(0)) await receiver.die();
  await expectInvariants(portal.db);
  await sql`update portal.web_hook set status = false`.execute(portal.db);
});
afterAll(() => portal.stop());

let made = 0;

/** A receiver that is listened for, with the secret that it checks by. */
async function listening(
  kinds: readonly EventKind[],
): Promise<EventReceiver & { readonly _id: string; readonly name: string }> {
  const receiver = await eventReceiver();
  started.push(receiver);
  made += 1;
  const form = { name: `Library ${made}`, url: receiver.url(), kinds };
  const { _id } = (await granted(officer.post(path, form))).body;
  receiver.learn((await granted(officer.post(`${path}/${_id}/secret`))).body.secret);
  return { ...receiver, _id, name: form.name };
}

const rowOf = async (id: string) => (await officer.get(`${path}/${id}`)).body;
const logOf = async (id: string) => (await officer.get(`${log}?hook=${id}&limit=100`)).body.list;
const told = (receiver: EventReceiver, _id?: unknown) =>
  receiver.events.filter(({ data }) => _id === undefined || data._id === _id).map(({ type }) => type);
const until = (work: () => unknown) => expect.poll(work, { timeout: 15_000, interval: 50 });

/** So many hours pass for a receiver: what was to come then comes now. */
async function pass(id: string, hours: number): Promise<void> {
  const back = sql`make_interval(hours => ${hours})`;
  await sql`update portal.web_hook set failingsince = failingsince - ${back}, "nextAt" = "nextAt" - ${back}
    where _id = ${id}`.execute(portal.db);
  await sql`update portal.web_delivery set "nextAt" = "nextAt" - ${back}, "failedAt" = "failedAt" - ${back}
    where hook = ${id}`.execute(portal.db);
  await wakeDueHooks.run(portal.app);
}

/** How many mails about a receiver the officer was written. */
async function lettersOf(name: string, about: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from portal.outgoing_mail
    where recipient = ${officer.emailaddress} and subject like ${`%: ${name} ${about}`}`.execute(portal.db);
  return rows[0]?.count ?? 0;
}

const applicationOf = async (code: string) =>
  (await portal.db.selectFrom("application").select("_id").where("code", "=", code).executeTakeFirstOrThrow())._id;

const journey = ["application.submitted", "offer.released", "offer.accepted", "payment.verified"] as const;

test("every kind of event comes of a deed, and every deed that is listened for has its kind", async () => {
  const { rows } = await sql<{ kind: string }>`select distinct kind from portal.event_source order by kind`.execute(
    portal.db,
  );
  expect(rows.map(({ kind }) => kind)).toEqual([...eventKinds].sort());
});

test("a receiver is told of each event that it listens for, signed, in order, with ids and states only", async () => {
  const library = await listening(journey);
  const other = await listening(["offer.released"]);
  const one = await offered(portal);
  await payAcceptance(portal, one);
  const _id = await applicationOf(one.code);
  await until(() => told(library, _id)).toEqual(["application.submitted", "offer.released", "offer.accepted"]);
  await until(() => told(library)).toContain("payment.verified");
  expect(library.events.every(({ isSigned }) => isSigned)).toBe(true);
  for (const { type, data } of library.events) v.parse(eventData[type as EventKind], data);
  const released = library.events.find(({ type }) => type === "offer.released");
  expect(released?.data).toEqual({ noun: "application", _id, kind: 1, due: expect.stringMatching(/^\d{4}-/) });
  await until(() => told(other)).toEqual(["offer.released"]);
  const [line] = await logOf(other._id);
  expect(line).toMatchObject({
    kind: "offer.released",
    state: "Delivered",
    attempts: 1,
    answered: 200,
    answer: "taken",
  });
  expect(line.event).toBe(other.events[0]?.id);
});

test("a receiver hears of each way in which an offer ends: unmet, declined, deferred", async () => {
  const library = await listening(["offer.lapsed", "offer.declined", "offer.deferred"]);
  await sql`insert into portal.setting (name, value) values ('deferral', '"yes"')`.execute(portal.db);
  const [unmet, declined, deferred] = [await offered(portal, 2), await offered(portal), await offered(portal)];
  await sql`update portal.offer_condition set due = current_date - 2 where application = ${unmet.application}`.execute(
    portal.db,
  );
  await endConditions.run(portal.app);
  await granted(declined.post(`/ms_applications/${declined.application}/decline`, { reason: "Cost" }));
  await granted(deferred.post(`/ms_applications/${deferred.application}/defer`, { reason: "Cost" }));
  await until(() => library.events.map(({ type, data }) => [type, data._id])).toEqual([
    ["offer.lapsed", unmet.application],
    ["offer.declined", declined.application],
    ["offer.deferred", deferred.application],
  ]);
});

test("a deed that is taken back tells nobody", async () => {
  const library = await listening(["offer.released"]);
  const one = await candidate(portal);
  await portal.db
    .transaction()
    .execute(async (trx) => {
      await sql`insert into portal.audit (_id, actorkind, deed, subject) values (gen_random_uuid(), 'system', 'offer.release',
        ${`application:${await applicationOf(one.code)}`})`.execute(trx);
      throw new Error("taken back");
    })
    .catch(() => undefined);
  await granted(officer.post(`${path}/${library._id}/test`));
  await until(() => told(library)).toEqual(["test.sent"]);
});

test("a receiver that lies dead for a day loses nothing, keeps the order, and goes on by itself when it is back", async () => {
  const library = await listening(journey);
  const living = await listening(["offer.released"]);
  await library.die();
  const one = await offered(portal);
  const another = await offered(portal);
  await payAcceptance(portal, one);
  await until(() => told(living)).toEqual(["offer.released", "offer.released"]);
  await until(async () => (await rowOf(library._id)).standing).toBe("Not answering");
  // Hour by hour it is tried and left alone again; after the first hour the office is told, once.
  for (let hour = 0; hour < 24; hour += 1) {
    const before = await triesOf(library._id);
    await pass(library._id, 1);
    await until(() => triesOf(library._id)).toBeGreaterThan(before);
  }
  const { failures } = await portal.db
    .selectFrom("web_hook")
    .select("failures")
    .where("_id", "=", library._id)
    .executeTakeFirstOrThrow();
  expect(failures).toBeLessThan(40);
  const { rows } = await sql<{
    left: number;
  }>`select extract(epoch from "nextAt" - now())::float8 as left from portal.web_hook
    where _id = ${library._id}`.execute(portal.db);
  expect(rows[0]?.left).toBeLessThanOrEqual(3_600);
  expect(await lettersOf(library.name, "does not answer")).toBe(1);
  await library.begin();
  await pass(library._id, 2);
  const [_id, other] = [await applicationOf(one.code), await applicationOf(another.code)];
  await until(() => told(library, _id).at(-1)).toBe("offer.accepted");
  await until(() => told(library, other).at(-1)).toBe("offer.released");
  const order = told(library, _id);
  expect(order).toEqual(journey.filter((kind) => order.includes(kind)));
  await until(async () => (await rowOf(library._id)).standing).toBe("Working");
  expect((await logOf(library._id)).filter(({ state }: { state: string }) => state !== "Delivered")).toEqual([]);
  await until(() => lettersOf(library.name, "answers again")).toBe(1);
}, 90_000);

const triesOf = async (hook: string) => {
  const { rows } = await sql<{
    tries: number;
  }>`select sum(attempts)::int as tries from portal.web_delivery where hook = ${hook}`.execute(portal.db);
  return rows[0]?.tries ?? 0;
};

test("one event that is not taken holds back those about the same thing, and no others; after four days it is set aside", async () => {
  const library = await listening(["offer.released", "offer.accepted"]);
  const one = await candidate(portal);
  const refused = await applicationOf(one.code);
  library.answering(({ data, type }) => (data._id === refused && type === "offer.released" ? 422 : 200));
  await offer(portal, one);
  await payAcceptance(portal, one);
  const other = await offered(portal);
  await until(() => told(library)).toEqual(["offer.released"]);
  expect(told(library, await applicationOf(other.code))).toEqual(["offer.released"]);
  expect((await rowOf(library._id)).standing).toBe("Working");
  await pass(library._id, 97);
  await until(() => told(library, refused)).toEqual(["offer.accepted"]);
  const aside = (await logOf(library._id)).find(({ state }: { state: string }) => state === "Set aside");
  expect(aside).toMatchObject({
    kind: "offer.released",
    answered: 422,
    answer: "not taken",
    trouble: "It answered 422",
  });
  expect(await lettersOf(library.name, "does not take an event")).toBe(1);
  library.answering(() => 200);
  await granted(officer.post(`${log}/${aside._id}/replay`));
  await until(() => told(library, refused)).toEqual(["offer.accepted", "offer.released"]);
});

test("after four days of silence a receiver is left alone, keeps its events, and is resumed by hand", async () => {
  const library = await listening(["offer.released"]);
  await library.die();
  await offered(portal);
  await until(async () => (await rowOf(library._id)).standing).toBe("Not answering");
  await pass(library._id, 97);
  await until(async () => (await rowOf(library._id)).standing).toBe("Stopped");
  await offered(portal);
  await library.begin();
  await wakeDueHooks.run(portal.app);
  expect(library.asked()).toBe(0);
  await granted(officer.post(`${path}/${library._id}/resume`));
  await until(() => told(library)).toEqual(["offer.released", "offer.released"]);
});

test("events of a time are sent again by hand, in their order, with the ids that they had", async () => {
  const library = await listening(["offer.released", "application.submitted"]);
  const from = new Date(Date.now() - 60_000).toISOString();
  await offered(portal);
  await until(() => told(library).at(-1)).toBe("offer.released");
  const first = library.events.map(({ id }) => id);
  const to = new Date(Date.now() + 60_000).toISOString();
  const { count } = (await granted(officer.post(`${path}/${library._id}/replay`, { from, to }))).body;
  expect(count).toBe(first.length);
  await until(() => library.events.map(({ id }) => id)).toEqual([...first, ...first]);
  expect((await officer.post(`${path}/${library._id}/replay`, { from: to, to: from })).body).toMatchObject({
    code: "end-before-begin",
  });
});

test("a paused receiver is told later, and a new secret signs beside the former one", async () => {
  const library = await listening(["offer.released"]);
  const row = await rowOf(library._id);
  const form = { name: row.name, url: row.url, kinds: row.kinds };
  await granted(officer.put(`${path}/${library._id}`, { ...form, status: false }));
  await offered(portal);
  await wakeDueHooks.run(portal.app);
  expect(library.asked()).toBe(0);
  await granted(officer.post(`${path}/${library._id}/secret`));
  await granted(officer.put(`${path}/${library._id}`, { ...form, status: true }));
  await until(() => library.events).toMatchObject([{ type: "offer.released", isSigned: true }]);
  await sql`update portal.web_hook set "oldEndsAt" = now() where _id = ${library._id}`.execute(portal.db);
  await granted(officer.post(`${path}/${library._id}/test`));
  await until(() => library.events).toMatchObject([{ isSigned: true }, { type: "test.sent", isSigned: false }]);
});

test("a redirect is not followed, and who says nothing is given up after ten seconds", async () => {
  const library = await listening(["offer.released"]);
  library.answering(() => 302);
  await granted(officer.post(`${path}/${library._id}/test`));
  await until(async () => (await logOf(library._id))[0]?.trouble).toBe("It leads elsewhere, which is not followed");
  expect(library.asked()).toBe(1);
  library.answering(() => 0);
  await granted(officer.post(`${path}/${library._id}/resume`));
  await until(async () => (await logOf(library._id))[0]?.trouble).toBe("It did not answer within 10 seconds");
  expect((await logOf(library._id))[0].took).toBeLessThan(12_000);
}, 40_000);

test("pauses grow to an hour and no further", () => {
  const waits = Array.from({ length: 100 }, (_, nth) => pauseAfter(nth + 1, 0));
  expect(waits.slice(0, 7)).toEqual([5, 30, 120, 300, 900, 1_800, 3_600]);
  expect(Math.max(...waits)).toBe(3_600);
  expect(pauseAfter(100, 1)).toBe(3_240);
});
