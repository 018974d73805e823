import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Refusal } from "#kit/wire/refusal.server.ts";
import { portalItself } from "#platform/write/perform.server.ts";
import { frozenRunOf } from "../../../../testing/frozen-run.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  applicationsFor,
  approved,
  draftOf,
  expectSeatsKept,
  minuteComes,
  propose,
  type ReleaseDesk,
  releaseDesk,
  setSeats,
  standingsOf,
} from "../../../../testing/release-desk.ts";
import { secondPortal } from "../../../../testing/second-portal.ts";
import { granted } from "../../../../testing/walk.ts";
import { withoutConstraint, withoutReviewLock } from "../../../../testing/without-guard.ts";
import { releaseOffer } from "../offer.server.ts";
import { AT_ONCE, releaseBatch, releaseWhatIsDue } from "../release-line/release-line.job.server.ts";

// Reliability H178, H197, A2: seats under any concurrency, rounds that meet, and rounds that are cut.

let portal: TestPortal;
let desk: ReleaseDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
});
afterAll(() => portal.stop());

const offersOf = async ({ db }: TestPortal, programme: string) =>
  (await db.selectFrom("offer").select("application").where("programme", "=", programme).execute()).length;

/** Until it is answered: a machine that does much else lets some wait for a row longer than they may. */
async function answered(deed: () => Promise<unknown>): Promise<unknown> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await deed();
    } catch (error) {
      if (tried === 20 || (error instanceof Refusal && error.status !== 503)) throw error;
    }
  }
}

/** Sixty people whom two processes offer fifty seats at once: thirty by a list at its minute, the others one by one. */
async function sixtyForFifty(on: TestPortal, who: ReleaseDesk): Promise<number> {
  const other = await secondPortal(on, inject("place"));
  try {
    const { ids, programme } = await applicationsFor(on, 0, 60, 50);
    const list = await approved(who, await draftOf(who, ids.slice(0, 30)));
    await minuteComes(on);
    const codes = await on.db.selectFrom("application").select("code").where("_id", "in", ids.slice(30)).execute();
    const one = (code: string) => answered(() => releaseOffer(other.app.portal, portalItself, { code, kind: 1 }));
    await Promise.allSettled([releaseWhatIsDue(on.app), ...codes.map(({ code }) => one(code))]);
    const { Out = 0, "Held back": held = 0 } = await standingsOf(on, list);
    expect(Out + held).toBe(30);
    return await offersOf(on, programme);
  } finally {
    await other.stop();
  }
}

test("sixty offers for fifty seats from two processes are fifty", async () => {
  expect(await sixtyForFifty(portal, desk)).toBe(50);
  await expectSeatsKept(portal);
});

test("without the constraint of the seats they would be more", async () => {
  const on = await startPortal(inject("place"));
  try {
    const who = await releaseDesk(on);
    await withoutConstraint(on, "intake", "intake_within_seats");
    expect(await sixtyForFifty(on, who)).toBeGreaterThan(50);
  } finally {
    await on.stop();
  }
});

/** Two lists that are made at once from one merit list of five; answers how many lines they have together. */
async function twoFromOne(on: TestPortal, loosen: () => Promise<void>): Promise<number> {
  const who = await releaseDesk(on);
  const { ids } = await applicationsFor(on, 3, 5, 20);
  const run = await frozenRunOf(on, who, ids);
  await loosen();
  const make = (title: string) =>
    who.registrar.post("/staff/ms_release", { title, kind: "Offers", session: who.session, run });
  const made = await whileTableHeld(on, "release_line", 2, () => Promise.all([make("One"), make("Other")]));
  return made.reduce((sum, { body }) => sum + body.count, 0);
}

test("of two lists that are made at once each person is on one; without the lock of their files on both", async () => {
  expect(await twoFromOne(portal, async () => undefined)).toBe(5);
  const on = await startPortal(inject("place"));
  try {
    expect(await twoFromOne(on, () => withoutReviewLock(on))).toBe(10);
  } finally {
    await on.stop();
  }
});

test("a list is not proposed with a line that is slipped in meanwhile, nor sent back twice", async () => {
  const { ids } = await applicationsFor(portal, 3, 2, 20);
  const id = await draftOf(desk, ids.slice(0, 1));
  const path = `/staff/ms_release/${id}`;
  const [added, proposed] = await whileTableHeld(portal, "release", 2, () =>
    Promise.all([desk.registrar.post(`${path}/add`, { ids: ids.slice(1), count: 1 }), propose(desk.registrar, id)]),
  );
  expect([added.body.type, proposed.body.type].sort()).toEqual(["error", "success"]);
  if (proposed.body.type === "error") await granted(propose(desk.registrar, id));
  const reason = { reason: "Another day" };
  const [back, sent] = await whileTableHeld(portal, "release", 2, () =>
    Promise.all([desk.registrar.post(`${path}/take-back`, reason), desk.provost.post(`${path}/send-back`, reason)]),
  );
  expect([back.status, sent.status].sort()).toEqual([200, 409]);
});

test("seats that are lowered under a release end where the offers are: neither goes over the other", async () => {
  const { ids, programme, session } = await applicationsFor(portal, 1, 40, 40);
  const id = await approved(desk, await draftOf(desk, ids));
  await minuteComes(portal);
  const intake = (await desk.registrar.get(`/staff/ms_intake?session=${session}&programme=${programme}`)).body.list[0];
  const lower = (seats: number) => desk.registrar.put(`/staff/ms_intake/${intake._id}`, { session, programme, seats });
  await Promise.all([releaseWhatIsDue(portal.app), ...[30, 20, 10].map(lower)]);
  const after = (await desk.registrar.get(`/staff/ms_intake/${intake._id}`)).body;
  expect(after.taken).toBe(await offersOf(portal, programme));
  expect(after.taken).toBeLessThanOrEqual(after.seats);
  const refused = (await lower(after.taken - 1)).body;
  expect(refused).toMatchObject({
    code: "fewer-seats-than-given",
    errors: { seats: expect.stringContaining(`those that are held in this programme: ${after.taken}`) },
  });
  const { Out = 0, "Held back": held = 0 } = await standingsOf(portal, id);
  expect([Out, Out + held]).toEqual([after.taken, 40]);
  await setSeats(portal, { programme, session }, null);
});

test("a list of which a batch fails keeps no other list waiting", async () => {
  const [stuck, behind] = [await applicationsFor(portal, 4, 3, 900), await applicationsFor(portal, 5, 3, 920)];
  const first = await approved(desk, await draftOf(desk, stuck.ids));
  const second = await approved(desk, await draftOf(desk, behind.ids));
  await minuteComes(portal);
  const { pool } = portal.app.portal;
  await pool.query(`create function portal.fail() returns trigger language plpgsql as $$
    begin if new._id = '${first}' then raise exception 'a passing reason'; end if; return new; end $$;
    create trigger fail before update on portal.release for each row execute function portal.fail()`);
  await expect(releaseWhatIsDue(portal.app)).rejects.toThrow("a passing reason");
  expect(await standingsOf(portal, first)).toEqual({ Waiting: 3 });
  expect(await standingsOf(portal, second), "the list behind it").toEqual({ Out: 3 });
  await pool.query("drop trigger fail on portal.release; drop function portal.fail");
  await releaseWhatIsDue(portal.app);
  expect(await standingsOf(portal, first)).toEqual({ Out: 3 });
});

test("a batch that a crash cuts is undone, and the next round goes on where it was; of two rounds that meet each line goes once", async () => {
  const { ids, programme } = await applicationsFor(portal, 2, AT_ONCE + 20, 500);
  const id = await approved(desk, await draftOf(desk, ids));
  await minuteComes(portal);
  expect(await releaseBatch(portal.app, id)).toBe(true);
  expect(await standingsOf(portal, id)).toEqual({ Out: AT_ONCE, Waiting: 20 });
  // The connection is lost after some lines of the second batch.
  const { pool } = portal.app.portal;
  await pool.query(`create sequence portal.made; create function portal.cut() returns trigger language plpgsql as $$
    begin if nextval('portal.made') = 8 then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$;
    create trigger cut before insert on portal.offer for each row execute function portal.cut()`);
  await expect(releaseWhatIsDue(portal.app)).rejects.toThrow();
  await pool.query("drop trigger cut on portal.offer; drop function portal.cut; drop sequence portal.made");
  expect(await offersOf(portal, programme)).toBe(AT_ONCE);
  const other = await secondPortal(portal, inject("place"));
  try {
    await whileTableHeld(portal, "outgoing_mail", 1, () =>
      Promise.all([releaseWhatIsDue(portal.app), releaseWhatIsDue(other.app), releaseWhatIsDue(other.app)]),
    );
  } finally {
    await other.stop();
  }
  await releaseWhatIsDue(portal.app);
  expect(await standingsOf(portal, id)).toEqual({ Out: AT_ONCE + 20 });
  const { rows } = await pool.query(
    `select recipient, count(*)::int as mails from portal.outgoing_mail
    where recipient like 'many.%' and recipient in (select emailaddress from portal.applicant a
      join portal.application p on p.applicant = a._id where p._id = any($1)) group by 1`,
    [ids],
  );
  expect(rows.map(({ mails }) => mails)).toEqual(ids.map(() => 1));
  const release = await portal.db.selectFrom("release").select(["state", "out"]).where("_id", "=", id).execute();
  expect(release).toEqual([{ state: "Released", out: AT_ONCE + 20 }]);
});
