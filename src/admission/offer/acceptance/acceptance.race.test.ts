import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { caller } from "../../../../testing/applicant.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { alsoApplied, type Candidate, candidate, offer, offered } from "../../../../testing/offered-applicant.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { expectSameLedgers } from "../../../../testing/same-ledgers.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { secondPortal } from "../../../../testing/second-portal.ts";
import { granted } from "../../../../testing/walk.ts";
import { withoutConstraint } from "../../../../testing/without-guard.ts";

let portal: TestPortal;
let second: Awaited<ReturnType<typeof secondPortal>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  second = await secondPortal(portal, inject("place"));
  await sandboxControl(portal.sandbox).fault("notify-none");
});
afterEach(async () => {
  await expectInvariants(portal.db);
  await expectSameLedgers(portal);
});
afterAll(async () => {
  await second.stop();
  await portal.stop();
});

const path = "/ms_acceptance_fee_rrr";
const make = async (one: Candidate) =>
  (await granted(one.post(path, { application: one.application }))).body.RRR as string;

/** Somebody pays for two offers of one session, and each of two processes hears of one while neither can finish. */
async function bothPaidAtOnce(on: TestPortal, there: { url: string }) {
  const bank = sandboxControl(on.sandbox);
  const first = await candidate(on, 5);
  const other = await alsoApplied(on, first, 6);
  await Promise.all([offer(on, first), offer(on, other)]);
  const made = [await make(first), await make(other)] as const;
  for (const rrr of made) await bank.pay(rrr);
  await tenSecondsLater(on);
  const elsewhere = caller(there, first.token);
  await whileTableHeld(on, "ledger_journal", 2, () =>
    Promise.all([first.get(`${path}/verify/${made[0]}`), elsewhere.get(`${path}/verify/${made[1]}`)]),
  );
  const { rows } = await on.app.portal.pool.query<{ surplus: string | null; accepted: boolean }>(
    `select surplus, exists (select from portal.acceptance a where a.payment = p._id) as accepted
     from portal.payment_reference p where rrr = any($1) and state = 'PAID' order by surplus nulls first`,
    [made],
  );
  return rows;
}

test("two offers that are paid for at once in two processes: one place is accepted, the other money is credit", async () => {
  for (let round = 0; round < 3; round += 1) {
    expect(await bothPaidAtOnce(portal, second)).toEqual([
      { surplus: null, accepted: true },
      { surplus: "other-place", accepted: false },
    ]);
  }
});

test("without the constraint of one place for each session both would be accepted", async () => {
  const bare = await startPortal(inject("place"));
  try {
    await sandboxControl(bare.sandbox).fault("notify-none");
    await withoutConstraint(bare, "acceptance", "acceptance_one_place");
    expect(await bothPaidAtOnce(bare, bare)).toEqual([
      { surplus: null, accepted: true },
      { surplus: null, accepted: true },
    ]);
    await expect(expectInvariants(bare.db)).rejects.toThrow();
  } finally {
    await bare.stop();
  }
});

test("fifty who ask about one paid acceptance in two processes accept it once", async () => {
  const one = await offered(portal);
  const rrr = await make(one);
  await sandboxControl(portal.sandbox).pay(rrr);
  await tenSecondsLater(portal);
  const elsewhere = caller(second, one.token);
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, at) => (at % 2 ? one : elsewhere).get(`${path}/verify/${rrr}`)),
  );
  expect(replies.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  const rows = await portal.db
    .selectFrom("acceptance")
    .select("paidon")
    .where("application", "=", one.application)
    .execute();
  expect(rows).toHaveLength(1);
});

test("whoever wishes for a reference while the paid one is being settled gets no second one", async () => {
  const one = await offered(portal);
  const rrr = await make(one);
  await sandboxControl(portal.sandbox).pay(rrr);
  await tenSecondsLater(portal);
  const elsewhere = caller(second, one.token);
  const wishes = await whileTableHeld(portal, "ledger_journal", 1, async () => {
    const settling = one.get(`${path}/verify/${rrr}`);
    const wished = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? one : elsewhere).post(path, { application: one.application })),
    );
    await settling;
    return wished;
  });
  // The open one again, a sentence that it is accepted, or a try again: never another.
  expect(wishes.filter(({ body }) => body.RRR && body.RRR !== rrr)).toEqual([]);
  const rows = await portal.db
    .selectFrom("payment_reference")
    .select("state")
    .where("acceptanceof", "=", one.application)
    .execute();
  expect(rows).toEqual([{ state: "PAID" }]);
});
