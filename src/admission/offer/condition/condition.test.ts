import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { makeAcceptance, payAcceptance } from "../../../../testing/admitted-applicant.ts";
import { inDays } from "../../../../testing/days.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { type Candidate, candidate, offered } from "../../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  approve,
  approved,
  draftOf,
  minuteComes,
  propose,
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

test("a condition whose day is over goes on no list, and goes out with none", async () => {
  const one = await candidate(portal);
  const list = await draftOf(desk, [one.application]);
  const { pool } = portal.app.portal;
  const { rows } = await pool.query("select _id from portal.release_line where release = $1", [list]);
  const form = { ids: [rows[0]._id], count: 1, offered: "Conditional" };
  const offerAs = (days: number) =>
    desk.registrar.post(`/staff/ms_release/${list}/offer-as`, { ...form, conditiondue: inDays(days) });
  expect((await offerAs(-1)).body).toMatchObject({
    code: "time-is-over",
    errors: { conditiondue: expect.stringContaining("today or a later day") },
  });
  await granted(offerAs(2));
  const over = { code: "condition-over", message: expect.stringContaining(one.code) };
  const inThree = { minute: `${inDays(3)}T12:00:00Z` };
  expect((await propose(desk.registrar, list, inThree)).body, "over before the list goes out").toMatchObject(over);
  await granted(propose(desk.registrar, list));
  await dayOfLine(list, -1);
  expect((await approve(desk.provost, list)).body).toMatchObject(over);
  await dayOfLine(list, 2);
  await granted(approve(desk.provost, list));
  await dayOfLine(list, -1);
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  const { rows: lines } = await pool.query("select standing, held from portal.release_line where release = $1", [list]);
  expect(lines).toEqual([{ standing: "Held back", held: expect.stringContaining("by a day that is over") }]);
  expect(await seen(one)).toMatchObject({ status: 0 });
});

/** Days pass for the condition of a list's only line; negative is over. */
async function dayOfLine(list: string, days: number): Promise<void> {
  const { pool } = portal.app.portal;
  await pool.query("alter table portal.release_line disable trigger release_line_guard");
  await pool.query("update portal.release_line set conditiondue = $2 where release = $1", [list, inDays(days)]);
  await pool.query("alter table portal.release_line enable trigger release_line_guard");
}

test("nobody ends an offer that is not accepted by one word before the condition's day is over", async () => {
  const one = await offered(portal, 2);
  const [only] = await conditionsOf(one);
  const no = { state: "Not met", note: "It will not come" };
  expect((await decide(only._id, no)).body).toMatchObject({
    code: "condition-not-over",
    message: expect.stringContaining("has no day yet"),
  });
  const form = { due: inDays(0), reason: "As agreed with the dean" };
  await granted(desk.registrar.post(`/staff/ms_offer_condition/${only._id}/day`, form));
  expect((await decide(only._id, no)).body).toMatchObject({
    code: "condition-not-over",
    message: expect.stringContaining("can be met until"),
  });
  expect(await seen(one)).toMatchObject({ acceptable: true });
  await portal.app.portal.pool.query(
    `update portal.offer_condition set due = (now() at time zone 'Africa/Lagos')::date - 1 where _id = $1`,
    [only._id],
  );
  await granted(decide(only._id, no));
  expect(await seen(one)).toMatchObject({ acceptable: false, stage: "The offer has lapsed" });
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
