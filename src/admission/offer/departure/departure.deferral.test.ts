import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeAcceptance, payAcceptance } from "../../../../testing/admitted-applicant.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Candidate, candidate, dueIn, offered } from "../../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { openProgramme } from "../../../../testing/ready-applicant.ts";
import { expectSeatsKept, type ReleaseDesk, releaseDesk, setSeats } from "../../../../testing/release-desk.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { offerDeferred } from "./departure.return.server.ts";

let portal: TestPortal;
let desk: ReleaseDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
  await deferralIs("yes");
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await expectSeatsKept(portal);
  await portal.stop();
});

const deferralIs = (value: "yes" | "no") =>
  sql`insert into portal.setting (name, value) values ('deferral', ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(portal.db);
const defer = (one: Candidate, form: object = { reason: "Cost" }) =>
  one.post(`/ms_applications/${one.application}/defer`, form);
const leavingOf = async (one: Candidate) => (await one.get(`/ms_applications/${one.application}/leaving`)).body;
const seen = async (one: Pick<Candidate, "get">, application: string) =>
  (await one.get("/ms_applications")).body.find(({ _id }: { _id: string }) => _id === application);
const placeOf = (application: string) =>
  portal.db
    .selectFrom("application")
    .select(["programme", "session"])
    .where("_id", "=", application)
    .executeTakeFirstOrThrow();
const takenOf = async (place: { programme: string; session: string }): Promise<number> =>
  (
    await portal.db
      .selectFrom("intake")
      .select("taken")
      .where("programme", "=", place.programme)
      .where("session", "=", place.session)
      .executeTakeFirstOrThrow()
  ).taken;
const departure = async ({ code }: Candidate) =>
  (await desk.registrar.get(`/staff/ms_departure?q=${encodeURIComponent(code)}`)).body.list[0];
const stateOf = (rrr: string) =>
  portal.db
    .selectFrom("payment_reference")
    .select(["amount_kobo", "state"])
    .where("rrr", "=", rrr)
    .executeTakeFirstOrThrow();
const propose = (id: string) =>
  desk.registrar.post(`/staff/ms_departure/${id}/propose`, { reason: "The year is over" });
const approve = (id: string) => desk.provost.post(`/staff/ms_departure/${id}/approve`, {});

/** The session that admits, and whether it does; everything is copied from the one before. */
async function nextSessionAdmits(): Promise<string> {
  const office = await staffMember(portal, { pages: ["sessions", "sessions.change"] });
  const { _id: from } = await portal.db
    .selectFrom("session")
    .select("_id")
    .where("admission", "=", true)
    .executeTakeFirstOrThrow();
  const form = { code: "2077", name: "2077/2078", semester: 1 };
  const { _id: to } = (await granted(office.post("/staff/ms_session", form))).body;
  await granted(office.post("/staff/ms_session_opening", { from, to }));
  await sql`update portal.session set admission = false where admission`.execute(portal.db);
  await sql`update portal.session set admission = true, opens = now() - interval '1 day', closes = now() + interval '30 days'
    where _id = ${to}`.execute(portal.db);
  return to;
}

test("a place is deferred while the college lets it, until the last day of its offer: the seat is free, and nothing is paid", async () => {
  const one = await offered(portal, 2);
  await deferralIs("no");
  expect(await leavingOf(one)).toMatchObject({ deed: "decline", deferrable: false });
  expect((await defer(one)).body).toMatchObject({ code: "offer-not-deferrable" });
  await deferralIs("yes");
  expect(await leavingOf(one)).toMatchObject({ deed: "decline", deferrable: true });
  const late = await offered(portal);
  await dueIn(portal, late, -1);
  expect(await leavingOf(late)).toMatchObject({ deed: "decline", deferrable: false });
  expect((await defer(late)).body).toMatchObject({ code: "offer-not-deferrable" });
  const paid = await payAcceptance(portal, await offered(portal));
  expect((await defer(paid)).body).toMatchObject({
    code: "offer-accepted-already",
    message: expect.stringContaining("ask the registry to defer your studies"),
  });
  expect((await defer(await candidate(portal))).body).toMatchObject({ code: "no-offer" });
  expect((await late.post(`/ms_applications/${one.application}/defer`, { reason: "Cost" })).status).toBe(404);

  const rrr = await makeAcceptance(one);
  const held = await takenOf(await placeOf(one.application));
  expect((await defer(one, { reason: "Weather" })).body).toMatchObject({ code: "choice-not-found" });
  await granted(defer(one));
  expect(await takenOf(await placeOf(one.application))).toBe(held - 1);
  expect(await seen(one, one.application)).toMatchObject({
    stage: expect.stringContaining("Your place was deferred on"),
    reason: "Your reason: Cost",
    next: expect.stringContaining("the college decides whether it keeps the place for you"),
    leaving: null,
  });
  const { state } = await portal.db
    .selectFrom("payment_reference")
    .select("state")
    .where("rrr", "=", rrr)
    .executeTakeFirstOrThrow();
  expect(state).toBe("CANCELLED");
  expect((await defer(one)).body).toMatchObject({ code: "given-up-already" });
  expect((await portal.letters(one.emailaddress, 3)).at(-1)).toMatchObject({
    subject: expect.stringContaining("your place is deferred"),
  });

  const { _id } = await departure(one);
  await granted(propose(_id));
  expect((await approve(_id)).body, "no session admits yet that comes after it").toMatchObject({
    code: "no-later-session",
  });
  const counted = (await desk.registrar.get("/staff/ms_reason_count?what=Deferred")).body.list;
  expect(counted).toMatchObject([{ reason: "Cost", count: 1 }]);
});

test("in the next session two people keep the place: applying costs nothing, and it is offered again while a seat is free", async () => {
  const one = await offered(portal, 2);
  const { programme } = await placeOf(one.application);
  await sql`update portal.offer_condition set state = 'Met', note = 'Seen at the desk', decidedby = ${desk.provost._id},
    "decidedAt" = now() where application = ${one.application}`.execute(portal.db);
  await granted(defer(one, { reason: "Other", words: "My mother is ill" }));
  const session = await nextSessionAdmits();
  const { _id } = await departure(one);
  await granted(propose(_id));
  const { body: kept } = await granted(approve(_id));
  expect(kept.message).toContain("is kept in 2077/2078");
  expect(await departure(one)).toMatchObject({ state: "Reinstated", returnedAt: null, trouble: null });
  expect((await portal.letters(one.emailaddress, 4)).at(-1)).toMatchObject({
    subject: expect.stringContaining("your place is kept, apply by"),
    text: expect.stringContaining("paid at once, over nothing"),
  });
  expect(await seen(one, one.application)).toMatchObject({
    next: expect.stringContaining("Your place is kept in 2077/2078"),
  });
  await offerDeferred.run(portal.app);
  expect(await departure(one), "nothing is offered to who has not applied").toMatchObject({ returnedAt: null });

  const other = await openProgramme(portal, 5);
  const dear = (await granted(one.post("/ms_application_fee", { programme: other.programme }))).body;
  expect(await stateOf(dear.rrr), "another programme is paid for").toMatchObject({ state: "OPEN" });
  const { body: fee } = await granted(one.post("/ms_application_fee", { programme }));
  expect(await stateOf(fee.rrr)).toEqual({ amount_kobo: 0, state: "PAID" });
  await sql`update portal.admission_requirement set required = false where programme = ${programme} and required`.execute(
    portal.db,
  );
  const { modes } = await portal.db
    .selectFrom("programme")
    .select("modes")
    .where("_id", "=", programme)
    .executeTakeFirstOrThrow();
  const form = { programme, payment: fee.rrr, type: modes.find((mode) => mode !== "COLLEGE") };
  const { body: application } = await granted(one.post("/ms_applications", form));
  expect(await placeOf(application._id)).toEqual({ programme, session });

  await setSeats(portal, { programme, session }, await takenOf({ programme, session }));
  await offerDeferred.run(portal.app);
  expect(await departure(one)).toMatchObject({ returnedAt: null, trouble: expect.stringContaining("No seat is left") });
  await setSeats(portal, { programme, session }, null);
  await Promise.all([offerDeferred.run(portal.app), offerDeferred.run(portal.app)]);
  expect(await departure(one)).toMatchObject({ returnedAt: expect.any(String), trouble: null });
  expect(await seen(one, application._id)).toMatchObject({ status: 2, acceptable: true });
  expect(await seen(one, one.application)).toMatchObject({
    next: "You were offered the place again in 2077/2078: see the newer application",
  });
  expect((await desk.registrar.get("/staff/ms_reason_count?what=Deferred")).body.list).toMatchObject([
    { count: 1 },
    { count: 1 },
  ]);
  // What was met before is met still.
  const conditions = portal.db.selectFrom("offer_condition").select(["state", "note"]);
  expect(await conditions.where("application", "=", application._id).execute()).toEqual([
    { state: "Met", note: "Seen at the desk" },
  ]);
  await payAcceptance(portal, { ...one, application: application._id, code: application.code });
  expect(await seen(one, application._id)).toMatchObject({ accepted: true });
});

test("a place that is kept for who does not apply by the end of the session waits for the next one", async () => {
  const one = await offered(portal);
  await granted(defer(one));
  const { _id } = await departure(one);
  // As if it had been offered a session before.
  const earlier = await portal.db
    .selectFrom("session")
    .select("_id")
    .where("code", "=", "2026")
    .executeTakeFirstOrThrow();
  await sql`alter table portal.departure disable trigger user`.execute(portal.db);
  await portal.db.updateTable("departure").set({ session: earlier._id }).where("_id", "=", _id).execute();
  await sql`alter table portal.departure enable trigger user`.execute(portal.db);
  await granted(propose(_id));
  await granted(approve(_id));
  await offerDeferred.run(portal.app);
  expect(await departure(one)).toMatchObject({ state: "Reinstated" });
  await sql`update portal.session set closes = now() where admission`.execute(portal.db);
  await offerDeferred.run(portal.app);
  expect(await departure(one)).toMatchObject({ state: "Stands", returnsession: null, proposedby: null });
  expect(await seen(one, one.application)).toMatchObject({
    next: expect.stringContaining("When the next session admits"),
  });
  await sql`update portal.session set closes = now() + interval '30 days' where admission`.execute(portal.db);
});

test("the database keeps a deferred place once, and gives it back by an offer of that programme in that session alone", async () => {
  const kept = sql`(select _id from portal.departure where returned is not null)`;
  await expect(
    sql`update portal.departure set returned = null, "returnedAt" = null where _id = ${kept}`.execute(portal.db),
  ).rejects.toThrow("comes back once");
  await expect(
    sql`update portal.departure set returnsession = session where _id = ${kept}`.execute(portal.db),
  ).rejects.toThrow("comes back once");
  const one = await offered(portal);
  await granted(defer(one));
  await expect(
    sql`update portal.departure set returned = application, "returnedAt" = now() where application = ${one.application}`.execute(
      portal.db,
    ),
  ).rejects.toThrow("comes back by an offer");
});
