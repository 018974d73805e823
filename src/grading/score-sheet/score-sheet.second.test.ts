import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fivePoints } from "../../../testing/five-points.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { classWithSheet } from "../../../testing/score-sheet.ts";
import { granted } from "../../../testing/walk.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  await fivePoints(portal);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const mark = (student: string | undefined, ca: unknown, examination: unknown, version = 0) => ({
  ...{ student, ca, examination, version },
});

test("two people type it, and it is told where they differ", async () => {
  const of = await classWithSheet(portal, "SCS 112", 3);
  const [a, b, c] = of.students;
  expect((await of.lecturer.get(`${of.path}/second`)).body.code).toBe("marks-typed-once");
  await granted(of.officer.put(`${of.path}/rules`, { camax: 40, twice: true }));
  const marks = [mark(a, 10, 20), mark(b, 11, 21)];
  await granted(of.lecturer.put(`${of.path}/scores`, { marks }));
  const second = (await granted(of.officer.get(`${of.path}/second`))).body;
  expect(second.list).toMatchObject([{ student: a, ca: null, version: 0, by: null }, { student: b }, { student: c }]);
  expect(JSON.stringify(second)).not.toContain('Musa Garba","at');
  // Neither the sheet nor the chain shows them, and nobody types over what is not seen.
  const shown = async (who: typeof of.officer) => (await granted(who.get(`${of.path}/sheet`))).body.list[0];
  expect(await shown(of.officer)).toMatchObject({ ca: null, examination: null, version: 1, by: "Mrs Musa Garba" });
  expect(await shown(of.lecturer)).toMatchObject({ ca: 10, examination: 20 });
  expect((await granted(of.officer.get(`${of.path}/chain`))).body.rows[0]).toMatchObject({ ca: null, total: null });
  await granted(of.lecturer.put(`${of.path}/scores`, { marks: [mark(a, 9, 19, 1)] }));
  await granted(of.lecturer.put(`${of.path}/scores`, { marks: [mark(a, 10, 20, 2)] }));
  expect((await granted(of.officer.get(`${of.path}/chain`))).body.changed).toEqual([]);
  expect((await granted(of.officer.put(`${of.path}/scores`, { marks: [mark(a, 1, 2, 3)] }))).body.wrong).toMatchObject([
    { sentence: expect.stringMatching(/^Another typed the first mark of Okafor 1 Musa already/) },
  ]);
  expect((await granted(of.lecturer.put(`${of.path}/second`, { marks: [mark(a, 10, 20)] }))).body.wrong).toMatchObject([
    { sentence: expect.stringMatching(/^You typed the first mark of Okafor 1 Musa. Another person types it again$/) },
  ]);
  const typed = await granted(
    of.officer.put(`${of.path}/second`, { marks: [mark(a, 10, 20), mark(b, 11, 12), mark(c, 1, 2)] }),
  );
  expect(typed.body).toMatchObject({
    saved: [{ version: 1 }, { version: 1 }],
    wrong: [{ student: c, sentence: expect.stringMatching(/has no first mark yet/) }],
  });
  const troubles = async () => (await granted(of.lecturer.get(`${of.path}/troubles`))).body;
  // While one is missing, nobody reads the other's values.
  expect(await troubles()).toMatchObject({
    differing: [],
    stops: [
      { code: "marks-missing" },
      {
        code: "typings-differ",
        sentence: expect.stringMatching(/^1 student has two typings that differ \(Bello 2 Chidi /),
      },
    ],
  });
  await granted(of.lecturer.put(`${of.path}/scores`, { marks: [mark(c, 1, 2)] }));
  expect((await troubles()).stops.map(({ code }: { code: string }) => code)).toEqual([
    "typed-once-only",
    "typings-differ",
  ]);
  await granted(of.officer.put(`${of.path}/second`, { marks: [mark(c, 1, 2)] }));
  expect((await troubles()).differing).toMatchObject([
    {
      student: b,
      first: { ca: 11, examination: 21 },
      firstby: "Mrs Musa Garba",
      second: { examination: 12 },
      secondby: "Mrs Hauwa Bello",
    },
  ]);
  // The other's value is the other's to correct.
  expect(
    (await granted(of.officer.put(`${of.path}/scores`, { marks: [mark(b, 11, 12, 1)] }))).body.wrong,
  ).toMatchObject([
    {
      sentence: expect.stringMatching(
        /^You typed the second mark of Bello 2 Chidi. Another person corrects the first one$/,
      ),
    },
  ]);
  await granted(of.officer.put(`${of.path}/second`, { marks: [mark(b, 11, 21, 1)] }));
  expect(await troubles()).toMatchObject({ stops: [], differing: [] });
  // Nothing that was typed is lost: once both agree, who reads the sheet sees what was typed more than once.
  const { changed } = (await granted(of.officer.get(`${of.path}/chain`))).body;
  const said = changed.map(({ student, typings }: { student: string; typings: Record<string, unknown>[] }) => [
    student,
    ...typings.map(({ ca, examination, by, again }) => [ca, examination, by, again]),
  ]);
  expect(said).toEqual([
    [
      a,
      [10, 20, "Mrs Musa Garba", false],
      [9, 19, "Mrs Musa Garba", false],
      [10, 20, "Mrs Musa Garba", false],
      [10, 20, "Mrs Hauwa Bello", true],
    ],
    [b, [11, 21, "Mrs Musa Garba", false], [11, 12, "Mrs Hauwa Bello", true], [11, 21, "Mrs Hauwa Bello", true]],
  ]);
  // Typed once again, the second values say nothing and hold nobody up.
  await granted(of.officer.put(`${of.path}/rules`, { camax: 40, twice: false }));
  await granted(of.officer.put(`${of.path}/scores`, { marks: [mark(b, 11, 12, 1)] }));
  const changes = await portal.db.selectFrom("score_change").select("how").where("sheet", "=", of.sheet).execute();
  expect(changes.filter(({ how }) => how === "Second typing")).toHaveLength(4);
});

test("a college that wants all typed twice begins each sheet so", async () => {
  await portal.db
    .insertInto("setting")
    .values({ name: "scoresTyped", value: JSON.stringify("twice") })
    .execute();
  const of = await classWithSheet(portal, "SCS 113", 1);
  expect((await granted(of.lecturer.get(`${of.path}/sheet`))).body).toMatchObject({ twice: true });
  await portal.db.deleteFrom("setting").where("name", "=", "scoresTyped").execute();
});
