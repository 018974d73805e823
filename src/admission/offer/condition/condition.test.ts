import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { makeAcceptance, payAcceptance } from "../../../../testing/admitted-applicant.ts";
import { inDays } from "../../../../testing/days.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Candidate, candidate, offered } from "../../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  approved,
  draftOf,
  minuteComes,
  type ReleaseDesk,
  releaseDesk,
  setSeats,
} from "../../../../testing/release-desk.ts";
import { granted } from "../../../../testing/walk.ts";
import { releaseWhatIsDue } from "../release-line/release-line.job.server.ts";
import { endConditions } from "./condition.server.ts";

let portal: TestPortal;
let desk: ReleaseDesk;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const seen = async (one: Candidate) => (await one.get("/ms_applications")).body[0];
const conditionsOf = async ({ application }: Candidate) =>
  (await granted(desk.registrar.get(`/staff/ms_offer/${application}/conditions`))).body;
const decide = (id: string, form: object) => desk.registrar.post(`/staff/ms_offer_condition/${id}/decide`, form);

test("each line of a condition is ticked by itself, with its day and proof, and the letter says them", async () => {
  const one = await candidate(portal);
  const { programme, session } = await portal.db
    .selectFrom("application")
    .select(["programme", "session"])
    .where("_id", "=", one.application)
    .executeTakeFirstOrThrow();
  await setSeats(portal, { programme, session }, 500);
  const list = await draftOf(desk, [one.application]);
  const { rows } = await portal.app.portal.pool.query("select _id from portal.release_line where release = $1", [list]);
  const form = {
    ids: [rows[0]._id],
    count: 1,
    offered: "Conditional",
    condition: "Credit in English\nBirth certificate",
  };
  await granted(desk.registrar.post(`/staff/ms_release/${list}/offer-as`, { ...form, conditiondue: inDays(20) }));
  await approved(desk, list);
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  expect(await seen(one)).toMatchObject({
    status: 2,
    stage: "Admission offered under a condition",
    conditions: [
      { words: "Credit in English", state: "Open", due: inDays(20), decidedAt: null },
      { words: "Birth certificate", state: "Open", due: inDays(20), decidedAt: null },
    ],
  });
  await makeAcceptance(one);
  const letter = (await granted(one.get(`/ms_applications/letter/${one.application}`))).body;
  expect(letter.condition).toMatch(/^Credit in English \(by \d+ \w+ \d{4}\); Birth certificate \(by/);
  const [first, second] = await conditionsOf(one);
  expect((await decide(first._id, { state: "Met" })).body).toMatchObject({ errors: { note: expect.any(String) } });
  await granted(decide(first._id, { state: "Met", note: "WAEC statement of 2026 seen" }));
  expect((await decide(first._id, { state: "Met", note: "Seen again" })).body).toMatchObject({ code: "already-so" });
  expect((await seen(one)).stage).toBe("Admission offered under a condition");
  await granted(decide(second._id, { state: "Met", note: "Original seen" }));
  expect(await seen(one)).toMatchObject({
    stage: "Admission offered: its conditions are met",
    reason: null,
    conditions: [{ state: "Met", decidedAt: expect.any(String) }, { state: "Met" }],
  });
  expect(await conditionsOf(one)).toMatchObject([{ by: "Mrs Hauwa Bello", note: "WAEC statement of 2026 seen" }, {}]);
  expect(
    (await desk.provost.post(`/staff/ms_offer_condition/${first._id}/decide`, { state: "Not met", note: "No" })).status,
  ).toBe(403);
});

test("a condition that is not met by its day lets the offer lapse, once and with a mail, until the office gives more time", async () => {
  const one = await offered(portal, 2);
  await makeAcceptance(one);
  const [only] = await conditionsOf(one);
  expect(only.due, "one that is released by itself has no day").toBeNull();
  const day = (due: string) =>
    desk.registrar.post(`/staff/ms_offer_condition/${only._id}/day`, { due, reason: "As agreed with the dean" });
  expect((await day(inDays(-1))).body).toMatchObject({ code: "time-is-over" });
  await granted(day(inDays(3)));
  await endConditions.run(portal.app);
  expect((await seen(one)).acceptable).toBe(true);
  await portal.app.portal.pool.query(
    `update portal.offer_condition set due = (now() at time zone 'Africa/Lagos')::date - 1 where _id = $1`,
    [only._id],
  );
  await endConditions.run(portal.app);
  await endConditions.run(portal.app);
  expect(await seen(one)).toMatchObject({
    ...{ acceptable: false, stage: "The offer has lapsed", conditions: [{ state: "Not met" }] },
    reason: expect.stringContaining("It asked for this, which was not met"),
  });
  const mails = portal.db.selectFrom("outgoing_mail").select("subject").where("recipient", "=", one.emailaddress);
  const lapses = (await mails.execute()).filter(({ subject }) => subject.includes("has lapsed"));
  expect(lapses).toHaveLength(1);
  await granted(day(inDays(5)));
  const more = { ids: [one.application], count: 1, due: inDays(10), reason: "More time for the certificate" };
  await granted(desk.registrar.post("/staff/ms_offer/extend", more));
  expect(await seen(one)).toMatchObject({ acceptable: true, conditions: [{ state: "Open" }] });
  await payAcceptance(portal, one);
  expect(await seen(one)).toMatchObject({ accepted: true });
});

test("an accepted place does not lapse by a condition that is not met, and both read it", async () => {
  const one = await payAcceptance(portal, await offered(portal, 2));
  const [only] = await conditionsOf(one);
  await granted(decide(only._id, { state: "Not met", note: "The certificate is of somebody else" }));
  expect(await seen(one)).toMatchObject({ accepted: true, conditions: [{ state: "Not met" }] });
});
