import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { makeAcceptance } from "../../../../testing/admitted-applicant.ts";
import { inDays } from "../../../../testing/days.ts";
import { frozenRunOf } from "../../../../testing/frozen-run.ts";
import { type Candidate, candidate, dueIn, offer } from "../../../../testing/offered-applicant.ts";
import { tenSecondsLater } from "../../../../testing/payer.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  applicationsFor,
  approve,
  expectSeatsKept,
  minuteComes,
  type ReleaseDesk,
  releaseDesk,
  setSeats,
  soon,
} from "../../../../testing/release-desk.ts";
import { sandboxControl } from "../../../../testing/sandbox-control.ts";
import { granted } from "../../../../testing/walk.ts";
import { lapseOffers } from "../acceptance/acceptance.job.server.ts";
import { releaseWhatIsDue } from "../release-line/release-line.job.server.ts";

let portal: TestPortal;
let desk: ReleaseDesk;
let place: { programme: string; session: string };
let lapsed: Candidate;
let unsure: Candidate;
let queue: string[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
  lapsed = await candidate(portal);
  unsure = await candidate(portal);
  const { ids, programme, session } = await applicationsFor(portal, 0, 4, 2);
  queue = ids;
  place = { programme, session };
  await frozenRunOf(portal, desk, [lapsed.application, unsure.application, ...queue.toReversed()]);
  await offer(portal, lapsed);
  await offer(portal, unsure);
});
afterEach(() => expectSeatsKept(portal));
afterAll(() => portal.stop());

const path = "/staff/ms_replacement";
const standing = async () =>
  (await granted(desk.registrar.get(`${path}/${place.session}`))).body.programmes.find(
    ({ programme }: { programme: string }) => programme === place.programme,
  );
const replace = (count: number) => desk.registrar.post(path, { ...place, count, minute: soon() });
let rrr: string;

test("a lapsed offer keeps its seat for the days of grace, and while its payment may still be heard of", async () => {
  rrr = await makeAcceptance(unsure);
  await portal.db
    .updateTable("payment_reference")
    .set({ checkedAt: new Date(Date.now() - 6 * 86_400_000).toISOString() })
    .where("rrr", "=", rrr)
    .execute();
  await dueIn(portal, lapsed, -3);
  await dueIn(portal, unsure, -4);
  await lapseOffers.run(portal.app);
  expect(await standing()).toMatchObject({
    seats: 2,
    taken: 2,
    free: 0,
    lapsed: 2,
    ready: 0,
    unsure: 1,
    waiting: 4,
    most: 0,
  });
  expect((await replace(1)).body).toMatchObject({
    code: "no-seat-left",
    errors: { count: expect.stringMatching(/has 0 places to give on now/) },
  });
  await dueIn(portal, lapsed, -4);
  expect(await standing()).toMatchObject({ ready: 1, unsure: 1, most: 1 });
  expect((await replace(2)).body).toMatchObject({
    code: "no-seat-left",
    errors: { count: expect.stringMatching(/has 1 place to give on now/) },
  });
  expect(await standing()).toMatchObject({ taken: 2, lapsed: 2 });
});

test("its seat is given on to the next of the waiting list by a list that a second person approves", async () => {
  const called = (emailaddress: string) =>
    portal.db.updateTable("staff").set({ emailaddress }).where("_id", "=", desk.registrar._id).execute();
  await called(lapsed.emailaddress);
  expect((await replace(1)).status, "of one's own").toBe(403);
  await called(desk.registrar.emailaddress);
  const { _id, freed } = (await granted(replace(1))).body;
  expect(freed).toBe(1);
  const freedRow = (await desk.registrar.get(`/staff/ms_offer/${lapsed.application}`)).body;
  expect(freedRow).toMatchObject({ standing: "Freed" });
  const due = inDays(5);
  const extend = () =>
    desk.registrar.post("/staff/ms_offer/extend", { ids: [lapsed.application], count: 1, due, reason: "Late" });
  const lines = (await desk.registrar.get(`/staff/ms_release_line?release=${_id}`)).body.list;
  expect(lines).toMatchObject([
    { merit: expect.stringMatching(/^Rank 3, 1st of those who wait/), offered: "Provisional" },
  ]);
  await granted(approve(desk.provost, _id));
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  const offered = await portal.db.selectFrom("offer").select("application").where("release", "=", _id).execute();
  expect(offered).toEqual([{ application: queue.at(-1) }]);
  expect(await standing()).toMatchObject({ taken: 2, free: 0, waiting: 3, lapsed: 1 });
  // It stands again only while another seat is free.
  expect((await extend()).body).toMatchObject({
    code: "no-seat-left",
    message: expect.stringContaining("none is free"),
  });
});

test("a payment in time that is heard of after its seat was given on stands, and is counted beyond the seats", async () => {
  // The bank answers that nothing is paid, after the days of grace; it will be wrong.
  await tenSecondsLater(portal);
  await granted(unsure.get(`/ms_acceptance_fee_rrr/verify/${rrr}`));
  expect(await standing()).toMatchObject({ ready: 1, unsure: 0, most: 1 });
  // Somebody tells of a payment: the bank is asked again before the seat goes.
  await portal.app.portal.pool.query(
    `with hint as (insert into portal.payment_notification (_id, body) values (gen_random_uuid(), '[]') returning _id)
      insert into portal.payment_notification_item (notification, place, digest, rrr, payment)
      select hint._id, 0, '', $1, p._id from hint, portal.payment_reference p where p.rrr = $1`,
    [rrr],
  );
  expect(await standing()).toMatchObject({ ready: 0, unsure: 1 });
  await tenSecondsLater(portal);
  await granted(unsure.get(`/ms_acceptance_fee_rrr/verify/${rrr}`));
  expect(await standing()).toMatchObject({ ready: 1, unsure: 0 });
  const { _id } = (await granted(replace(1))).body;
  await granted(approve(desk.provost, _id));
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  expect(await standing()).toMatchObject({ taken: 2, beyond: 0 });
  const paidOn = new Date(Date.now() - 5 * 86_400_000).toISOString();
  await sandboxControl(portal.sandbox).pay(rrr, { paidOn });
  await tenSecondsLater(portal);
  expect((await unsure.get(`/ms_acceptance_fee_rrr/verify/${rrr}`)).body).toMatchObject({
    state: "PAID",
    surplus: null,
  });
  expect((await unsure.get("/ms_applications")).body[0]).toMatchObject({ accepted: true });
  expect(await standing()).toMatchObject({ seats: 2, taken: 3, beyond: 1, free: 0, most: 0 });
  const intake = portal.db.selectFrom("intake").select(["taken", "beyond"]).where("programme", "=", place.programme);
  expect(await intake.where("session", "=", place.session).executeTakeFirst()).toEqual({ taken: 3, beyond: 1 });
  // A seat more is taken by whom it is owed to.
  await setSeats(portal, place, 3);
  expect(await standing()).toMatchObject({ taken: 3, free: 0 });
  expect((await replace(1)).body).toMatchObject({
    code: "no-seat-left",
    errors: { count: expect.stringMatching(/has 0 places/) },
  });
  await setSeats(portal, place, 4);
  const due = inDays(5);
  const again = { ids: [lapsed.application], count: 1, due, reason: "A seat is free" };
  await granted(desk.registrar.post("/staff/ms_offer/extend", again));
  expect(await standing()).toMatchObject({ taken: 4, beyond: 0, free: 0 });
  expect((await lapsed.get("/ms_applications")).body[0]).toMatchObject({ acceptable: true });
});

test("a replacement whose own offer lapses waits no more: the next round takes the next, and no list takes that file", async () => {
  const first = { application: queue.at(-1) ?? "" };
  const before = (await standing()).waiting;
  await dueIn(portal, first, -4);
  await lapseOffers.run(portal.app);
  expect(await standing()).toMatchObject({ ready: 1, waiting: before, most: 1 });
  const { _id } = (await granted(replace(1))).body;
  const [line] = (await desk.registrar.get(`/staff/ms_release_line?release=${_id}`)).body.list;
  expect(line).toMatchObject({ merit: expect.stringMatching(/^Rank 5, /) });
  // The seat that it has freed is wanted by it, until it goes out.
  expect(await standing()).toMatchObject({ free: 1, elsewhere: 1, waiting: 1, most: 0 });
  expect((await replace(1)).body).toMatchObject({
    code: "no-seat-left",
    errors: { count: expect.stringMatching(/has 0 places to give on now.*without those that other lists want/) },
  });
  const form = { title: "By hand", kind: "Offers", session: desk.session };
  const draft = (await granted(desk.registrar.post("/staff/ms_release", form))).body._id;
  const add = await desk.registrar.post(`/staff/ms_release/${draft}/add`, { ids: [first.application], count: 1 });
  expect(add.body).toMatchObject({ code: "application-not-listable", message: expect.stringContaining("(is Lapsed)") });
});
