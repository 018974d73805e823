import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { inDays } from "../../../testing/days.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { type Candidate, candidate, offer } from "../../../testing/offered-applicant.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";
import { tellOfPromises } from "./promised-day.job.server.ts";

let portal: TestPortal;
let registrar: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await officer(portal);
});
afterEach(() => expectInvariants(portal.db));
afterAll(() => portal.stop());

const officer = (on: TestPortal) =>
  staffMember(on, { pages: ["dashboard", "promised-days", "promised-days.change", "offers"] });
const programmeOf = async ({ application }: Candidate) =>
  (
    await portal.db
      .selectFrom("application")
      .select("programme")
      .where("_id", "=", application)
      .executeTakeFirstOrThrow()
  ).programme;
const promise = (who: StaffMember, form: object) => granted(who.post("/staff/ms_promised_day", form));
const seen = async (one: Candidate) => (await one.get("/ms_applications")).body[0];
const mailsTo = async (on: TestPortal, { emailaddress }: Candidate) =>
  (await on.db.selectFrom("outgoing_mail").select("subject").where("recipient", "=", emailaddress).execute())
    .map(({ subject }) => subject)
    .filter((subject) => /decision (is late|comes by)/.test(subject));
const tell = () => tellOfPromises.run(portal.app);

/** As if the day had been promised for so many days ago: a form takes any day. */
const over = (on: TestPortal, programme: string, days: number) =>
  on.app.portal.pool.query(
    `update portal.promised_day set day = (now() at time zone 'Africa/Lagos')::date - $2::int where programme = $1`,
    [programme, days],
  );

test("who waits reads the promised day, then that the college is late, gets one mail, and stands on the office's list", async () => {
  const one = await candidate(portal, 1);
  const programme = await programmeOf(one);
  expect(await seen(one)).toMatchObject({ next: expect.not.stringContaining("promises") });
  await promise(registrar, { programme, day: inDays(20) });
  expect((await registrar.post("/staff/ms_promised_day", { programme, day: inDays(30) })).body).toMatchObject({
    errors: { programme: expect.stringContaining("There is a day for this already") },
  });
  expect(await seen(one)).toMatchObject({
    stage: "Received by the admissions office",
    next: expect.stringContaining("which it promises by"),
  });
  await tell();
  expect(await mailsTo(portal, one), "the first day stands on the page").toEqual([]);

  await over(portal, programme, 2);
  expect(await seen(one)).toMatchObject({
    stage: "The college is late with its decision",
    reason: expect.stringContaining("It was promised by"),
    leaving: "withdraw",
  });
  await tell();
  await tell();
  expect(await mailsTo(portal, one)).toEqual([expect.stringContaining("our decision is late")]);
  const { list } = (await granted(registrar.get(`/staff/ms_late_decision?programme=${programme}`))).body;
  expect(list).toMatchObject([{ code: one.code, dayslate: 2 }]);
  const board = (await granted(registrar.get("/staff/ms_staff_dashboard"))).body;
  expect(JSON.stringify(board)).toContain("past the promised day");

  const { rows } = await portal.app.portal.pool.query<{ _id: string; version: number }>(
    "select _id, version from portal.promised_day where programme = $1",
    [programme],
  );
  const session = (await seen(one)).session._id;
  await granted(registrar.put(`/staff/ms_promised_day/${rows[0]?._id}`, { session, programme, day: inDays(9) }));
  await tell();
  await tell();
  expect(await mailsTo(portal, one)).toHaveLength(2);
  expect((await mailsTo(portal, one))[1]).toContain("our decision comes by");
  expect(await seen(one)).toMatchObject({ stage: "Received by the admissions office" });
});

test("who is decided about is not late, and whoever withdraws after the day is counted as such", async () => {
  const [waits, has] = [await candidate(portal, 2), await candidate(portal, 2)];
  const programme = await programmeOf(waits);
  await promise(registrar, { programme, day: inDays(1) });
  await over(portal, programme, 1);
  await offer(portal, has);
  await tell();
  expect(await mailsTo(portal, has)).toEqual([]);
  await granted(waits.post(`/ms_applications/${waits.application}/withdraw`, { reason: "Cost" }));
  const counts = (await granted(registrar.get(`/staff/ms_reason_count?programme=${programme}`))).body.list;
  expect(counts).toMatchObject([{ what: "Withdrawn", reason: "Cost", count: 1, late: 1 }]);
  expect((await registrar.get(`/staff/ms_late_decision?programme=${programme}`)).body.list).toEqual([]);
});

const guards: readonly (readonly [by: string, remove: (on: TestPortal) => Promise<void>, mails: number])[] = [
  ["the key of what was told", async () => {}, 1],
  ["nothing", (on) => withoutConstraint(on, "promise_told", "promise_told_once"), 2],
];

test.each(guards)("two rounds that meet, held by %s", async (_by, remove, mails) => {
  const on = await startPortal(inject("place"));
  try {
    const one = await candidate(on);
    const who = await officer(on);
    const { programme } = await on.db.selectFrom("application").select("programme").executeTakeFirstOrThrow();
    await promise(who, { programme, day: inDays(1) });
    await over(on, programme, 1);
    await remove(on);
    await whileTableHeld(on, "outgoing_mail", 2, () =>
      Promise.all([tellOfPromises.run(on.app), tellOfPromises.run(on.app)]),
    );
    expect(await mailsTo(on, one)).toHaveLength(mails);
  } finally {
    await on.stop();
  }
});
