import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { decideRun, frozen } from "../../../testing/frozen-run.ts";
import { manyApplications } from "../../../testing/many-applications.ts";
import { checkedScheme } from "../../../testing/merit.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openProgramme } from "../../../testing/ready-applicant.ts";
import {
  approved,
  expectSeatsKept,
  minuteComes,
  type ReleaseDesk,
  releaseDesk,
  setSeats,
  standingsOf,
} from "../../../testing/release-desk.ts";
import { granted } from "../../../testing/walk.ts";
import { releaseWhatIsDue } from "../../admission/offer/release-line/release-line.job.server.ts";
import { impossibleApplications } from "../../applications/application/application.impossible.server.ts";

let portal: TestPortal;
let desk: ReleaseDesk;
const programmes: string[] = [];
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await releaseDesk(portal);
  for (const nth of [0, 1, 2]) {
    const wanted = await openProgramme(portal, nth);
    programmes.push(wanted.programme);
    await setSeats(portal, wanted, 1);
  }
});
afterAll(() => portal.stop());

const [first, second, third] = [0, 1, 2].map((nth) => () => programmes[nth] ?? "");

/** Checked applications to a programme, the best first, from a score downwards. */
async function applied(programme: string, count: number, score: number): Promise<string[]> {
  const ids = await manyApplications(portal.app.portal.pool, { count, programme });
  await sql`update portal.review set state = 'Checked', verdict = 'Qualifies', "judgedAt" = now(), utme = null,
      screening = ${score}::int - array_position(${ids}::uuid[], _id) where _id = any(${ids}::uuid[])`.execute(
    portal.db,
  );
  return ids;
}

const wish = (application: string, rank: number, programme: string) =>
  portal.db.insertInto("application_choice").values({ application, rank, programme }).execute();

test("who gets no seat in the first choice is drawn, agreed to and released in the second; one application, one fee, one offer", async () => {
  await sql`update portal.intake set entryrules = '{}'::jsonb`.execute(portal.db);
  const [winner = "", next = "", last = ""] = await applied(first?.() ?? "", 3, 90);
  const [other = ""] = await applied(second?.() ?? "", 1, 40);
  await wish(next, 2, second?.() ?? "");
  await wish(last, 2, second?.() ?? "");
  await wish(last, 3, third?.() ?? "");
  const scheme = { ...checkedScheme, verdicts: ["Qualifies", "Nothing to judge by"], wishes: "By score alone" };
  const preview = await granted(desk.registrar.post("/staff/ms_merit_run/preview", { session: desk.session, scheme }));
  expect(preview.body.totals).toMatchObject({ applications: 4, offers: 3 });
  const run = (await granted(desk.registrar.post("/staff/ms_merit_run", { session: desk.session, scheme }))).body._id;
  const { list } = (await desk.registrar.get(`/staff/ms_merit_place?run=${run}`)).body;
  const seat = (application: string) =>
    list
      .filter((row: { application: { _id: string } }) => row.application._id === application)
      .map((row: { programme: { _id: string }; outcome: string; wish: number }) => [
        programmes.indexOf(row.programme._id) + 1,
        row.outcome,
        row.wish,
      ]);
  expect([winner, next, last, other].map(seat)).toEqual([
    [[1, "Offer", 1]],
    [[2, "Offer", 2]],
    [[3, "Offer", 3]],
    [[2, "Waiting", 1]],
  ]);

  await frozen(desk, run);
  const form = { title: "First list", kind: "Offers", session: desk.session, run };
  const release = (await granted(desk.registrar.post("/staff/ms_release", form))).body._id;
  await approved(desk, release);
  const standing = () =>
    portal.db
      .selectFrom("application")
      .select(["_id", "programme", "paidprogramme", "status"])
      .orderBy("code")
      .execute();
  // Nothing of it is known before its minute.
  for (const one of await standing()) expect([one.programme, one.status]).toEqual([one.paidprogramme, 0]);
  await minuteComes(portal);
  await releaseWhatIsDue(portal.app);
  expect(await standingsOf(portal, release)).toEqual({ Out: 3 });
  const now = new Map((await standing()).map((one) => [one._id, one]));
  expect(
    [winner, next, last, other].map((id) => [programmes.indexOf(now.get(id)?.programme ?? ""), now.get(id)?.status]),
  ).toEqual([
    [0, 1],
    [1, 1],
    [2, 1],
    [1, 0],
  ]);
  expect(now.get(next)?.paidprogramme).toBe(first?.());
  const moves = await portal.db.selectFrom("application_move").select(["application", "why"]).execute();
  expect(moves.map(({ application, why }) => [application, why]).sort()).toEqual(
    [
      [next, "Choice"],
      [last, "Choice"],
    ].sort(),
  );
  await expectSeatsKept(portal);
  for (const { name, rows } of impossibleApplications)
    if (name === "payment-of-another" || name === "moved-without-a-move")
      expect((await rows.execute(portal.db)).rows).toEqual([]);
});

test("a choice that changes after a list was drawn keeps that list from being agreed to", async () => {
  const [one = ""] = await applied(first?.() ?? "", 1, 80);
  await sql`update portal.intake set seats = 3`.execute(portal.db);
  const scheme = { ...checkedScheme, wishes: "First choices first" };
  const run = (await granted(desk.registrar.post("/staff/ms_merit_run", { session: desk.session, scheme }))).body._id;
  await wish(one, 2, second?.() ?? "");
  expect((await decideRun(desk.registrar, run, "propose")).body.code).toBe("corrected-since-draw");
});

test("an application that was not moved stays in its programme, whoever says otherwise", async () => {
  const [one = ""] = await applied(first?.() ?? "", 1, 70);
  await expect(
    sql`update portal.application set programme = ${second?.()} where _id = ${one}`.execute(portal.db),
  ).rejects.toThrow("by a move only");
  await expect(
    sql`update portal.review set programme = ${second?.()} where _id = ${one}`.execute(portal.db),
  ).rejects.toThrow("stays with its application");
});
