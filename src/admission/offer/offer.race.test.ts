import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { type Candidate, candidate, dueIn, offer, offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import {
  withoutApplicationLock,
  withoutConstraint,
  withoutOfferLock,
  withoutReviewLock,
} from "../../../testing/without-guard.ts";
import { lapseOffers, remindOfOffers } from "./acceptance/acceptance.job.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

/** A portal of its own, from which `remove` takes guards away. */
async function bare(use: (on: TestPortal) => Promise<void>): Promise<void> {
  const on = await startPortal(inject("place"));
  try {
    await use(on);
  } finally {
    await on.stop();
  }
}

const withoutKey = (on: TestPortal) => withoutConstraint(on, "offer", "offer_pkey");

async function withoutReviewLockAndKey(on: TestPortal): Promise<void> {
  await withoutReviewLock(on);
  await withoutKey(on);
}

async function withoutApplicationLockAndKey(on: TestPortal): Promise<void> {
  await withoutApplicationLock(on);
  await withoutKey(on);
}

/** One of which nothing but the table holds that it has one offer. */
async function withoutLocks(on: TestPortal): Promise<void> {
  await withoutApplicationLock(on);
  await withoutReviewLock(on);
}

const releases: readonly (readonly [by: string, remove: (on: TestPortal) => Promise<void>, offers: number])[] = [
  ["locks and key", async () => {}, 1],
  ["the lock of the application alone", withoutReviewLockAndKey, 1],
  ["the lock of the review alone", withoutApplicationLockAndKey, 1],
  ["the key alone", withoutLocks, 1],
  [
    "nothing",
    async (on) => {
      await withoutLocks(on);
      await withoutKey(on);
    },
    2,
  ],
];

test.each(releases)("two opposite releases that meet, held by %s", (_by, remove, offers) =>
  bare(async (on) => {
    const one = await candidate(on);
    await remove(on);
    const tries = await whileTableHeld(on, "offer", 2, () =>
      Promise.allSettled([offer(on, one, 1), offer(on, one, 2)]),
    );
    const refused = tries.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(2 - offers);
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({
        code: "offer-made-already",
        message: expect.stringContaining("has an offer already"),
      });
    expect(await on.db.selectFrom("offer").select("kind").execute()).toHaveLength(offers);
  }),
);

/** An offer that was released some days ago, so many days before its last one. */
async function earlier(on: TestPortal, days: number): Promise<Candidate> {
  const one = await offered(on);
  const { pool } = on.app.portal;
  await pool.query("alter table portal.offer disable trigger offer_guard");
  await pool.query(`update portal.offer set "releasedAt" = now() - interval '8 days'`);
  await pool.query("alter table portal.offer enable trigger offer_guard");
  await dueIn(on, one, days);
  return one;
}

/** Two rounds of which neither can send before `waiters` wait; answers how many letters say so. */
async function lettersOfTwo(on: TestPortal, round: Round, waiters: number, one: Candidate, says: string) {
  await whileTableHeld(on, "outgoing_mail", waiters, () => Promise.all([round.run(on.app), round.run(on.app)]));
  const mails = await on.db
    .selectFrom("outgoing_mail")
    .select("subject")
    .where("recipient", "=", one.emailaddress)
    .execute();
  return mails.filter(({ subject }) => subject.includes(says)).length;
}

const REMINDS = "accept your offer";
const LAPSES = "has lapsed";

test("two rounds of reminders that meet send one letter", async () => {
  expect(await lettersOfTwo(portal, remindOfOffers, 2, await earlier(portal, 3), REMINDS)).toBe(1);
});

test("without the key of a reminder both would send it", () =>
  bare(async (on) => {
    const one = await earlier(on, 3);
    await withoutConstraint(on, "offer_reminder", "offer_reminder_pkey");
    expect(await lettersOfTwo(on, remindOfOffers, 2, one, REMINDS)).toBe(2);
  }));

test("two rounds of lapses that meet send one letter", async () => {
  expect(await lettersOfTwo(portal, lapseOffers, 1, await earlier(portal, -1), LAPSES)).toBe(1);
});

test("without the lock of a lapsed offer both would send it", () =>
  bare(async (on) => {
    const one = await earlier(on, -1);
    await withoutOfferLock(on);
    expect(await lettersOfTwo(on, lapseOffers, 2, one, LAPSES)).toBe(2);
  }));
