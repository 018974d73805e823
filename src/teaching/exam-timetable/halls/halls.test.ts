import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { registeredFor } from "../../../../testing/catalogue.ts";
import { whileTableHeld } from "../../../../testing/held-table.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { registry } from "../../../../testing/registry.ts";
import { staffMember } from "../../../../testing/staff.ts";
import { examined, timetableDesk } from "../../../../testing/timetable.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let desk: Awaited<ReturnType<typeof timetableDesk>>;
let people: Awaited<ReturnType<typeof registry>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  desk = await timetableDesk(portal);
  people = await registry(portal);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

const path = "/staff/ms_exam_timetable";
let named = 0;
const elective = () => {
  named += 1;
  return desk.course(`SHA ${100 + named}`, { moduletype: "Elective" });
};
/** A hall of a hundred seats, and a date that no other test uses. */
const hallAlone = async () => {
  named += 1;
  return {
    hall: await desk.room(200, { examcapacity: 100 }),
    on: { date: `2027-05-${String(named % 28).padStart(2, "0")}` },
  };
};
/** Asks for an examination with so many seats of a hall; all of them where nothing is said. */
const seated = async (hall: string, seats: number | undefined, more: object, staff: string[] = []) =>
  desk.examine(await elective(), {}, { halls: [{ room: hall, staff, ...(seats && { seats }) }], ...more });

test("two classes share a hall by their seats, and the next hears how many are left and beside whom", async () => {
  const { hall, on } = await hallAlone();
  await granted(seated(hall, 60, on));
  await granted(seated(hall, 30, on));
  const { body } = await seated(hall, 11, on);
  expect(body).toMatchObject({
    code: "hall-taken",
    errors: {
      halls: expect.stringMatching(/has 10 of 100 seats left beside SHA \d+ \(09:00 to 12:00\) and SHA \d+ \(09:00/),
    },
  });
  await granted(seated(hall, 10, on));
});

test("who has a hall whole shares it with nobody, and nobody has more seats than there are", async () => {
  const { hall, on } = await hallAlone();
  expect((await seated(hall, 101, on)).body.errors.halls).toMatch(/has 100 seats in all/);
  await granted(seated(hall, undefined, on));
  expect((await seated(hall, 1, on)).body.errors.halls).toMatch(/is taken by SHA/);
  const other = await hallAlone();
  await granted(seated(other.hall, 1, other.on));
  expect((await seated(other.hall, undefined, other.on)).body.errors.halls).toMatch(/is taken by SHA/);
});

test("seats are counted at each moment, not over a whole day", async () => {
  const { hall, on } = await hallAlone();
  await granted(seated(hall, 60, { ...on, start: "09:00", end: "10:00" }));
  await granted(seated(hall, 60, { ...on, start: "10:00", end: "11:00" }));
  expect((await seated(hall, 41, { ...on, start: "09:00", end: "11:00" })).body.code).toBe("hall-taken");
  await granted(seated(hall, 40, { ...on, start: "09:00", end: "11:00" }));
});

test("no seat of a shared hall is on two papers at one moment, and a class may have what another leaves", async () => {
  const { hall, on } = await hallAlone();
  const paperOf = async (count: number, seats: number, times: object) => {
    const course = await elective();
    for (let at = 0; at < count; at += 1) await registeredFor(portal, (await people.student())._id, [course]);
    const halls = [{ room: hall, staff: [], seats }];
    const { _id } = (await granted(desk.examine(course, {}, { halls, ...on, ...times }))).body;
    return async () => {
      const { body } = await desk.officer.get(`${path}/${_id}/seats`);
      return body.halls[0].students.map(({ seat }: { seat: number }) => seat);
    };
  };
  const early = await paperOf(2, 60, { start: "09:00", end: "10:00" });
  const long = await paperOf(2, 3, { start: "09:00", end: "11:00" });
  const late = await paperOf(62, 97, { start: "10:00", end: "11:00" });
  expect([await early(), await long()]).toEqual([
    [1, 2],
    [61, 62],
  ]);
  expect(await late()).toEqual([...Array.from({ length: 60 }, (_, at) => at + 1), 64, 65]);
});

test("two officers give the last seats of a hall at once, and one hears it", async () => {
  const { hall, on } = await hallAlone();
  await granted(seated(hall, 50, on));
  const courses = [await elective(), await elective()];
  const replies = await whileTableHeld(portal, "examination_hall", 2, () =>
    Promise.all(
      courses.map((course) => desk.examine(course, {}, { halls: [{ room: hall, staff: [], seats: 50 }], ...on })),
    ),
  );
  expect(replies.map(({ body }) => body.code ?? body.type).sort()).toEqual(["hall-taken", "success"]);
});

test("an examination that moves by hand in the database finds its seats held too", async () => {
  const [{ hall, on }, { on: later }] = [await hallAlone(), await hallAlone()];
  await granted(seated(hall, 60, on));
  const { _id } = (await granted(seated(hall, 60, later))).body;
  const moved = sql`update portal.examination set date = ${on.date} where _id = ${_id}`;
  await expect(moved.execute(portal.db)).rejects.toThrow(/examination_hall_free/);
});

test("who invigilates in a shared hall watches both, and is nowhere else then", async () => {
  const [{ hall, on }, member] = [await hallAlone(), await staffMember(portal)];
  await granted(seated(hall, 60, on, [member._id]));
  await granted(seated(hall, 40, on, [member._id]));
  expect((await seated(await desk.room(), undefined, on, [member._id])).body.code).toBe("invigilator-busy");
});

test("a hall with seats left is offered with them, and its paper counts the seats on", async () => {
  const { hall, on } = await hallAlone();
  const [first, second] = [await elective(), await elective()];
  for (const course of [first, second, second]) await registeredFor(portal, (await people.student())._id, [course]);
  await granted(desk.examine(first, {}, { halls: [{ room: hall, staff: [], seats: 60 }], ...on }));
  const query = new URLSearchParams({ course: second, ...on, start: "10", end: "12" });
  const { body } = await desk.officer.get(`${path}/try?${query}`);
  expect(body.rooms).toContainEqual(expect.objectContaining({ _id: hall, seats: 40, of: 100 }));
  const tried = await desk.officer.get(`${path}/try?${query}&rooms=${hall}:41`);
  expect(tried.body.clashes).toMatchObject([{ kind: "room" }]);
  const { _id } = (
    await granted(
      desk.examine(second, {}, { halls: [{ room: hall, staff: [], seats: 1 }], ...on, reason: "One sits outside" }),
    )
  ).body;
  const [paper] = (await desk.officer.get(`${path}/${_id}/seats`)).body.halls;
  expect(paper.room).toMatchObject({ seats: 1, of: 100 });
  expect(paper.students).toMatchObject([{ seat: 61 }, { seat: null }]);
});

test("seats that are not a number are refused at the halls", async () => {
  const { hall, on } = await hallAlone();
  const form = examined(await elective(), {}, { halls: [{ room: hall, staff: [], seats: "many" }], ...on });
  const { status, body } = await desk.officer.post(path, form);
  expect([status, body.code]).toEqual([500, "form-invalid"]);
});

test("a hall that became smaller than the seats that are given is found when the timetable goes out", async () => {
  const { hall, on } = await hallAlone();
  await granted(seated(hall, 60, on));
  await granted(seated(hall, 40, on));
  await portal.db.updateTable("room").set({ examcapacity: 80 }).where("_id", "=", hall).execute();
  const period = await desk.examDays({ start: "2027-05-01", end: "2027-05-31" });
  const { body } = await desk.officer.get(`/staff/ms_exam_period/${period}/judged`);
  expect(body.stops).toEqual([
    expect.stringMatching(/has 20 of 80 seats left beside SHA \d+ .*Give it fewer or move it/),
  ]);
  await portal.db.updateTable("room").set({ examcapacity: 100 }).where("_id", "=", hall).execute();
});
