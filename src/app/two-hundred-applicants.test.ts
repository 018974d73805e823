import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { lapseOffers } from "#admission/offer/acceptance/acceptance.job.server.ts";
import { faultNames } from "../../sandbox/faults.ts";
import { caller } from "../../testing/applicant.ts";
import { keepEvidence } from "../../testing/evidence.ts";
import { type Fated, walkByFate } from "../../testing/fateful-walk.ts";
import { fates } from "../../testing/fates.ts";
import { expectInvariants } from "../../testing/invariants.ts";
import { plannedTimeComes } from "../../testing/poll-plan.ts";
import { startPortal, type TestPortal } from "../../testing/portal.ts";
import { expectSameLedgers } from "../../testing/same-ledgers.ts";
import { sandboxControl } from "../../testing/sandbox-control.ts";
import { granted } from "../../testing/walk.ts";

/** One for each fault of the provider, which is more than there are fates; `npm run prove -- walkers` sends two hundred. */
const PEOPLE = Number(process.env.WALKERS ?? faultNames.length);
const AT_ONCE = 8;
const THREE_DAYS = 3 * 86_400;

let portal: TestPortal;
let elsewhere: Server;
let heard = 0;
beforeAll(async () => {
  portal = await startPortal(inject("place"), {}, { timeoutMs: 2_000, restMs: 300 });
  elsewhere = createServer((_, response) => {
    heard += 1;
    response.end();
  }).listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
});
afterAll(async () => {
  elsewhere.close();
  await portal.stop();
});

test("people walk from Create Account to the letters through every fault of the provider, and no money is lost", async (context) => {
  const walked = await everybodyWalks();
  expect(new Set(walked.map(({ fate }) => fate))).toEqual(new Set(fates));
  await daysPass();

  const bank = sandboxControl(portal.sandbox);
  const met = await bank.met();
  expect(faultNames.filter((name) => !met[name])).toEqual([]);
  expect(heard, "the signature went nowhere else").toBe(0);
  await expectInvariants(portal.db);
  expect(await expectSameLedgers(portal)).toBeGreaterThan(PEOPLE * 1.5);
  expect(await becameOf(walked)).toEqual(
    Object.assign({}, ...walked.map(({ expected }) => Object.fromEntries(expected))),
  );
  for (const one of walked) await expectPapers(one);
  keepEvidence(context, {
    asked: `${PEOPLE} people meet ${faultNames.length} faults and ${fates.length} fates`,
    measured: `all met; ${walked.flatMap(({ expected }) => [...expected]).length} references came to what was expected`,
    seed: `0 to ${PEOPLE - 1}`,
  });
}, 900_000);

async function everybodyWalks(): Promise<Fated[]> {
  const { port } = elsewhere.address() as { port: number };
  const seeds = Array.from({ length: PEOPLE }, (_, place) => place);
  const walked: Fated[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
        walked.push(await walkByFate(portal, seed, `http://127.0.0.1:${port}/`));
    }),
  );
  return walked;
}

/** Late notifications come, the plan asks about whatever is open, and the offers that nobody took lapse. */
async function daysPass(): Promise<void> {
  const bank = sandboxControl(portal.sandbox);
  await bank.noFaults();
  await bank.advance(THREE_DAYS);
  await expect
    .poll(async () => (await bank.notifications()).filter(({ accepted }) => accepted).length, { timeout: 30_000 })
    .toBeGreaterThan(PEOPLE);
  for (let day = 0; day < 3; day += 1) await plannedTimeComes(portal);
  await lapseOffers.run(portal.app);
}

/** What each reference came to, as the walkers expect it: `PAID`, `PAID second`, `HELD`. */
async function becameOf(walked: readonly Fated[]): Promise<Record<string, string>> {
  const rows = await portal.db.selectFrom("payment_reference").select(["rrr", "state", "surplus"]).execute();
  const wanted = new Set(walked.flatMap(({ expected }) => [...expected.keys()]));
  expect(rows.length).toBe(wanted.size);
  return Object.fromEntries(rows.map(({ rrr, state, surplus }) => [rrr, surplus ? `${state} ${surplus}` : state]));
}

/** Slip, letters, receipts and the public page say what became of it. */
async function expectPapers({ me, applications, person, fate }: Fated): Promise<void> {
  for (const { _id, rrr, accepted } of applications) {
    const slip = JSON.stringify((await granted(me.get(`/ms_applications/${_id}`))).body);
    expect(slip).toContain(rrr);
    expect(slip).toContain(person.registration.lastname);
    const { body: letter } = await me.get(`/ms_applications/letter/${_id}`);
    if (!accepted) {
      expect(letter.accepted ?? false, fate).toBe(false);
      continue;
    }
    expect(letter).toMatchObject({ accepted: true, acceptanceFee: { status: true, surplus: null } });
    const { body: receipt } = await granted(me.get(`/ms_acceptance_fee_rrr/receipt/${_id}`));
    expect(receipt.RRR).toBe(letter.acceptanceFee.RRR);
    for (const paper of [letter.genuineAcceptance, receipt.genuine]) {
      const { body } = await granted(caller(portal).get(`/genuine/${paper.split("/").at(-1)}`));
      expect(body).toMatchObject({ valid: true });
    }
  }
}
