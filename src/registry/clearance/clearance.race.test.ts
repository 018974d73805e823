import { sql } from "kysely";
import { afterEach, expect, inject, test } from "vitest";
import { acceptedPeople, clearanceLine, stepOf } from "../../../testing/accepted-people.ts";
import type { Reply } from "../../../testing/applicant.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { staffMember } from "../../../testing/staff.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutClearanceLock, withoutListLock } from "../../../testing/without-guard.ts";
import { impossibleClearances } from "./clearance.impossible.server.ts";

// Two offices decide about one line in opposite ways at once; two offices tick one person at once; the list changes while a
// place is accepted.

let portal: TestPortal;
afterEach(() => portal.stop());

const pages = ["clearance", "clearance.change"] as const;
const OATH = "Oath and undertaking signed";
const SEEN = "Original certificates seen";

/** What is found broken of the clearance itself. */
async function broken(): Promise<string[]> {
  const names: string[] = [];
  for (const { name, rows } of impossibleClearances)
    if ((await rows.execute(portal.db)).rows.length > 0) names.push(name);
  return names;
}

async function opposite(person: string): Promise<{ replies: Reply[]; decisions: number }> {
  const [one, other] = [await staffMember(portal, { pages }), await staffMember(portal, { pages })];
  const { _id } = await clearanceLine(portal, person, OATH);
  const tick = (who: typeof one, to: "Cleared" | "Refused") =>
    who.post("/staff/ms_clearance/tick", stepOf([_id], to, { reason: "Not signed by a parent" }));
  const replies = await whileTableHeld(portal, "clearance", 2, () =>
    Promise.all([tick(one, "Cleared"), tick(other, "Refused")]),
  );
  const { rows } = await sql`select from portal.audit where subject = ${`clearance:${_id}`}`.execute(portal.db);
  return { replies, decisions: rows.length };
}

test("of two opposite ticks one wins, and the other office hears who decided and when", async () => {
  portal = await startPortal(inject("place"));
  const [person = ""] = await acceptedPeople(portal, { count: 1 });
  const { replies, decisions } = await opposite(person);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "state-has-moved",
    message: expect.stringMatching(/is (cleared|refused): Mrs Hauwa Sani decided so on .+, not open as you saw it/),
  });
  expect([decisions, await broken()]).toEqual([1, []]);
});

test("without the lock on the file both offices would be told that they decided", async () => {
  portal = await startPortal(inject("place"));
  const [person = ""] = await acceptedPeople(portal, { count: 1 });
  await withoutClearanceLock(portal);
  const { replies, decisions } = await opposite(person);
  expect([replies.map(({ status }) => status), decisions]).toEqual([[200, 200], 2]);
});

test("two offices that tick one person at once are both counted", async () => {
  portal = await startPortal(inject("place"));
  const [person = ""] = await acceptedPeople(portal, { count: 1 });
  const officers = await Promise.all([staffMember(portal, { pages }), staffMember(portal, { pages })]);
  const lines = await Promise.all([OATH, SEEN].map((label) => clearanceLine(portal, person, label)));
  await whileTableHeld(portal, "clearance", 2, () =>
    Promise.all(
      officers.map((who, at) =>
        granted(who.post("/staff/ms_clearance/tick", stepOf([lines[at]?._id ?? ""], "Cleared"))),
      ),
    ),
  );
  expect(await broken()).toEqual([]);
  const { open } = await portal.db.selectFrom("clearance_file").select("open").executeTakeFirstOrThrow();
  expect(open).toBe(4);
});

/** Somebody accepts a place, and an item is added before that is kept; answers what is broken then. */
async function addedMeanwhile(waiters: number): Promise<string[]> {
  const [person = ""] = await acceptedPeople(portal, { count: 1 });
  await portal.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const table of ["clearance", "clearance_file", "acceptance"])
      await sql`delete from ${sql.table(`portal.${table}`)} where application = ${person}`.execute(trx);
    await sql`update portal.review set state = 'Offered' where _id = ${person}`.execute(trx);
    await sql`update portal.offer set accepted = false where application = ${person}`.execute(trx);
  });
  const registrar = await staffMember(portal, { pages: ["clearance-items", "clearance-items.change"] });
  const form = { label: "Library card", whereto: "Library", bring: "Two photographs", status: true };
  const asking = await portal.db.transaction().execute(async (trx) => {
    await sql`insert into portal.acceptance (application, applicant, programme, session, payment, paidon)
      select _id, applicant, programme, session, payment, now() from portal.application where _id = ${person}`.execute(
      trx,
    );
    const asked = granted(registrar.post("/staff/ms_clearance_item", form));
    if (waiters > 0) await untilWaiting(portal, waiters);
    else await asked;
    return { asked };
  });
  await asking.asked;
  return broken();
}

/** An office gives an item to the programmes' departments while a programme moves; how many questions stay where it was. */
async function movedMeanwhile(waiters: number): Promise<number> {
  const [person = ""] = await acceptedPeople(portal, { count: 1 });
  const office = sql`update portal.clearance_item set department = (select _id from portal.department limit 1) where label = ${OATH}`;
  await office.execute(portal.db);
  const moving = await portal.db.transaction().execute(async (trx) => {
    await sql`update portal.clearance_item set department = null where label = ${OATH}`.execute(trx);
    const moved =
      sql`update portal.programme p set department = (select _id from portal.department d where d._id <> p.department limit 1)
        where _id = (select programme from portal.application where _id = ${person})`.execute(portal.db);
    if (waiters > 0) await untilWaiting(portal, waiters);
    else await moved;
    return { moved };
  });
  await moving.moved;
  const { rows } =
    await sql`select from portal.clearance c join portal.clearance_file f on f.application = c.application
    join portal.clearance_item i on i._id = c.item join portal.programme p on p._id = f.programme
    where i.department is null and c.department <> p.department`.execute(portal.db);
  return rows.length;
}

test("an item that is added while somebody accepts a place is asked of that person too", async () => {
  portal = await startPortal(inject("place"));
  expect(await addedMeanwhile(1)).toEqual([]);
});

test("without the lock on the list nobody would ask for it", async () => {
  portal = await startPortal(inject("place"));
  await withoutListLock(portal);
  expect(await addedMeanwhile(0)).toEqual(["clearance-not-asked"]);
});

test("a programme that moves while an item becomes its department's takes that question along", async () => {
  portal = await startPortal(inject("place"));
  expect(await movedMeanwhile(1)).toBe(0);
});

test("without the lock on the list it would stay with the earlier department", async () => {
  portal = await startPortal(inject("place"));
  await withoutListLock(portal);
  expect(await movedMeanwhile(0)).toBe(1);
});

test("ticks of a thousand people in one statement take no longer because one was ticked before", async () => {
  portal = await startPortal(inject("place"));
  await acceptedPeople(portal, { count: 1_000 });
  const tick = (some: ReturnType<typeof sql>) =>
    portal.db.connection().execute(async (one) => {
      await sql`set statement_timeout = '6s'`.execute(one);
      for (const which of [sql`_id = (select _id from portal.clearance limit 1)`, some])
        await sql`update portal.clearance set state = 'Cleared', "decidedAt" = now(),
          decidedby = (select _id from portal.staff limit 1) where state = 'Open' and ${which}`.execute(one);
      await sql`reset statement_timeout`.execute(one);
    });
  await tick(sql`not proofasked`);
  expect(await broken()).not.toContain("clearance-miscounted");
});
