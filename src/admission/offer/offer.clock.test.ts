import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { asDay, lagosDay } from "#kit/value/dates.rules.ts";
import { makeAcceptance } from "../../../testing/admitted-applicant.ts";
import { inDays } from "../../../testing/days.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { type Candidate, candidate, dueIn, offer, offered } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type ReleaseDesk, releaseDesk } from "../../../testing/release-desk.ts";
import { staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { lapseOffers } from "./acceptance/acceptance.job.server.ts";

let portal: TestPortal;
let desk: ReleaseDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const path = "/staff/ms_offer";
const extend = (chosen: object, due: string) =>
  desk.registrar.post(`${path}/extend`, { reason: "The bank was on strike", due, ...chosen });
const row = async (one: Candidate) => (await granted(desk.registrar.get(`${path}/${one.application}`))).body;

test("the list says where each offer stands, by the day, and is searched and narrowed", async () => {
  const [waiting, other] = [await offered(portal), await offered(portal, 2)];
  await dueIn(portal, other, 2);
  expect(await row(waiting)).toMatchObject({ standing: "Waiting", daysleft: 14, kind: "Provisional", reminders: 0 });
  const { body } = await desk.registrar.get(`${path}?q=${encodeURIComponent(other.code)}`);
  expect(body.list).toMatchObject([{ _id: other.application, daysleft: 2, kind: "Conditional", release: null }]);
  const { list } = (await desk.registrar.get(`${path}?sort=due&standing=Waiting`)).body;
  expect(list[0]._id).toBe(other.application);
  expect((await desk.registrar.get(`${path}?standing=Recalled`)).body).toMatchObject({ list: [], total: 0 });
});

test("a lapsed offer stands again until its new last day, its reference moves along, and its applicant is told", async () => {
  const one = await offered(portal);
  const rrr = await makeAcceptance(one);
  await dueIn(portal, one, -2);
  await lapseOffers.run(portal.app);
  expect(await row(one)).toMatchObject({ standing: "Lapsed", daysleft: null });
  const due = inDays(5);
  await granted(extend({ ids: [one.application], count: 1 }, due));
  expect(await row(one)).toMatchObject({ standing: "Waiting", due });
  const [seen] = (await one.get("/ms_applications")).body;
  expect(seen).toMatchObject({ due, acceptable: true, stage: "Admission offered" });
  const { endsAt } = await portal.db
    .selectFrom("payment_reference")
    .select("endsAt")
    .where("rrr", "=", rrr)
    .executeTakeFirstOrThrow();
  expect(lagosDay(new Date(Date.parse(endsAt) - 1_000).toISOString())).toBe(due);
  const letters = await portal.letters(one.emailaddress, 4);
  expect(letters.map(({ subject }) => subject)).toContainEqual(expect.stringContaining(`you have until ${asDay(due)}`));
  const [line] = await portal.db
    .selectFrom("audit")
    .select(["reason", "after"])
    .where("subject", "=", `application:${one.application}`)
    .where("deed", "=", "offer.extend")
    .execute();
  const looker = await staffMember(portal, { pages: ["applications"] });
  const { timeline } = (await granted(looker.get(`/staff/ms_review/${one.application}/file`))).body;
  const extended = timeline.find(({ reason }: { reason: string | null }) => reason === "The bank was on strike");
  expect(extended.what).toBe(`Offer extended from ${asDay(inDays(-2))} to ${asDay(due)}`);
  expect(line).toEqual({ reason: "The bank was on strike", after: { due, lapsed: false } });
  const review = portal.db.selectFrom("review").select("state").where("_id", "=", one.application);
  expect(await review.execute()).toEqual([{ state: "Offered" }]);
});

test("many are extended or none, and the sentence says which are in the way", async () => {
  const [first, late] = [await offered(portal), await offered(portal)];
  await dueIn(portal, late, 30);
  const chosen = { ids: [first.application, late.application], count: 2 };
  const { body } = await extend(chosen, inDays(20));
  expect(body).toMatchObject({
    code: "offer-not-extendable",
    message: expect.stringMatching(
      /^\S+ may be accepted until .+ already\. Nothing was changed: take it out and try again$/,
    ),
  });
  expect(await row(first)).toMatchObject({ daysleft: 14 });
  await granted(extend(chosen, inDays(40)));
  expect([(await row(first)).due, (await row(late)).due]).toEqual([inDays(40), inDays(40)]);
  const sooner = await extend({ ids: [late.application], count: 1 }, inDays(20));
  expect(sooner.body).toMatchObject({
    code: "day-not-later",
    errors: { due: expect.stringMatching(/^New last day must be after .+, the last day now$/) },
  });
  const over = (await extend(chosen, inDays(-1))).body;
  expect([over.code, over.errors]).toEqual(["time-is-over", { due: "New last day must be today or later" }]);
  expect((await extend(chosen, inDays(400))).body).toMatchObject({
    code: "time-too-far",
    errors: { due: expect.any(String) },
  });
  const wordless = await desk.registrar.post(`${path}/extend`, { ...chosen, due: inDays(50), reason: "" });
  expect([wordless.status, wordless.body.code, wordless.body.errors.reason]).toEqual([
    500,
    "form-invalid",
    "Reason is required",
  ]);
});

test("one's own offer is seen and extended by colleagues only", async () => {
  const one = await candidate(portal);
  await offer(portal, one);
  const { emailaddress } = await portal.db
    .selectFrom("staff")
    .select("emailaddress")
    .where("_id", "=", desk.registrar._id)
    .executeTakeFirstOrThrow();
  const set = (address: string) =>
    portal.db.updateTable("staff").set({ emailaddress: address }).where("_id", "=", desk.registrar._id).execute();
  await set(one.emailaddress);
  const { status, body } = await extend({ ids: [one.application], count: 1 }, inDays(30));
  expect([status, body.code, body.message]).toEqual([403, "own-file", expect.stringContaining("Your own file")]);
  expect((await desk.registrar.get(`${path}?q=${encodeURIComponent(one.code)}`)).body.total).toBe(0);
  expect((await desk.registrar.get(`${path}/${one.application}`)).status).toBe(404);
  await set(emailaddress);
  expect((await desk.registrar.get(`${path}?q=${encodeURIComponent(one.code)}`)).body.total).toBe(1);
});
