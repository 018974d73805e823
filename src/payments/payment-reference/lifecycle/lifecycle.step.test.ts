import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { perform, portalItself } from "#platform/write/perform.server.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { payer, tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { secondPortal } from "../../../../testing/second-portal.ts";
import { untilWaiting } from "../../../../testing/waiting.ts";
import { type Payment, stepWithin, takeStep } from "./lifecycle.step.server.ts";

let portal: TestPortal;
let second: Awaited<ReturnType<typeof secondPortal>>;
let bank: ReturnType<typeof sandboxControl>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  second = await secondPortal(portal, inject("place"));
  bank = sandboxControl(portal.sandbox);
  await bank.fault("notify-none");
});
afterEach(() => expectInvariants(portal.db));
afterAll(async () => {
  await second.stop();
  await portal.stop();
});

const rowOf = async (_id: string) =>
  (await portal.db
    .selectFrom("payment_reference")
    .selectAll()
    .where("_id", "=", _id)
    .executeTakeFirstOrThrow()) as Payment;
const stepsOf = async (payment: string) =>
  (
    await portal.db
      .selectFrom("payment_event")
      .select(sql<string>`fromstate || ' ' || tostate`.as("step"))
      .where("payment", "=", payment)
      .where("tostate", "is not", null)
      .orderBy("_id")
      .execute()
  ).map(({ step }) => step);

/** A reference whose answer was lost. */
const unknown = async (): Promise<Payment> => (await lostReference()).seen;

async function lostReference() {
  const person = await payer(portal);
  await bank.fault("init-reset", "", 1);
  return { person, seen: await rowOf((await person.reference())._id) };
}

test("a wish that meets its reference just made leaves the question whether it is paid to who asks it", async () => {
  const { person, seen } = await lostReference();
  await tenSecondsLater(portal);
  const rrr = "310007770001";
  const { wish } = await perform(portal.db, portalItself, async (work) => {
    await sql`select from payment_reference where _id = ${seen._id} for no key update`.execute(work.trx);
    const asking = person.reference();
    await untilWaiting(portal);
    await stepWithin(work, seen, { to: "OPEN", rrr, heard: { kind: "open" } });
    return { wish: asking };
  });
  expect(await wish).toMatchObject({ state: "OPEN", rrr });
  expect((await bank.requests()).filter(({ path }) => path.includes(`/${rrr}/`))).toEqual([]);
});

test("of twenty who saw the same state one takes the step, so the provider is asked for one reference", async () => {
  const seen = await unknown();
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => takeStep(portal.db, seen, { to: "REQUESTING", heard: { kind: "request" } })),
  );
  expect(taken.filter((payment) => payment !== null)).toHaveLength(1);
  expect(await stepsOf(seen._id)).toEqual(["CREATED REQUESTING", "REQUESTING UNKNOWN", "UNKNOWN REQUESTING"]);
  const audit = await portal.db
    .selectFrom("audit")
    .select("_id")
    .where("subject", "=", `payment:${seen._id}`)
    .execute();
  expect(audit).toHaveLength(1 + 3);
});

test("the database takes the same state again and again: that a step looks for the state it saw is its only guard", async () => {
  const { _id } = await unknown();
  const careless = portal.db.transaction().execute(async (trx) => {
    for (let asker = 0; asker < 3; asker += 1) {
      const step = trx.updateTable("payment_reference").set({ state: "REQUESTING" }).where("_id", "=", _id);
      expect(await step.executeTakeFirst()).toMatchObject({ numUpdatedRows: 1n });
    }
    throw new Error("taken back");
  });
  await expect(careless).rejects.toThrow("taken back");
});

test("who saw a state that is over changes nothing, and leaves no line in any book", async () => {
  const person = await payer(portal);
  const { rrr, _id } = await person.reference();
  const seen = await rowOf(_id);
  await bank.pay(rrr);
  await tenSecondsLater(portal);
  expect((await person.get(`/ms_application_fee/${rrr}`)).body).toMatchObject({ isverified: true });
  const before = [await stepsOf(_id), await rowOf(_id)];
  for (const to of ["HELD", "CANCELLED", "EXPIRED", "PAID"] as const) {
    const also = () => Promise.reject(new Error("nothing else is done"));
    expect(await takeStep(portal.db, seen, { to, heard: { kind: "paid" } }, also)).toBeNull();
  }
  expect([await stepsOf(_id), await rowOf(_id)]).toEqual(before);
});

test("what goes with a step is kept with it or not at all", async () => {
  const seen = await rowOf((await (await payer(portal)).reference())._id);
  const broken = takeStep(portal.db, seen, { to: "CANCELLED", heard: { kind: "cancelled" } }, async ({ trx }) => {
    await sql`select 1 / 0`.execute(trx);
  });
  await expect(broken).rejects.toThrow("division by zero");
  expect(await rowOf(seen._id)).toEqual(seen);
  expect(await stepsOf(seen._id)).toEqual(["CREATED REQUESTING", "REQUESTING OPEN"]);
});
