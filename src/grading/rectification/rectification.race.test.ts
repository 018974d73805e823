import { sql } from "kysely";
import { afterAll, expect, inject, test } from "vitest";
import { newId } from "#platform/database/id.server.ts";
import { whileTableHeld } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { evidenceOf, resultsDesk } from "../../../testing/published.ts";
import { staffMember } from "../../../testing/staff.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutConstraint, withoutRowLock } from "../../../testing/without-guard.ts";

const started: TestPortal[] = [];
afterAll(() => Promise.all(started.map((portal) => portal.stop())));

async function racing() {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const desk = await resultsDesk(portal);
  const publication = newId();
  const me = await desk.student({ publication });
  const proposals = () =>
    portal.db.selectFrom("rectification").select("_id").where("state", "=", "Proposed").orderBy("createdAt").execute();
  const standing = () =>
    portal.db
      .selectFrom("course_result")
      .select(["_id", "total"])
      .where("student", "=", me.student)
      .where("supersededAt", "is", null)
      .where("recalledAt", "is", null)
      .execute();
  const bothAtOnce = async (asks: readonly (() => Promise<{ status: number; body: { code?: string } }>)[]) => {
    const answers = await whileTableHeld(portal, "audit", asks.length, async () => {
      const all = asks.map((ask) => ask());
      return async () => Promise.all(all);
    }).then((all) => all());
    return answers.map(({ body }) => body.code ?? "done").sort();
  };
  /** Two people, each with another mark for the same result. */
  const proposedTwice = async () => {
    const [one, other] = [desk.officer, desk.lecturer];
    const form = { result: me.result, ca: 20, reason: "The script was added up wrongly" };
    const [first, second] = [await evidenceOf(portal, one), await evidenceOf(portal, other)];
    return bothAtOnce([
      () => one.post("/staff/ms_rectification", { ...form, examination: 35, evidence: first }),
      () => other.post("/staff/ms_rectification", { ...form, examination: 40, evidence: second }),
    ]);
  };
  return { portal, desk, me, publication, proposals, standing, bothAtOnce, proposedTwice };
}

test("of two rectifications of one result at once one waits, and the other's author hears so", async () => {
  const { portal, proposals, proposedTwice } = await racing();
  await withoutRowLock(portal, "student");
  expect(await proposedTwice()).toEqual(["done", "proposal-waits-already"]);
  expect(await proposals()).toHaveLength(1);
});

test("without the constraint both would wait, and the second would be approved unseen beside the first", async () => {
  const { portal, desk, proposals, proposedTwice, standing } = await racing();
  await withoutRowLock(portal, "student");
  await sql`drop index portal.rectification_one_proposed`.execute(portal.db);
  expect(await proposedTwice()).toEqual(["done", "done"]);
  const [first, second] = await proposals();
  await granted(desk.approve(first?._id ?? ""));
  // The row that it corrects is corrected already.
  const late = await desk.approve(second?._id ?? "");
  expect([late.status, late.body.code]).toEqual([409, "result-has-moved"]);
  expect(await standing()).toHaveLength(1);
});

test("of two approvals at once one corrects the mark", async () => {
  const { portal, desk, me, bothAtOnce, standing } = await racing();
  const { _id } = (await granted(desk.propose(me.result))).body;
  const second = await staffMember(portal, { pages: ["rectifications", "rectifications.approve"] });
  // The second one waits for the locks of the first, which waits for the table.
  expect(await bothAtOnce([() => desk.approve(_id), () => desk.approve(_id, second)])).toEqual([
    "already-decided",
    "done",
  ]);
  expect(await standing()).toMatchObject([{ total: 55 }]);
  await expectInvariants(portal.db);
});

test("without the constraints a result would be corrected twice and stand twice", async () => {
  const { portal, desk, me, standing } = await racing();
  const { _id } = (await granted(desk.propose(me.result))).body;
  await granted(desk.approve(_id));
  const twice = () =>
    sql`insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units, moduletype, ca,
        examination, total, passline, publication, "visibleAt", supersedes)
      select gen_random_uuid(), student, session, semester, programme, level, class, course, title, units, moduletype, 1, 1, 2, passline,
        publication, now(), _id from portal.course_result where _id = ${me.result}`.execute(portal.db);
  await expect(twice()).rejects.toMatchObject({ constraint: "course_result_superseded_once" });
  await withoutConstraint(portal, "course_result", "course_result_superseded_once");
  await expect(twice()).rejects.toMatchObject({ constraint: "course_result_once" });
  await sql`drop index portal.course_result_once`.execute(portal.db);
  await twice();
  expect(await standing()).toHaveLength(2);
});

/** Takes a publication back as its own noun does, by the lock of its semester. */
async function recalling(portal: TestPortal, publication: string, how: "locked" | "unlocked"): Promise<void> {
  await portal.db.transaction().execute(async (trx) => {
    if (how === "locked")
      await sql`select portal.lock_marks(session, semester) from portal.course_result where publication = ${publication} limit 1`.execute(
        trx,
      );
    await sql`update portal.course_result set "recalledAt" = now() where publication = ${publication} and "recalledAt" is null
      and "supersededAt" is null`.execute(trx);
  });
}

test.each([
  ["locked", 0],
  ["unlocked", 1],
] as const)(
  "a publication that is taken back, %s, while one of its results is corrected leaves %i standing",
  async (how, left) => {
    const { portal, desk, me, publication, standing } = await racing();
    const { _id } = (await granted(desk.propose(me.result))).body;
    const { both } = await whileTableHeld(portal, "audit", 2, async () => {
      const approving = desk.approve(_id);
      await untilWaiting(portal, 1);
      return { both: Promise.all([approving, recalling(portal, publication, how)]) };
    });
    await both;
    expect(await standing()).toHaveLength(left);
  },
);
