import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { manyApplications } from "../../../../testing/many-applications.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";
import { withoutReviewLock } from "../../../../testing/without-guard.ts";
import { judgeReviews } from "../review.job.server.ts";

let portal: TestPortal;
let officer: StaffMember;
let colleague: StaffMember;
let ids: string[];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const pages = ["applications", "applications.change"] as const;
  officer = await staffMember(portal, { pages, firstname: "Rakiya" });
  colleague = await staffMember(portal, { pages, firstname: "Musa", lastname: "Eze" });
  ids = await manyApplications(portal.app.portal.pool, { count: 60 });
});
afterAll(() => portal.stop());

const path = "/staff/ms_review";
const read = async (id: string) => (await granted(officer.get(`${path}/${id}/file`))).body;
/** Applications that no test has touched, of one verdict. */
async function fresh(verdict: string, count: number): Promise<string[]> {
  const query = `verdict=${encodeURIComponent(verdict)}&state=Submitted&limit=${count}`;
  return (await granted(officer.get(`${path}?${query}`))).body.list.map(({ _id }: { _id: string }) => _id);
}

test("every application is judged by the clock, and anew once its rules are others", async () => {
  await judgeReviews.run(portal.app);
  const count = async (verdict: string) =>
    (await granted(officer.get(`${path}?verdict=${encodeURIComponent(verdict)}`))).body.total;
  const before = [await count("Qualifies"), await count("One subject short"), await count("Short")];
  expect(before.reduce((sum, one) => sum + one)).toBe(60);
  expect(Math.min(...before)).toBeGreaterThan(0);
  const { rows } = await portal.app.portal.pool.query(
    `select _id, verdict, "judgedAt" from portal.review where verdict <> 'Qualifies' limit 1`,
  );
  const judged = rows[0];
  const { programme } = (await granted(officer.get(`${path}/${judged._id}`))).body;
  const [kept] = await portal.db.selectFrom("intake").selectAll().where("programme", "=", programme._id).execute();
  const rules = { olevel: { minCredits: 1, maxSittings: 2, credits: [], passes: [] } };
  const own = portal.db.updateTable("intake").where("_id", "=", kept?._id ?? "");
  await own.set({ entryrules: JSON.stringify(rules), version: (kept?.version ?? 0) + 1 }).execute();
  await judgeReviews.run(portal.app);
  expect((await granted(officer.get(`${path}/${judged._id}`))).body.verdict).toBe("Qualifies");
  expect(await read(judged._id)).toMatchObject({ version: 2, eligibility: { verdict: "Qualifies", needed: 1 } });
});

test("a file is taken up, checked and brought back with a reason, each with its line", async () => {
  const [id = ""] = await fresh("Short", 1);
  const { code, name } = await read(id);
  const { body } = await granted(officer.post(`${path}/${id}/begin`));
  expect(body).toMatchObject({ message: `${name} (${code}) is being checked now`, version: 2 });
  await granted(officer.post(`${path}/${id}/check`, {}, { "if-match": '"2"' }));
  expect(await read(id)).toMatchObject({ state: "Checked", version: 3 });
  const without = await officer.post(`${path}/${id}/return`, { reason: " " });
  expect([without.status, without.body.code, without.body.errors.reason]).toEqual([
    500,
    "form-invalid",
    "Reason is required",
  ]);
  await granted(officer.post(`${path}/${id}/return`, { reason: "The slip is another's" }));
  const { state, timeline } = await read(id);
  expect(state).toBe("Checking");
  expect(timeline.slice(0, 3)).toMatchObject([
    { who: "Mrs Rakiya Sani", what: "Back to checking", reason: "The slip is another's" },
    { who: "Mrs Rakiya Sani", what: "Checked", reason: null },
    { who: "Mrs Rakiya Sani", what: "Checking begun", reason: null },
  ]);
});

test("what was taken up by mistake waits to be checked again", async () => {
  const [id = ""] = await fresh("Short", 1);
  const { code, name } = await read(id);
  await granted(officer.post(`${path}/${id}/begin`));
  const { body } = await granted(officer.post(`${path}/${id}/stop`, {}, { "if-match": '"2"' }));
  expect(body).toMatchObject({ message: `${name} (${code}) waits to be checked`, version: 3 });
  const { state, timeline } = await read(id);
  expect(state).toBe("Submitted");
  expect(timeline[0]).toMatchObject({ who: "Mrs Rakiya Sani", what: "Checking stopped" });
});

test.each([
  ["stop", "Submitted"],
  ["stop", "Checked"],
  ["begin", "Checking"],
  ["begin", "Checked"],
  ["check", "Checked"],
  ["check", "Recommended"],
  ["return", "Submitted"],
  ["return", "Checking"],
  ["return", "Offered"],
])("%s does not lead on from %s, and who brought the file there is told", async (deed, state) => {
  const [id = ""] = await fresh("Short", 1);
  if (state !== "Submitted") await granted(colleague.post(`${path}/${id}/begin`));
  if (state === "Checked" || state === "Recommended") await granted(colleague.post(`${path}/${id}/check`));
  if (state === "Recommended" || state === "Offered")
    await portal.app.portal.pool.query(`update portal.review set state = $2 where _id = $1`, [id, state]);
  const before = await read(id);
  const { status, body } = await officer.post(
    `${path}/${id}/${deed}`,
    deed === "return" ? { reason: "Look again" } : {},
  );
  expect(status).toBe(409);
  expect(body.message).toContain(`is ${state}`);
  if (state === "Checked") expect(body.message).toMatch(/checked by Mrs Musa Eze on .*nothing was changed/);
  expect(await read(id)).toEqual(before);
});

test("of two officers with opposite decisions on what both have seen, one decides and the other hears who and when", async () => {
  for (const id of await fresh("Short", 5)) {
    const { version } = await read(id);
    const seen = { "if-match": `"${version}"` };
    const replies = await Promise.all([
      officer.post(`${path}/${id}/begin`, {}, seen),
      colleague.post(`${path}/${id}/check`, {}, seen),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = replies.find(({ status }) => status === 409)?.body.message;
    expect(lost).toMatch(/by Mrs (Rakiya Sani|Musa Eze) on .*nothing was changed/);
    const { timeline } = await read(id);
    expect(timeline).toHaveLength(1);
  }
});

test("many are checked at once, all or none, and those in the way are named", async () => {
  const good = await fresh("Qualifies", 3);
  const [bad = ""] = await fresh("One subject short", 1);
  const { code } = await read(bad);
  const many = (chosen: object) => officer.post(`${path}/check`, chosen);
  const refused = await many({ ids: [...good, bad], count: 4 });
  expect(refused.body).toMatchObject({
    type: "error",
    code: "some-cannot-move",
    message: expect.stringContaining("1 of the 4 chosen"),
  });
  expect(refused.body).toMatchObject({
    code: "some-cannot-move",
    message: expect.stringContaining(`${code} (one subject short)`),
  });
  expect((await Promise.all(good.map(read))).map(({ state }) => state)).toEqual(good.map(() => "Submitted"));
  await portal.app.portal.pool.query("update portal.review set asked = 1, papers = 'Awaited' where _id = $1", [
    good[0],
  ]);
  expect((await many({ ids: good, count: 3 })).body).toMatchObject({
    code: "some-cannot-move",
    message: expect.stringContaining("a document is asked for"),
  });
  await portal.app.portal.pool.query("update portal.review set asked = 0, papers = null where _id = $1", [good[0]]);
  expect((await many({ ids: good, count: 3 })).body).toMatchObject({ type: "success", count: 3 });
  expect((await Promise.all(good.map(read))).map(({ state }) => state)).toEqual(good.map(() => "Checked"));
  const again = await many({ ids: good, count: 3 });
  expect(again.body).toMatchObject({ code: "some-cannot-move", message: expect.stringContaining("3 of the 3 chosen") });
});

test.each([
  ["no row", { ids: [], count: 0 }],
  ["a filter that finds none", { query: "q=nobody+is+called+so", count: 0 }],
])("%s chosen is nothing checked, and says so", async (_what, chosen) => {
  const { status, body } = await officer.post(`${path}/check`, chosen);
  expect([status, body.code, body.message]).toEqual([500, "nothing-chosen", "Choose at least one application"]);
});

test("a whole filter is checked as it was seen; of more than twenty in the way twenty are named", async () => {
  const query = "state=Submitted";
  const { total } = (await granted(officer.get(`${path}?${query}`))).body;
  const short = await officer.post(`${path}/check`, { query, count: total - 1 });
  expect(short.status).toBe(409);
  const { body } = await officer.post(`${path}/check`, { query, count: total });
  expect(body.message.match(/APP\/26\//g)).toHaveLength(20);
  expect(body).toMatchObject({ code: "some-cannot-move", message: expect.stringMatching(/ and \d+ more\. /) });
  const qualifying = "state=Submitted&verdict=Qualifies";
  const { total: count } = (await granted(officer.get(`${path}?${qualifying}`))).body;
  expect((await officer.post(`${path}/check`, { query: qualifying, count })).body).toMatchObject({ count });
  expect((await granted(officer.get(`${path}?${qualifying}`))).body.total).toBe(0);
});

test("a wrong deed on many is taken back in one, with one reason in each file, all or none", async () => {
  const [open = "", ...wrong] = await fresh("One subject short", 3);
  for (const id of wrong) await officer.post(`${path}/${id}/check`);
  const back = (chosen: readonly string[], reason = "They were marked by mistake.") =>
    officer.post(`${path}/return`, { ids: chosen, count: chosen.length, reason });
  const { code } = await read(open);
  expect((await back([...wrong, open])).body).toMatchObject({
    code: "some-cannot-move",
    message: `1 of the 3 chosen can not be brought back to checking, so nothing was changed: ${code} (is Submitted). Leave them out`,
  });
  expect((await back(wrong, "")).body.errors).toEqual({ reason: "Reason is required" });
  expect((await Promise.all(wrong.map(read))).map(({ state }) => state)).toEqual(["Checked", "Checked"]);
  expect((await back(wrong)).body).toMatchObject({ type: "success", message: "2 back in checking", count: 2 });
  for (const id of wrong) {
    const { state, timeline } = await read(id);
    expect(state).toBe("Checking");
    expect(timeline[0]).toMatchObject({ reason: "They were marked by mistake." });
  }
  const auditor = await staffMember(portal, { pages: ["applications"] });
  expect((await auditor.post(`${path}/return`, { ids: wrong, count: 2, reason: "No no" })).status).toBe(403);
});

test("who may only look moves nothing", async () => {
  const auditor = await staffMember(portal, { pages: ["applications"] });
  const at = `${path}/${ids[0]}`;
  expect((await auditor.get(`${at}/file`)).status).toBe(200);
  const replies = await Promise.all([
    auditor.post(`${at}/begin`),
    auditor.post(`${at}/check`),
    auditor.post(`${at}/return`, { reason: "No" }),
    auditor.post(`${at}/note`, { post: "No" }),
    auditor.post(`${path}/check`, { ids: [ids[0]], count: 1 }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 403));
});

/** Two opposite decisions on one version, of which neither is kept before both have looked; answers their statuses. */
async function opposed(on: TestPortal, remove = async (_on: TestPortal) => {}): Promise<number[]> {
  const pages = ["applications", "applications.change"] as const;
  const [one, other] = [await staffMember(on, { pages }), await staffMember(on, { pages })];
  const [id] = await manyApplications(on.app.portal.pool, { count: 1 });
  await remove(on);
  const seen = { "if-match": '"1"' };
  const replies = await whileTableHeld(on, "audit", 2, () =>
    Promise.all([one.post(`${path}/${id}/begin`, {}, seen), other.post(`${path}/${id}/check`, {}, seen)]),
  );
  return replies.map(({ status }) => status).sort();
}

test("two opposite decisions that meet: one is kept", async () => {
  expect(await opposed(portal)).toEqual([200, 409]);
});

test("without the lock of a file both would be told that theirs was kept", async () => {
  const on = await startPortal(inject("place"));
  try {
    expect(await opposed(on, withoutReviewLock)).toEqual([200, 200]);
  } finally {
    await on.stop();
  }
});
