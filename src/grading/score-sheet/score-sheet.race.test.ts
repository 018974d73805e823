import { sql } from "kysely";
import { afterAll, expect, inject, test } from "vitest";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { classWithSheet, sentIn } from "../../../testing/score-sheet.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { withoutRowLock } from "../../../testing/without-guard.ts";
import { impossibleSheets } from "./score-sheet.impossible.server.ts";

const started: TestPortal[] = [];
afterAll(() => Promise.all(started.map((portal) => portal.stop())));

/** A sheet of which one mark is typed while it is sent in: the sending in is not over when the mark arrives. */
async function typedMeanwhile(guard: (portal: TestPortal) => Promise<void> = async () => undefined) {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const of = await classWithSheet(portal, "RCE 101", 2);
  const marks = of.students.map((student, at) => ({ student, ca: at, examination: at, version: 0 }));
  await guard(portal);
  const typed = await portal.db.transaction().execute(async (trx) => {
    await sentIn({ ...portal, db: trx }, of);
    const asking = of.lecturer.put(`${of.path}/scores`, { marks });
    await Promise.race([untilWaiting(portal), asking]);
    return { asking };
  });
  return { portal, of, reply: await typed.asking };
}

test("what is typed while a sheet is sent in waits, and is refused then", async () => {
  const { reply, portal, of } = await typedMeanwhile();
  expect(reply.body.code).toBe("sheet-locked");
  expect(await portal.db.selectFrom("score").selectAll().where("sheet", "=", of.sheet).execute()).toEqual([]);
});

test("without the locks it would be written on a sheet that its head reads already", async () => {
  const { reply, portal, of } = await typedMeanwhile((one) => withoutRowLock(one, "score_sheet"));
  expect(reply.body.saved).toHaveLength(2);
  const { state } = await portal.db
    .selectFrom("score_sheet")
    .select("state")
    .where("_id", "=", of.sheet)
    .executeTakeFirstOrThrow();
  expect(state).toBe("With head");
});

test("no way into the database writes on a sheet that was sent in, or a mark above its maxima", async () => {
  const portal = await startPortal(inject("place"));
  started.push(portal);
  const of = await classWithSheet(portal, "RCE 102", 1);
  const [student] = of.students;
  await granted(of.lecturer.put(`${of.path}/scores`, { marks: [{ student, ca: 30, examination: 40, version: 0 }] }));
  const change = (ca: number) => portal.db.updateTable("score").set({ ca }).where("sheet", "=", of.sheet).execute();
  await expect(change(41)).rejects.toThrow("a mark above the most");
  await sentIn(portal, of);
  await expect(change(20)).rejects.toThrow("a sheet that was sent in is locked");
  await expect(portal.db.deleteFrom("score").execute()).rejects.toThrow();
  // Without the trigger both would stand, and only the watch by the hour would tell.
  await sql`alter table portal.score disable trigger score_guard`.execute(portal.db);
  await change(41);
  const found = await Promise.all(
    impossibleSheets.map(async ({ name, rows }) => [name, (await rows.execute(portal.db)).rows.length]),
  );
  expect(Object.fromEntries(found)).toMatchObject({ "score-above-maximum": 1, "score-without-its-change": 1 });
});
