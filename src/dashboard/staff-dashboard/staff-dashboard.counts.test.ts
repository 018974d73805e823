import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { offers } from "#admission/offer/offer.contract.ts";
import { releaseOffer } from "#admission/offer/offer.server.ts";
import { portalItself } from "#platform/write/perform.server.ts";
import { rankedVerdicts, usualScheme } from "#selection/merit-scheme/merit-scheme.contract.ts";
import { recommendations } from "#selection/recommendation/recommendation.contract.ts";
import { reviews } from "#selection/review/review.contract.ts";
import { inDays } from "../../../testing/days.ts";
import { decideRun } from "../../../testing/frozen-run.ts";
import { headOf } from "../../../testing/head.ts";
import { manyApplications } from "../../../testing/many-applications.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { type StaffMember, staffMember } from "../../../testing/staff.ts";
import { granted } from "../../../testing/walk.ts";
import { deskPayments } from "../../bursary/payment-desk/payment-desk.contract.ts";
import type { AdmissionCounts, StaffDashboard, StepName } from "./staff-dashboard.contract.ts";
import { countShared } from "./staff-dashboard.count.server.ts";

const COUNT = 24;
const OFFERED = 6;

let portal: TestPortal;
let session: string;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await manyApplications(portal.app.portal.pool, { count: COUNT });
  const found = portal.db.selectFrom("application").select(["code", "session"]).orderBy("code").limit(OFFERED);
  for (const { code, session: of } of await found.execute()) {
    session = of;
    await releaseOffer(portal.app.portal, portalItself, { code, kind: 1 });
  }
}, 60_000);
afterAll(() => portal.stop());

const countsOf = async (who: StaffMember, query = ""): Promise<AdmissionCounts> =>
  (await who.get(`/staff/ms_staff_dashboard/counts${query}`)).body;
const step = ({ steps }: AdmissionCounts, name: StepName) => steps.find((one) => one.name === name);
const desk = ["dashboard", "applications", "payments", "offers"] as const;
const sum = (groups: AdmissionCounts["states"], column: "applied" | "admitted" | "paid") =>
  groups.reduce((all, group) => all + (group[column] ?? 0), 0);

test("whoever may open all lists sees how far applicants came, in all and in the last day", async () => {
  const board = await countsOf(await staffMember(portal, { pages: desk }));
  expect(board.session.name).toBe("2026/2027");
  expect(board.steps.map(({ name, total, lately }) => [name, total, lately])).toEqual([
    ["registered", COUNT, COUNT],
    ["paid", COUNT, COUNT],
    ["applied", COUNT, COUNT],
    ["admitted", OFFERED, OFFERED],
    ["accepted", 0, 0],
  ]);
  for (const groups of [board.programmes, board.states, board.sexes])
    expect([sum(groups, "applied"), sum(groups, "admitted")]).toEqual([COUNT, OFFERED]);
  expect(sum(board.programmes, "paid")).toBe(COUNT);
  expect(board.sexes.map(({ name, applied }) => [name, applied])).toEqual([
    ["Female", COUNT / 2],
    ["Male", COUNT / 2],
  ]);
});

test("every number of a list leads into that list with as many rows", async () => {
  const officer = await staffMember(portal, { pages: desk });
  const { steps, programmes, states, sexes, days } = await countsOf(officer);
  const groups = [...programmes.slice(0, 2), ...states.slice(0, 2), ...sexes].flatMap((group) =>
    (["paid", "applied", "admitted", "accepted"] as const).map((name) => ({
      link: group.links[name],
      total: group[name],
    })),
  );
  const today = days.slice(-1).flatMap(({ links, applied, paid }) => [
    { link: links.applied, total: applied },
    { link: links.paid, total: paid },
  ]);
  const lists = [reviews, offers, deskPayments].filter(({ calls }) =>
    portal.app.calls.some(({ endpoint }) => endpoint === calls.list),
  );
  let followed = 0;
  for (const { link, total } of [...steps, ...groups, ...today]) {
    const [page, query] = (link ?? "").split("?");
    const list = lists.find((one) => one.link === page);
    if (!list) continue;
    followed += 1;
    const { body } = await officer.get(`${list.calls.list.path}?${query}`);
    expect([link, body.total]).toEqual([link, total]);
  }
  expect(followed).toBeGreaterThan(20);
});

test("a day begins and ends at midnight in Lagos", async () => {
  const officer = await staffMember(portal, { pages: desk });
  const moved = await portal.db.selectFrom("review").select(["_id", "createdAt"]).orderBy("code").limit(2).execute();
  const [first, last] = ["00:00", "23:59"];
  const comes = (_id: string | undefined, at: unknown) =>
    portal.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update portal.review set "createdAt" = ${at} where _id = ${_id}`.execute(trx);
    });
  const day = inDays(-40);
  await comes(moved[0]?._id, sql`${`${day} ${first}`}::timestamp at time zone 'Africa/Lagos'`);
  await comes(moved[1]?._id, sql`${`${day} ${last}`}::timestamp at time zone 'Africa/Lagos'`);
  const shown = (await countsOf(officer)).days.find((one) => one.day === day);
  expect(shown).toMatchObject({ applied: 2, links: { applied: expect.stringContaining(`from=${day}&to=${day}`) } });
  expect((await officer.get(`${reviews.calls.list.path}?from=${day}&to=${day}`)).body.total).toBe(2);
  for (const { _id, createdAt } of moved) await comes(_id, createdAt);
});

test("each of ninety days is there, and together they hold every application and fee", async () => {
  const { days } = await countsOf(await staffMember(portal, { pages: desk }));
  const { rows } = await sql<{ today: string }>`select (now() at time zone 'Africa/Lagos')::date as today`.execute(
    portal.db,
  );
  expect([days.length, days.at(-1)?.day]).toEqual([90, rows[0]?.today]);
  expect(new Set(days.map(({ day }) => day)).size).toBe(90);
  const both = days.reduce((all, { applied, paid }) => all + (applied ?? 0) + (paid ?? 0), 0);
  expect(both).toBe(2 * COUNT);
});

test("a person sees the steps whose lists are open to that person and no other", async () => {
  const of = async (...pages: (typeof desk)[number][]) => {
    const board = await countsOf(await staffMember(portal, { pages: ["dashboard", ...pages] }));
    return [board.steps.map(({ name }) => name), board.states.length > 0, board.quotas.length > 0];
  };
  expect(await of()).toEqual([[], false, false]);
  expect(await of("payments")).toEqual([["paid"], false, false]);
  expect(await of("offers")).toEqual([["admitted", "accepted"], false, true]);
  expect(await of("applications")).toEqual([["registered", "applied", "accepted"], true, false]);
  const cashier = await countsOf(await staffMember(portal, { pages: ["dashboard", "payments"] }));
  expect(cashier.programmes.every(({ paid, applied }) => paid !== null && applied === null)).toBe(true);
  expect(cashier.days.every(({ paid, applied }) => paid !== null && applied === null)).toBe(true);
});

test("a right to the payments of one department counts none, because their list opens to nobody but the whole college", async () => {
  const board = await countsOf(await headOf(portal, "BIO", desk));
  expect(step(board, "paid")).toBeUndefined();
  expect(board.programmes.every(({ paid, links }) => paid === null && links.paid === null)).toBe(true);
});

test("a head sees the department's own applicants, however the others are counted beside", async () => {
  const head = await headOf(portal, "BIO", desk);
  const board = await countsOf(head);
  const own = (await head.get(`${reviews.calls.list.path}?session=${session}`)).body.total;
  expect(own).toBeGreaterThan(0);
  expect(own).toBeLessThan(COUNT);
  expect([step(board, "registered"), step(board, "applied")?.total]).toEqual([undefined, own]);
  expect([sum(board.programmes, "applied"), sum(board.states, "applied")]).toEqual([own, own]);
  expect(board.days.reduce((all, { applied }) => all + (applied ?? 0), 0)).toBe(own);
});

test("the admitted are told by the groups that the merit list keeps places for, and by science and arts", async () => {
  const { _id: college } = await portal.db
    .selectFrom("college")
    .select("_id")
    .where("isacademic", "=", true)
    .orderBy("code")
    .executeTakeFirstOrThrow();
  const scheme = {
    ...usualScheme,
    scienceshare: 60,
    sciences: [college],
    quotas: [
      { name: "Merit", share: 45, who: "Everybody", members: [], left: "Goes to merit" },
      { name: "Catchment", share: 35, who: "States of origin", members: ["Niger", "Kogi"], left: "Goes to merit" },
      { name: "ELDS", share: 20, who: "Educationally less developed states", members: [], left: "Waits" },
    ],
  };
  await portal.db
    .insertInto("merit_scheme")
    .values({ session, scheme: JSON.stringify(scheme) })
    .execute();
  const { quotas, states } = await countsOf(await staffMember(portal, { pages: desk }));
  const admittedOf = (...names: string[]) =>
    states.reduce((all, { name, admitted }) => all + (names.includes(name) ? (admitted ?? 0) : 0), 0);
  expect(quotas.map(({ name, wanted }) => [name, wanted])).toEqual([
    ["Catchment", 35],
    ["ELDS", 20],
    ["Science", 60],
    ["Arts and others", 40],
  ]);
  const [catchment, elds, science, arts] = quotas.map(({ admitted }) => admitted);
  expect(catchment).toBe(admittedOf("Niger", "Kogi"));
  expect(elds).toBeGreaterThanOrEqual(admittedOf("Niger", "Kano", "Borno"));
  expect((science ?? 0) + (arts ?? 0)).toBe(OFFERED);
});

test("another session has its own numbers, and one that is not there none", async () => {
  const officer = await staffMember(portal, { pages: desk });
  const other = await portal.db
    .selectFrom("session")
    .select("_id")
    .where("_id", "<>", session)
    .executeTakeFirstOrThrow();
  const board = await countsOf(officer, `?session=${other._id}`);
  expect(board.steps.filter(({ name }) => name !== "registered").map(({ total }) => total)).toEqual([0, 0, 0, 0]);
  const unknown = await officer.get("/staff/ms_staff_dashboard/counts?session=01900000-0000-7000-8000-000000000000");
  expect(unknown.status).toBe(404);
  expect((await (await staffMember(portal)).get("/staff/ms_staff_dashboard/counts")).status).toBe(403);
});

test("many rows are counted once a minute, few at each time, and once for all who ask at one moment", async () => {
  let made = 0;
  const make = (rows: number) => async () => {
    made += 1;
    return { value: made, at: "", rows };
  };
  const ask = (key: string, rows: number) => countShared(portal.app, key, make(rows));
  await Promise.all([ask("few", 10), ask("few", 10), ask("few", 10)]);
  expect(made).toBe(1);
  await ask("few", 10);
  expect(made).toBe(2);
  for (let n = 0; n < 3; n += 1) expect((await ask("many", 100_000)).value).toBe(3);
  const broken = () => countShared(portal.app, "broken", () => Promise.reject(new Error("no database")));
  await expect(broken()).rejects.toThrow();
  expect((await ask("broken", 1)).value).toBe(4);
});

test("what is proposed waits for whoever may approve it, but not for whoever proposed it", async () => {
  const waits = async (who: StaffMember) =>
    ((await who.get("/staff/ms_staff_dashboard")).body as StaffDashboard).waiting.map(({ sentence }) => sentence);
  const pages = ["dashboard", "merit-lists", "merit-lists.change", "merit-lists.approve"] as const;
  const [officer, other, looker] = [
    await staffMember(portal, { pages }),
    await staffMember(portal, { pages }),
    await staffMember(portal, { pages: ["dashboard", "merit-lists"] }),
  ];
  // Whether the clock has judged the applications by then or not.
  const scheme = { ...usualScheme, stages: ["Submitted"], verdicts: [...rankedVerdicts] };
  const made = await granted(officer.post("/staff/ms_merit_run", { session, scheme }));
  await granted(decideRun(officer, made.body._id, "propose"));
  const sentence = "One merit list waits for your approval.";
  expect([await waits(other), await waits(officer), await waits(looker)]).toEqual([[sentence], [], []]);
});

test("the desk's work waits for whoever may do it, as many as the list holds that it leads into", async () => {
  const { pool } = portal.app.portal;
  await pool.query("update portal.review set papers = 'Arrived' where state = 'Submitted' and code like '%2'");
  await pool.query("update portal.review set state = 'Checked' where state = 'Submitted' and code ~ '[4-9]$'");
  const waits = async (who: StaffMember) =>
    ((await who.get("/staff/ms_staff_dashboard")).body as StaffDashboard).waiting;
  const deciding = ["dashboard", "recommendations", "recommendations.change"] as const;
  const followed = async (who: StaffMember) => {
    const found = (await waits(who)).map(async ({ sentence, link }) => {
      const [page, query] = link.split("?");
      const { path } = [reviews, recommendations].find((one) => one.link === page)?.calls.list ?? { path: "" };
      const { total } = (await granted(who.get(`${path}?${query}`))).body;
      expect([sentence, total > 0]).toEqual([expect.stringMatching(total === 1 ? /one /i : `^${total} `), true]);
      return link;
    });
    return Promise.all(found);
  };
  const registrar = await staffMember(portal, { pages: ["dashboard", "applications", "applications.change"] });
  expect(await followed(registrar)).toEqual([
    "/staff/applications?state=Submitted",
    "/staff/applications?papers=Arrived",
  ]);
  const toDecide = "/staff/recommendations?state=Checked";
  const provost = await staffMember(portal, { pages: deciding });
  expect(await followed(provost)).toEqual([toDecide]);
  const head = await headOf(portal, "BIO", deciding);
  expect(await followed(head)).toEqual([toDecide]);
  expect(await waits(head)).not.toEqual(await waits(provost));
  expect(await waits(await staffMember(portal, { pages: ["dashboard", "applications", "recommendations"] }))).toEqual(
    [],
  );
});
