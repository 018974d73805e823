import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { manyApplications } from "../../../../testing/many-applications.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let rakiya: StaffMember;
let musa: StaffMember;
let ids: string[];
let items: Record<string, string>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  const pages = ["applications", "applications.change", "review-items", "review-items.change"] as const;
  rakiya = await staffMember(portal, { pages, firstname: "Rakiya" });
  musa = await staffMember(portal, { pages, firstname: "Musa", lastname: "Eze" });
  ids = await manyApplications(portal.app.portal.pool, { count: 12 });
  items = {
    names: await item({ label: "Names agree", advice: "Slip and bio data" }),
    letter: await item({ label: "Letter of the local government", required: false }),
    essay: await item({ label: "Statement of purpose", most: 10 }),
  };
});
afterAll(() => portal.stop());

const path = "/staff/ms_review";
const item = async (told: object) =>
  (await granted(rakiya.post("/staff/ms_review_item", { status: true, ...told }))).body._id;
const list = async (id = "", who = rakiya) => (await granted(who.get(`${path}/${id}/tick-list`))).body;
const tick = (who: StaffMember, id = "", told: object = {}) =>
  who.post(`${path}/${id}/tick`, { item: items.names, state: "In order", was: null, ...told });

test("a needed item keeps a file from being called checked, one by one and among many", async () => {
  const [id, other] = ids;
  const refused = await rakiya.post(`${path}/${id}/check`);
  expect(refused.body.code).toBe("tick-list-open");
  expect(refused.body.message).toContain("Names agree");
  expect(refused.body.message).not.toContain("Letter of the local government");
  await portal.db
    .updateTable("review")
    .set({ verdict: "Qualifies" })
    .where("_id", "in", [id ?? "", other ?? ""])
    .execute();
  const many = await rakiya.post(`${path}/check`, { ids: [id, other], count: 2 });
  expect([many.body.code, many.body.message]).toEqual([
    "some-cannot-move",
    expect.stringContaining("not ticked: Names agree"),
  ]);
  for (const one of [id, other]) await granted(tick(rakiya, one));
  await granted(rakiya.post(`${path}/check`, { ids: [id, other], count: 2 }));
  const { ticks } = await list(id);
  expect(ticks).toMatchObject([
    { label: "Letter of the local government", state: null },
    { label: "Names agree", advice: "Slip and bio data", state: "In order", by: "Mrs Rakiya Sani" },
  ]);
  const closed = await tick(rakiya, id, { state: "Does not apply", was: "In order" });
  expect([closed.status, closed.body.code]).toEqual([409, "state-has-moved"]);
});

test("what is not in order says what is wrong, and stands in what happened", async () => {
  const [, , id] = ids;
  const silent = await tick(rakiya, id, { state: "Not in order" });
  expect(silent.body.errors.note).toBe("Say what is not in order");
  await granted(tick(rakiya, id, { state: "Not in order", note: "The slip says Bello" }));
  expect((await rakiya.post(`${path}/${id}/check`)).body.code).toBe("tick-list-open");
  const { timeline } = (await granted(rakiya.get(`${path}/${id}/file`))).body;
  expect(timeline[0]).toMatchObject({ what: "Names agree: not in order", reason: "The slip says Bello" });
});

test("a colleague who found something else meanwhile is named, and nothing is changed", async () => {
  const [, , , id] = ids;
  await granted(tick(musa, id, { state: "Not in order", note: "Another year" }));
  const late = await tick(rakiya, id);
  expect([late.status, late.body.code]).toEqual([409, "tick-overtaken"]);
  expect(late.body.message).toMatch(/^Mrs Musa Eze has said of Names agree meanwhile: not in order/);
  expect((await list(id)).ticks[1].state).toBe("Not in order");
  await granted(tick(rakiya, id, { was: "Not in order" }));
  expect((await list(id)).ticks[1]).toMatchObject({ state: "In order", by: "Mrs Rakiya Sani", note: null });
});

test("each reviewer gives a mark alone, and sees those of others after", async () => {
  const [, , , , id] = ids;
  const mark = (who: StaffMember, given: number) => who.post(`${path}/${id}/mark`, { item: items.essay, mark: given });
  expect((await mark(musa, 11)).body.errors.mark).toBe("Statement of purpose gives at most 10");
  await granted(mark(musa, 6));
  expect((await list(id)).marks).toMatchObject([{ own: null, average: null, others: [] }]);
  await granted(mark(rakiya, 9));
  expect((await list(id)).marks).toMatchObject([
    { own: { mark: 9 }, average: 7.5, others: [{ by: "Mrs Musa Eze", mark: 6 }] },
  ]);
  await granted(mark(rakiya, 7));
  expect((await list(id)).marks[0].average).toBe(6.5);
});

test("what was found of an item stays to be read once it is asked of nobody, and is open no more", async () => {
  const [, , , , , , id] = ids;
  const gone = await item({ label: "Asked for a while" });
  await granted(tick(rakiya, id, { item: gone, state: "Not in order", note: "The stamp is missing" }));
  await portal.db.updateTable("review_item").set({ status: false }).where("_id", "=", gone).execute();
  const { ticks } = await list(id);
  const asked = Object.fromEntries(ticks.map((one: { label: string; asked: boolean }) => [one.label, one.asked]));
  expect(asked).toMatchObject({ "Asked for a while": false, "Names agree": true });
  expect((await tick(rakiya, id, { item: gone, was: "Not in order" })).status).toBe(404);
});

test("an item of another programme is not asked, and a mark is no tick", async () => {
  const [, , , , , id] = ids;
  const { rows } = await portal.app.portal.pool.query(
    "select p._id from portal.programme p where p._id <> (select programme from portal.review where _id = $1) limit 1",
    [id],
  );
  const elsewhere = await item({ label: "Of another programme", programme: rows[0]._id });
  expect((await list(id)).ticks.map(({ label }: { label: string }) => label)).not.toContain("Of another programme");
  expect((await tick(rakiya, id, { item: elsewhere })).status).toBe(404);
  expect((await tick(rakiya, id, { item: items.essay })).status).toBe(404);
  expect((await rakiya.post(`${path}/${id}/mark`, { item: items.names, mark: 1 })).status).toBe(404);
});
