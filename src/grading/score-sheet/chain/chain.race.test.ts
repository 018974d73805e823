import { sql } from "kysely";
import { afterEach, expect, inject, test } from "vitest";
import { fivePoints } from "../../../../testing/five-points.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { inChargeOf, officesOver, sheetWith, stateOf } from "../../../../testing/sheets.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import { memberOf, taughtCourse } from "../../../../testing/taught.ts";
import { untilWaiting } from "../../../../testing/waiting.ts";
import { granted } from "../../../../testing/walk.ts";
import { withoutConstraint, withoutRowLock } from "../../../../testing/without-guard.ts";
import { newId } from "../../../platform/database/id.server.ts";
import { chainPart } from "./chain.server.ts";

let portal: TestPortal;
afterEach(() => portal.stop());

/** A class of one student with a mark, whose sheet is open still. */
async function classOfOne() {
  portal = await startPortal(inject("place"));
  await fivePoints(portal);
  const { course, taught } = await taughtCourse(portal, "RCE 101");
  const lecturer = await inChargeOf(portal, course);
  const student = await memberOf(portal, [course]);
  const sheet = await sheetWith(portal, taught, lecturer._id, { [student]: [30, 40] });
  return { sheet, taught, course, student, lecturer, offices: await officesOver(portal, taught) };
}

const submits = (who: StaffMember, sheet: string) => who.post(`/staff/ms_score_sheet/${sheet}/submit`, { seen: 0 });
const passes = (who: StaffMember, sheet: string, state: string) =>
  who.post(`/staff/ms_score_sheet/${sheet}/pass`, { seen: 0, state });

/** A mark is taken out while the sheet is sent in: whose change is kept first, the other judges by. */
async function emptiedMeanwhile(prepare: () => Promise<void> = async () => {}) {
  const { sheet, student, lecturer } = await classOfOne();
  await prepare();
  const { asked } = await portal.db.transaction().execute(async (trx) => {
    await sql`update portal.score set ca = null where sheet = ${sheet} and student = ${student}`.execute(trx);
    const sent = submits(lecturer, sheet);
    await untilWaiting(portal, 1, 8_000);
    return { asked: sent };
  });
  const { body } = await asked;
  const [, , missing] = chainPart.impossible;
  const found = missing ? (await sql`${missing.rows}`.execute(portal.db)).rows.length : 0;
  return [body.code ?? body.type, found];
}

test("a mark that is written while the sheet is sent in is waited for, and judged", async () => {
  expect(await emptiedMeanwhile()).toEqual(["marks-half", 0]);
});

test("without the lock on the sheet it would be sent in with a missing mark", async () => {
  expect(await emptiedMeanwhile(() => withoutRowLock(portal, "score_sheet"))).toEqual(["success", 1]);
});

test("a sheet that is sent in while a student drops is judged by the class of that moment", async () => {
  const { sheet, course, lecturer } = await classOfOne();
  const dropping = await memberOf(portal, [course]);
  await portal.db.transaction().execute(async (trx) => {
    await sql`update portal.course_registration_line l set "droppedAt" = now() from portal.course_registration r
      where r._id = l.registration and r.student = ${dropping}`.execute(trx);
    // Nobody else knows of the drop until it is kept: the mark is missing still, and nothing is sent in without it.
    expect((await submits(lecturer, sheet)).body).toMatchObject({ code: "marks-missing" });
    expect(await stateOf(portal, sheet)).toBe("Open");
  });
  await granted(submits(lecturer, sheet));
  expect(await stateOf(portal, sheet)).toBe("With head");
});

/** Two of the examinations office pass one sheet at once. */
async function passedAtOnce(prepare: () => Promise<void> = async () => {}) {
  const { sheet, lecturer, offices } = await classOfOne();
  const other = await staffMember(portal, { pages: ["score-sheets", "score-sheets.approve"] });
  await granted(submits(lecturer, sheet));
  await granted(passes(offices.head, sheet, "With head"));
  await granted(passes(offices.dean, sheet, "With dean"));
  await prepare();
  const replies = await whileTableHeld(portal, "score_sheet_step", 2, () =>
    Promise.all([offices.examinations, other].map((who) => passes(who, sheet, "With examinations"))),
  );
  const { rows } =
    await sql`select from portal.score_sheet_step where sheet = ${sheet} and tostate = 'With board'`.execute(portal.db);
  return [replies.map(({ body }) => body.code ?? body.type).sort(), rows.length, await stateOf(portal, sheet)];
}

test("of two who decide at once one does, and the other reads that it is done", async () => {
  expect(await passedAtOnce()).toEqual([["board-decides", "success"], 1, "With board"]);
});

test("without the lock on the sheet both would", async () => {
  const [codes, steps] = await passedAtOnce(() => withoutRowLock(portal, "score_sheet"));
  expect([codes, steps]).toEqual([["success", "success"], 2]);
});

test("whoever has decided an earlier step is refused by the table too", async () => {
  const { sheet, lecturer, offices } = await classOfOne();
  await granted(submits(lecturer, sheet));
  await granted(passes(offices.head, sheet, "With head"));
  const again = () =>
    sql`update portal.score_sheet set deciders = deciders || ${offices.head._id}::uuid where _id = ${sheet}`.execute(
      portal.db,
    );
  await expect(again()).rejects.toMatchObject({ constraint: "score_sheet_nobody_twice" });
  await withoutConstraint(portal, "score_sheet", "score_sheet_nobody_twice");
  await again();
  await expect(
    sql`update portal.score_sheet set deciders = array[submittedby] where _id = ${sheet}`.execute(portal.db),
  ).rejects.toMatchObject({ constraint: "score_sheet_another_decides" });
});

/** An approved sheet is returned while one of its results is published. */
async function returnedWhilePublished(prepare: () => Promise<void> = async () => {}) {
  const { sheet, taught, student, lecturer, offices } = await classOfOne();
  await granted(submits(lecturer, sheet));
  await granted(passes(offices.head, sheet, "With head"));
  await granted(passes(offices.dean, sheet, "With dean"));
  await granted(passes(offices.examinations, sheet, "With examinations"));
  const { programme } = await portal.db
    .selectFrom("course")
    .select("programme")
    .where("class", "=", taught)
    .executeTakeFirstOrThrow();
  const body = {
    programme,
    level: 100,
    semester: 1,
    minute: "AB/1",
    day: "2026-01-05",
    sheets: [{ _id: sheet, seen: 0 }],
  };
  await granted(offices.board.post("/staff/ms_pre_result/approve", body));
  await prepare();
  const { asked } = await portal.db.transaction().execute(async (trx) => {
    await sql`insert into portal.course_result (_id, student, session, semester, programme, level, class, course, title, units,
        moduletype, ca, examination, total, passline, publication, "visibleAt")
      select ${newId()}, ${student}, k.session, 1, ${programme}, 100, k._id, k.code, 'Course', 2, 'Core', 30, 40, 70, 40, ${newId()}, now()
      from portal.course_class k where k._id = ${taught}`.execute(trx);
    const sent = offices.examinations.post(`/staff/ms_score_sheet/${sheet}/return`, { seen: 0, reason: "Once more" });
    await untilWaiting(portal, 1, 8_000);
    return { asked: sent };
  });
  const reply = await asked;
  return [reply.body.code ?? reply.body.type, await stateOf(portal, sheet)];
}

test("a sheet is not returned while it is published", async () => {
  expect(await returnedWhilePublished()).toEqual(["results-published", "Approved"]);
});

test("without the guard on results it would be open under what is published", async () => {
  const without = async () => {
    await sql`drop trigger course_result_approved on portal.course_result`.execute(portal.db);
  };
  expect(await returnedWhilePublished(without)).toEqual(["success", "Returned"]);
});
