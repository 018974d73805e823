import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { asDay } from "#kit/value/dates.rules.ts";
import { portalItself } from "#platform/write/perform.server.ts";
import { brand } from "#reference/brand/brand.rules.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { alsoApplied, candidate, dueIn, offer, offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { lapseOffers, remindOfOffers } from "./acceptance/acceptance.job.server.ts";
import { releaseOffer } from "./offer.server.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const list = "/ms_applications";
const offeredList = `${list}/offered/admission`;

test("before a release nothing tells of an offer", async () => {
  const one = await candidate(portal);
  const [seen] = (await one.get(list)).body;
  expect(seen).toMatchObject({ status: 0, acceptanceFee: null, due: null, reason: null, letter: false });
  expect(seen.stage).toBe("Received by the admissions office");
  expect((await one.get(offeredList)).body).toEqual([]);
  expect((await one.get(`${list}/letter/${one.application}`)).body).toMatchObject({
    type: "error",
    code: "no-offer",
    message: expect.stringContaining("has not made an offer"),
  });
});

test.each([
  [1, "Admission offered", null],
  [2, "Admission offered under a condition", "Show the originals of your results and certificates at the screening"],
] as const)(
  "an offer of %i is shown with its last day two weeks later, and sent by mail",
  async (kind, stage, reason) => {
    const one = await candidate(portal);
    const { due } = await offer(portal, one, kind);
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Lagos" }).format(new Date());
    expect((Date.parse(due) - Date.parse(today)) / 86_400_000).toBe(14);
    const [seen] = (await one.get(offeredList)).body;
    expect(seen).toMatchObject({
      _id: one.application,
      status: kind,
      stage,
      reason,
      due,
      acceptable: true,
      letter: false,
    });
    expect((await one.get(list)).body).toEqual([seen]);
    const letters = await portal.letters(one.emailaddress, 2);
    const told = letters.filter(({ text }) => text.includes(`${brand.name} offers you`));
    expect(told.map(({ text }) => text.includes(one.code) && text.includes(asDay(due)))).toEqual([true]);
    const [audit] = await portal.db
      .selectFrom("audit")
      .selectAll()
      .where("subject", "=", `application:${one.application}`)
      .where("deed", "=", "offer.release")
      .execute();
    expect(audit).toMatchObject({ actorkind: "system", after: { kind, due } });
  },
);

test("an offer is released once: of twenty parallel releases, opposite ones among them, one succeeds", async () => {
  const one = await candidate(portal);
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) => offer(portal, one, at % 2 === 0 ? 1 : 2)),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(offer(portal, one)).rejects.toMatchObject({
    code: "offer-made-already",
    message: expect.stringContaining("has an offer already"),
  });
  const rows = await portal.db.selectFrom("offer").selectAll().where("application", "=", one.application).execute();
  expect(rows).toHaveLength(1);
});

test("an unknown code, and a session without an acceptance fee, are refused with what to do", async () => {
  const release = (code: string) => releaseOffer(portal.app.portal, portalItself, { code, kind: 1 });
  await expect(release("2026/NCE/2222-2222")).rejects.toMatchObject({
    code: "application-not-found",
    message: expect.stringContaining("No application has the code"),
  });
  const one = await candidate(portal);
  await portal.db.updateTable("acceptance_fee_item").set({ status: false }).execute();
  await expect(release(one.code)).rejects.toMatchObject({
    code: "fee-not-set",
    message: expect.stringContaining("acceptance fee of 2026/2027 is not set yet"),
  });
  await portal.db.updateTable("acceptance_fee_item").set({ status: true }).execute();
  await release(` ${one.code.toLowerCase()} `);
});

test("the status that an applicant reads changes with an offer only, and an offer never changes", async () => {
  const one = await candidate(portal);
  const set = portal.db.updateTable("application").where("_id", "=", one.application);
  await expect(set.set({ status: 1 }).execute()).rejects.toThrow("has the status of its offer");
  await offer(portal, one, 2);
  await expect(set.set({ status: 1 }).execute()).rejects.toThrow("has the status of its offer");
  const change = portal.db.updateTable("offer").where("application", "=", one.application);
  await expect(change.set({ kind: 1, condition: null }).execute()).rejects.toThrow("does not change");
  await expect(portal.db.deleteFrom("offer").execute()).rejects.toThrow();
});

test("another's offer is nowhere, and its letter is 404", async () => {
  const [owner, other] = [await offered(portal), await candidate(portal)];
  expect((await other.get(offeredList)).body).toEqual([]);
  expect((await other.get(`${list}/letter/${owner.application}`)).status).toBe(404);
});

test("an offer over its last day has lapsed for its owner, by the day in Lagos", async () => {
  const one = await offered(portal);
  await dueIn(portal, one, 0);
  expect((await one.get(offeredList)).body[0]).toMatchObject({ acceptable: true });
  await dueIn(portal, one, -1);
  const [seen] = (await one.get(offeredList)).body;
  expect(seen).toMatchObject({ stage: "The offer has lapsed", acceptable: false, status: 1 });
  expect(seen.reason).toContain("It was to be accepted by");
});

test("reminders go out 7, 3 and 1 days before the last day and on it, once each, and a lapse is told once", async () => {
  const one = await offered(portal);
  // The letter of the release says the same on its own day.
  await dueIn(portal, one, 7);
  await remindOfOffers.run(portal.app);
  await portal.db.updateTable("offer").set({ lapsedAt: null }).where("application", "=", one.application).execute();
  const sent = async () =>
    (await portal.db.selectFrom("offer_reminder").select("days").where("offer", "=", one.application).execute()).map(
      ({ days }) => days,
    );
  expect(await sent()).toEqual([]);
  await portal.app.portal.pool.query("alter table portal.offer disable trigger offer_guard");
  await portal.app.portal.pool.query(`update portal.offer set "releasedAt" = now() - interval '8 days'`);
  await portal.app.portal.pool.query("alter table portal.offer enable trigger offer_guard");
  for (const days of [8, 7, 7, 3, 1, 0]) {
    await dueIn(portal, one, days);
    await Promise.all([remindOfOffers.run(portal.app), remindOfOffers.run(portal.app)]);
  }
  expect((await sent()).sort()).toEqual([0, 1, 3, 7]);
  await dueIn(portal, one, -1);
  await Promise.all([lapseOffers.run(portal.app), lapseOffers.run(portal.app)]);
  await lapseOffers.run(portal.app);
  const letters = (await portal.letters(one.emailaddress, 7)).filter(({ text }) => text.includes(one.code));
  expect(letters.filter(({ subject }) => subject.includes("has lapsed"))).toHaveLength(1);
  expect(letters.filter(({ subject }) => subject.includes("accept your offer"))).toHaveLength(4);
});

test("the letter states the terms of the day of the release, whatever is renamed later", async () => {
  const one = await offered(portal);
  await portal.db.insertInto("setting").values({ name: "admissionLetter", value: '"offered"' }).execute();
  const before = (await one.get(`${list}/letter/${one.application}`)).body;
  expect(before).toMatchObject({ code: one.code, status: 1, duration: expect.any(Number), accepted: false });
  await portal.db
    .updateTable("programme")
    .set({ name: "Renamed", durationyears: 7 })
    .where("_id", "=", before.programme._id)
    .execute();
  const after = (await one.get(`${list}/letter/${one.application}`)).body;
  expect(after).toEqual({ ...before, asOf: after.asOf });
  await portal.db.deleteFrom("setting").where("name", "=", "admissionLetter").execute();
});

test("two applications of one person are offered apart", async () => {
  const first = await candidate(portal, 3);
  const second = await alsoApplied(portal, first, 4);
  await offer(portal, second);
  const { body } = await first.get(list);
  expect(body.map(({ status }: { status: number }) => status)).toEqual([1, 0]);
});
