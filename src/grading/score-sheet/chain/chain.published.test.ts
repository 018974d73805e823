import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fivePoints } from "../../../../testing/five-points.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { sheetChain } from "../../../../testing/sheet-chain.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fivePoints(portal);
}, 120_000);
afterAll(() => portal.stop());

const { classWith, post, submitted, withBoard, approved, published } = sheetChain(() => portal);

test("an approved sheet is returned by the examinations office until all of it is published", async () => {
  const of = await classWith();
  await withBoard(of);
  await approved(of);
  const narrow = await post(of.offices.head, of, "return", { reason: "Once more" });
  expect([narrow.status, narrow.body.code]).toEqual([403, "whole-college-only"]);
  await granted(post(of.offices.examinations, of, "return", { reason: "A script was found" }));
  await withBoard(of);
  await approved(of);
  for (const student of of.students) await published(of, student);
  const { body } = await post(of.offices.examinations, of, "return", { reason: "Too late" });
  expect(body).toMatchObject({ type: "error", code: "results-published" });
  expect(body.message).toContain("rectification");
});

test("a mark that comes once others are published goes the same way, and theirs stay", async () => {
  const of = await classWith();
  const [first = "", second = ""] = of.students;
  await withBoard(of);
  await approved(of);
  await published(of, first);
  await granted(post(of.offices.examinations, of, "return", { reason: "A script was found" }));
  const { list } = (await granted(of.lecturer.get(`/staff/ms_score_sheet/class/${of.taught}`))).body;
  const shown = new Map<string, { version: number; published: boolean }>(
    list.map((row: { student: string; version: number; published: boolean }) => [row.student, row]),
  );
  expect([first, second].map((one) => shown.get(one)?.published)).toEqual([true, false]);
  const marks = [first, second].map((student) => ({
    ...{ student, ca: "11", examination: "12" },
    version: shown.get(student)?.version,
  }));
  const { body } = await granted(of.lecturer.put(`/staff/ms_score_sheet/${of.sheet}/scores`, { marks }));
  expect(body.saved.map(({ student }: { student: string }) => student)).toEqual([second]);
  expect(body.wrong).toMatchObject([
    {
      student: first,
      sentence: expect.stringMatching(/is published, so its mark stays\. Correct it by a rectification$/),
    },
  ]);
  await expect(
    sql`update portal.score set ca = 12 where sheet = ${of.sheet} and student = ${first}`.execute(portal.db),
  ).rejects.toMatchObject({ constraint: "score_published" });
  await withBoard(of);
  await approved(of);
});

test("nothing is published of a sheet that the board has not approved", async () => {
  const of = await classWith();
  await submitted(of);
  await expect(published(of)).rejects.toMatchObject({ constraint: "course_result_of_approved_sheet" });
});
