import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { allImpossible } from "#app/server/nouns.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { fullApplicant } from "../../../testing/full-applicant.ts";
import { seededChecks, seedImpossible } from "../../../testing/impossible-seeds.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { sandboxControl } from "../../../testing/sandbox-control.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { lookForAll, lookingForImpossible } from "./impossible-state.server.ts";

let portal: TestPortal;
let officer: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["dashboard", "impossible-states", "impossible-states.change"] });
  const accepted = await fullApplicant(portal, 8_300_001);
  await sandboxControl(portal.sandbox).pay(accepted.idFor("/api/ms_acceptance_fee_rrr/pay/:RRR") ?? "");
  const verify = `/ms_acceptance_fee_rrr/verify/${accepted.idFor("/api/ms_acceptance_fee_rrr/verify/:RRR")}`;
  await granted(accepted.get(verify));
  // Somebody else, whose reference is open.
  const other = await fullApplicant(portal, 8_300_002);
  await portal.db.deleteFrom("limits").execute();
  expect((await other.get("/ms_applications")).body).toHaveLength(1);
}, 90_000);
afterAll(() => portal.stop());

const list = async () => (await granted(officer.get("/staff/ms_impossible_state"))).body.list;
const look = () => granted(officer.post("/staff/ms_impossible_state/look"));

/** Does something and takes it back, whatever came of it. */
async function takenBack<R>(work: (trx: Trx) => Promise<R>): Promise<R> {
  const trx = await portal.db.startTransaction().execute();
  try {
    return await work(trx);
  } finally {
    await trx.rollback().execute();
  }
}

test("every check has a name of its own, and a state that it is known to find", () => {
  const names = allImpossible.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect([...names].sort()).toEqual(seededChecks);
});

test("after a whole way through the portal every rule holds", () => expectInvariants(portal.db));

test.each(allImpossible)("$name is found: $sentence", async ({ name, rows }) => {
  const found = await takenBack(async (trx) => {
    await seedImpossible(trx, name);
    return rows.execute(trx);
  });
  expect(found.rows.length).toBeGreaterThan(0);
  for (const row of found.rows) expect(row).toEqual({ subject: expect.stringMatching(/^[\w-]+:.+/) });
});

test("what is found stands in the list since it is known, waits on the dashboard, and goes when it is mended", async () => {
  expect((await look()).body).toMatchObject({ found: 0, checks: allImpossible.length });
  expect(await list()).toEqual([]);
  const lost = newId();
  const daysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString();
  await portal.db
    .insertInto("outgoing_mail")
    .values({ _id: lost, recipient: "a@example.com", subject: "Lost", createdAt: daysAgo })
    .execute();
  await lookingForImpossible(allImpossible).run(portal.app);
  const [first] = await list();
  expect(first).toMatchObject({
    subject: `outgoing_mail:${lost}`,
    sentence: "A mail that waits is tried until it is sent or given up",
  });
  const waits = (await officer.get("/staff/ms_staff_dashboard")).body.waiting;
  expect(waits).toEqual([
    {
      sentence: "One state that should be impossible was found.",
      deed: "See what is wrong",
      link: "/staff/impossible-states",
    },
  ]);
  expect((await look()).body).toMatchObject({
    found: 1,
    message: `1 of ${allImpossible.length} rules does not hold`,
  });
  const [again] = await list();
  expect(again).toMatchObject({ _id: first._id, createdAt: first.createdAt });
  expect(again.seenAt > first.seenAt).toBe(true);
  await portal.db.updateTable("outgoing_mail").set({ state: "sent" }).where("_id", "=", lost).execute();
  await look();
  expect(await list()).toEqual([]);
  const { rows } = await sql`select after from portal.audit where deed = 'impossible-state.look' order by _id`.execute(
    portal.db,
  );
  expect(rows).toEqual([{ after: {} }, { after: { "mail-waits-for-nobody": 1 } }, { after: {} }]);
});

test("a question that cannot be answered says so, hides no other, and what it had found stays", async () => {
  const broken = { name: "odd", sentence: "Nothing is odd", rows: sql`select 'odd:1' as subject` };
  const slow = { ...broken, rows: sql`select 'odd:1' as subject from portal.no_such_table` };
  const [before, after] = [await lookForAll(portal.db, [broken]), await lookForAll(portal.db, [slow, broken])];
  expect(before).toMatchObject([{ found: 1, trouble: null, subjects: ["odd:1"] }]);
  expect(after).toMatchObject([
    { found: null, trouble: expect.stringContaining("no_such_table"), subjects: [] },
    { found: 1, trouble: null },
  ]);
  const changing = { ...broken, rows: sql`delete from portal.setting returning 'odd:1' as subject` };
  const writing = {
    ...broken,
    rows: sql`select 'odd:' || pg_advisory_lock(1)::text || nextval('portal.odd') as subject`,
  };
  for (const { found } of await lookForAll(portal.db, [changing, writing])) expect(found).toBeNull();
  await lookingForImpossible([broken]).run(portal.app);
  await lookingForImpossible([slow]).run(portal.app);
  expect(await list()).toMatchObject([{ subject: "odd:1" }]);
  await lookingForImpossible(allImpossible).run(portal.app);
  expect(await list()).toEqual([]);
});

test("who may only look does not have the portal look, and nobody does it all day long", async () => {
  const reader = await staffMember(portal, { pages: ["impossible-states"] });
  const head = await staffMember(portal, {
    pages: ["impossible-states", "impossible-states.change"],
    scope: "department",
  });
  const checks = (await reader.get("/staff/ms_impossible_state/checks")).body;
  expect(checks).toHaveLength(allImpossible.length);
  expect(checks[0]).toMatchObject({ found: 0, trouble: null, lookedAt: expect.any(String), took: expect.any(Number) });
  expect((await reader.post("/staff/ms_impossible_state/look")).status).toBe(403);
  expect((await head.post("/staff/ms_impossible_state/look")).status).toBe(403);
  const asked = await Promise.all(Array.from({ length: 8 }, () => officer.post("/staff/ms_impossible_state/look")));
  expect(asked.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
});
