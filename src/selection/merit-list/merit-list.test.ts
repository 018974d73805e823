import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { headOf } from "../../../testing/head.ts";
import { checkedScheme, federalQuotas, type MeritSession, meritSession } from "../../../testing/merit.ts";
import { holdOffice } from "../../../testing/office.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutConstraint } from "../../../testing/without-guard.ts";
import { sharesInWords } from "./merit-list.rules.ts";

let portal: TestPortal;
let officer: StaffMember;
let given: MeritSession;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  given = await meritSession(portal, 40);
  officer = await staffMember(portal, { pages: ["merit-lists", "merit-lists.change", "programmes"] });
});
afterAll(() => portal.stop());

const path = "/staff/ms_merit_run";
const scheme = { ...checkedScheme, quotas: federalQuotas };
const make = async (also: object = {}) => {
  const { body } = await officer.post(path, { session: given.session, scheme, ...also });
  expect(body.type, JSON.stringify(body)).toBe("success");
  return body as { _id: string; version: number; message: string };
};
const read = async (what: string) => (await officer.get(`${path}/${what}`)).body;
const places = async (query: string) => (await officer.get(`/staff/ms_merit_place?${query}`)).body;

describe("a run", () => {
  test("gives every application a place with its reason, in an order of programmes and ranks", async () => {
    const { _id, message } = await make();
    expect(message).toMatch(/^Run 1 of 2026\/2027: \d+ offers for [\d,]+ seats$/);
    const { list, total } = await places(`run=${_id}&programme=${given.programmes[0]}&limit=100`);
    expect(total).toBe(40);
    expect(list.map(({ rank }: { rank: number }) => rank)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    expect(list[0]).toMatchObject({ code: given.codes[0], outcome: "Offer", quota: "Merit", utme: 350, byhand: false });
    expect(list[0].reason).toMatch(/^Rank 1, merit seat 1 of \d+, aggregate \d\d\.\d\d$/);
    const offers = list.filter(({ outcome }: { outcome: string }) => outcome === "Offer");
    // Of ten seats: 5 by merit, 3 for the catchment, 2 for the less developed states.
    expect(offers.map(({ quota }: { quota: string }) => quota).sort()).toEqual([
      ...Array(3).fill("Catchment"),
      ...Array(2).fill("ELDS"),
      ...Array(5).fill("Merit"),
    ]);
    expect(list.at(-1).reason).toMatch(/^Rank 40, 30th of those who wait for one of 10 seats, aggregate/);
  });

  test("keeps a quota's name as it was typed, quotes, braces and all", async () => {
    const name = `The "dean's" {own}, \\ NULL`;
    const { _id } = await make({ scheme: { ...scheme, quotas: [{ ...federalQuotas[0], share: 100, name }] } });
    const { list } = await places(`run=${_id}&outcome=Offer`);
    expect(list[0]).toMatchObject({ quota: name, reason: expect.stringContaining(" seat 1 of 10") });
  });

  test("is filtered by outcome, quota and state, searched by name, and goes out as a file with its reasons", async () => {
    const { _id } = await make();
    const offers = await places(`run=${_id}&outcome=Offer`);
    expect(offers.total).toBe(20);
    expect((await places(`run=${_id}&quota=ELDS`)).total).toBe(4);
    const niger = await places(`run=${_id}&stateoforigin=Niger&outcome=Waiting`);
    expect(niger.list.every((row: { stateoforigin: string }) => row.stateoforigin === "Niger")).toBe(true);
    expect((await places(`run=${_id}&q=${given.codes[3]}`)).list.map(({ rank }: { rank: number }) => rank)).toEqual([
      4,
    ]);
    const { body: file } = await officer.get(`/staff/ms_merit_place/export?run=${_id}&quota=ELDS`);
    expect(file).toContain("ELDS seat 1 of 2");
  });

  test("has a cover: scheme in words, quotas by programme, and what a board should know", async () => {
    await sql`update portal.intake set seats = null where programme = ${given.programmes[1]}`.execute(portal.db);
    const { _id } = await make({ note: "Before the board" });
    const cover = await read(`${_id}/cover`);
    expect(cover.run).toMatchObject({ state: "Draft", note: "Before the board", made: { by: "Mrs Hauwa Sani" } });
    expect(cover.totals).toMatchObject({ applications: 80, ranked: 80, offers: 10, waiting: 70 });
    const [first] = cover.programmes.filter(({ applications }: { applications: number }) => applications > 0);
    expect(first).toMatchObject({ seats: 10, taken: 0, offers: 10, byhand: 0, withoututme: 0 });
    expect(first.quotas.map(({ placed }: { placed: number }) => placed)).toEqual([5, 3, 2]);
    expect(cover.warnings).toContain("NCE Mathematics/Physics: nobody has said how many seats there are");
    expect(cover.scheme[0]).toBe("Weights: UTME score 70%, screening score 30%");
    expect(await read(`${_id}/board`)).toContainEqual(
      expect.objectContaining({ programme: "NCE Biology/Chemistry", more: 20 }),
    );
    await sql`update portal.intake set seats = 10 where programme = ${given.programmes[1]}`.execute(portal.db);
  });

  test("says which shares were left to merit, so that the seats add up", async () => {
    const unfilled = { name: "Women", share: 20, who: "Sex", members: ["Female"], left: "Goes to merit" };
    const quotas = [{ ...federalQuotas[0], share: 80 }, unfilled];
    const men = sql`update portal.review set gender = 'Male' where programme = ${given.programmes[0]}`;
    const before = await portal.db.selectFrom("review").select(["_id", "gender"]).execute();
    await men.execute(portal.db);
    const { _id } = await make({ scheme: { ...scheme, quotas } });
    const shares = async () => {
      const { programmes } = await read(`${_id}/cover`);
      return programmes.find(({ programme }: { programme: { _id: string } }) => programme._id === given.programmes[0])
        .quotas;
    };
    expect(await shares()).toMatchObject([
      { name: "Merit", share: 80, seats: 8, more: 2, gone: 0, placed: 10 },
      { name: "Women", share: 20, seats: 2, more: 0, gone: 2, placed: 0 },
    ]);
    const [merit, women] = sharesInWords(await shares());
    expect(merit).toMatch(/^Merit 10 of 8 \+ 2 from Women, last \d\d\.\d\d$/);
    expect(women).toBe("Women 0 of 2, 2 to merit");
    for (const { _id: of, gender } of before)
      await sql`update portal.review set gender = ${gender} where _id = ${of}`.execute(portal.db);
  });

  test("is compared with another: who entered, who left, who moved, and why", async () => {
    const before = await make();
    const [risen, fallen] = [given.codes[16], given.codes[0]];
    await sql`update portal.review set screening = case code when ${risen} then 100 else 0 end
      where code in (${risen}, ${fallen})`.execute(portal.db);
    const after = await make();
    const found = await read(`${after._id}/compare?with=${before._id}`);
    expect(found.here).toBe(`Run ${before.version + 1} of 2026/2027`);
    const entered = found.entered.first.find(({ code }: { code: string }) => code === risen);
    expect(entered).toMatchObject({
      why: "screening score 60.00 is now 100.00",
      there: expect.stringContaining("Rank 17"),
    });
    expect(found.left.first.map(({ code }: { code: string }) => code)).toContain(fallen);
    expect(found.moved.count).toBeGreaterThan(0);
    expect(found.moved.first[0].why).toBe("Others moved past");
    expect(found.drawn).toEqual([]);
    const { rows } = await sql<{ _id: string }>`select _id from portal.review where code = ${risen}`.execute(portal.db);
    expect(entered._id).toBe(rows[0]?._id);
    await sql`update portal.review set screening = 60`.execute(portal.db);
  });

  test("is compared with how another was drawn: weights, cut-offs, quotas and free seats", async () => {
    const before = await make();
    const seats = (count: number) =>
      sql`update portal.intake set seats = ${count} where programme = ${given.programmes[0]}`.execute(portal.db);
    await seats(12);
    const quotas = federalQuotas.map((one, at) => ({ ...one, share: [50, 30, 20][at] }));
    const after = await make({ scheme: { ...scheme, utme: 60, screening: 40, leastutme: 180, quotas } });
    await seats(10);
    const { drawn } = await read(`${after._id}/compare?with=${before._id}`);
    expect(drawn.map(({ what }: { what: string }) => what)).toEqual([
      ...["Weights", "Ranked", "Seats", "Free seats, NCE Biology/Chemistry"],
    ]);
    expect(drawn[0]).toMatchObject({
      there: "UTME score 70%, screening score 30%",
      here: "UTME score 60%, screening score 40%",
    });
    expect(drawn.at(-1)).toMatchObject({ there: "10", here: "12" });
    const [newest] = (await officer.get(`${path}?sort=-createdAt`)).body.list;
    expect(newest.scheme).toBe("UTME 60, screening 40; Merit 50, Catchment 30, ELDS 20");
  });

  test("refuses a scheme that does not sum, an unknown session, and a session without anybody to rank", async () => {
    const wrong = await officer.post(path, { session: given.session, scheme: { ...scheme, utme: 60 } });
    expect([wrong.status, wrong.body.code, wrong.body.message]).toEqual([
      500,
      "form-invalid",
      expect.stringContaining("must sum to 100"),
    ]);
    const unknown = await officer.post(path, { session: "01900000-0000-7000-8000-000000000000", scheme });
    expect(unknown.body).toMatchObject({
      code: "choice-not-found",
      errors: { session: expect.stringMatching(/not there any more/) },
    });
    const other = await portal.db
      .selectFrom("session")
      .select("_id")
      .where("admission", "=", false)
      .executeTakeFirstOrThrow();
    const empty = await officer.post(path, { session: other._id, scheme });
    expect(empty.body).toMatchObject({
      code: "nobody-waits",
      message: expect.stringMatching(/^Nobody waits for an offer of/),
    });
  });
});

test("a what-if keeps nothing, and says what would differ from a run", async () => {
  const { _id } = await make();
  const runs = async () => (await officer.get(path)).body.total;
  const before = await runs();
  const body = {
    session: given.session,
    against: _id,
    scheme: { ...scheme, quotas: [{ ...federalQuotas[0], share: 100 }] },
  };
  const { body: seen } = await officer.post(`${path}/preview`, body);
  expect(seen.totals).toMatchObject({ applications: 80, offers: 20 });
  expect(seen.change.entered).toBe(seen.change.left);
  expect(seen.change.entered).toBeGreaterThan(0);
  const shut = await officer.post(`${path}/preview`, { ...body, scheme: { ...scheme, leastutme: 340 } });
  expect(shut.body.programmes.find(({ ranked }: { ranked: number }) => ranked > 0).why).toEqual([
    { why: "UTME below the least", count: 37 },
  ]);
  expect(await runs()).toBe(before);
});

test("an application that only waits for its dean is not ranked as recommended, and is once the dean has answered", async () => {
  const only = { ...scheme, stages: ["Recommended"] };
  const [code] = given.codes;
  const { rows } = await sql<{ _id: string; college: string }>`select review._id, d.college from portal.review
    join portal.programme p on p._id = review.programme join portal.department d on d._id = p.department
    where review.code = ${code}`.execute(portal.db);
  const [file] = rows;
  const ids = { ids: [file?._id], count: 1 };
  const head = await headOf(portal, "BIO", ["recommendations", "recommendations.change"]);
  const recommend = { decision: "Recommended", kind: "Meets the requirements", standing: "Checked", ...ids };
  await granted(head.post("/staff/ms_recommendation", recommend));
  const ranked = async () => {
    const { body } = await officer.post(`${path}/preview`, { session: given.session, scheme: only });
    const why = body.programmes.flatMap((one: { why: object[] }) => one.why);
    return { ranked: body.totals.ranked, waits: why.filter((one: { why: string }) => one.why.includes("dean")) };
  };
  expect(await ranked()).toEqual({ ranked: 1, waits: [] });
  await sql`insert into portal.setting (name, value) values ('countersignature', '"asked"')
    on conflict (name) do update set value = excluded.value`.execute(portal.db);
  expect(await ranked()).toEqual({ ranked: 0, waits: [{ why: "Stands at Awaiting the dean", count: 1 }] });
  const dean = await staffMember(portal, { pages: ["recommendations", "recommendations.approve"], scope: "college" });
  await holdOffice(portal, dean._id, { kind: "dean", of: String(file?.college) });
  const seenAt = new Date().toISOString();
  const answer = { answer: "Countersigned", standing: "Recommended", seenAt, ...ids };
  await granted(dean.post("/staff/ms_recommendation/countersign", answer));
  expect(await ranked()).toEqual({ ranked: 1, waits: [] });
  await sql`update portal.review set state = 'Checking' where code = ${code}`.execute(portal.db);
  await sql`update portal.review set state = 'Checked' where code = ${code}`.execute(portal.db);
});

test("a head reads the places of the own department, and of the cover no more than its programmes", async () => {
  const { _id } = await make();
  const head = await headOf(portal, "BIO", ["merit-lists", "merit-lists.change"]);
  const seen = (await head.get(`/staff/ms_merit_place?run=${_id}`)).body;
  expect(seen.total).toBe(40);
  const cover = (await head.get(`${path}/${_id}/cover`)).body;
  expect(
    cover.programmes.every(({ programme }: { programme: { label: string } }) => programme.label.includes("Biology")),
  ).toBe(true);
  const [foreign] = (await places(`run=${_id}&programme=${given.programmes[1]}`)).list;
  expect((await head.get(`/staff/ms_merit_place/${foreign._id}`)).status).toBe(404);
  expect((await head.post(path, { session: given.session, scheme })).status).toBe(403);
  const entry = { code: foreign.code, deed: "Entered", reason: "Not mine" };
  expect((await head.post(`${path}/${_id}/entry`, entry)).body).toMatchObject({
    code: "application-not-found",
    errors: { code: expect.stringMatching(/No application/) },
  });
});

test("runs that are made at once have numbers of their own; without the constraint they share one", async () => {
  const many = () => Promise.all(Array.from({ length: 5 }, () => make()));
  const versions = (await many()).map(({ version }) => version);
  expect(new Set(versions).size).toBe(5);
  await withoutConstraint(portal, "merit_run", "merit_run_version");
  let shared = false;
  for (let tries = 0; !shared && tries < 10; tries += 1) {
    const made = (await many()).map(({ version }) => version);
    shared = new Set(made).size < made.length;
  }
  expect(shared).toBe(true);
});
