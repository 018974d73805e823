import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { windowsFor } from "#calendar/registration-window/registration-window.rules.ts";
import { asDay, lagosDay } from "#kit/value/dates.rules.ts";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import { openRegistration } from "../../../../testing/registration.ts";
import { type StaffMember, staffMember } from "../../../../testing/staff.ts";
import type { Student } from "../../../../testing/student.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
let term: Awaited<ReturnType<typeof openRegistration>>;
let registrar: StaffMember;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  term = await openRegistration(portal);
  registrar = await staffMember(portal, {
    pages: ["registration-windows", "registration-windows.change", "sessions", "programmes"],
  });
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});
beforeEach(() => term.opens());

const two = ["CRS 111", "ENG 111"];
const dayIn = (days: number) => lagosDay(new Date(Date.now() + days * 86_400_000).toISOString());
const from = (start: number, late: number, end: number) => ({
  start: dayIn(start),
  late: dayIn(late),
  end: dayIn(end),
});
const OPEN = from(-5, 5, 8);
const OVER = from(-10, -5, -1);
const AHEAD = from(3, 5, 9);
const add = (more: object) =>
  registrar.post("/staff/ms_registration_window", { session: term.session, semester: 1, hodapproval: false, ...more });
const next = async (who: Student) => (await who.get("/student/home")).body.next?.sentence ?? null;

test("a window for a level counts for it instead of that for all, in what is sent and on the first page", async () => {
  await granted(add({ level: 200, ...OVER }));
  const [fresh, returning] = [await term.student(100), await term.student(200)];
  expect(await next(fresh)).toBe(`Register your courses until ${asDay(dayIn(10))}.`);
  expect(await next(returning)).toBeNull();
  expect((await term.send(returning, ["CRS 212"])).body).toMatchObject({ code: "registration-closed" });
  await granted(term.send(fresh, two));
});

test("of several windows that for programme and level counts, then the programme's, then the level's", async () => {
  const { programme } = term.usual;
  const me = await term.student(100);
  const sent = async () => (await term.send(me, two)).body;
  await granted(add({ level: 100, ...OVER }));
  expect(await sent()).toMatchObject({ code: "registration-closed" });
  await granted(add({ programme, ...AHEAD }));
  expect(await sent()).toMatchObject({ code: "registration-not-open" });
  expect(await next(me)).toBeNull();
  await granted(add({ programme, level: 100, ...OPEN }));
  expect(await next(me)).toBe(`Register your courses until ${asDay(OPEN.end)}.`);
  expect(await sent()).toMatchObject({ type: "success" });
});

test("windows for other students may hold the same days, for the same ones not", async () => {
  const { programme } = term.usual;
  const added = async (more: object) => (await add({ ...OPEN, ...more })).body;
  for (const more of [{ level: 100 }, { level: 200 }, { programme }, { programme, level: 100 }]) {
    expect(await added(more)).toMatchObject({ type: "success" });
    expect(await added(more)).toMatchObject({
      code: "dates-overlap",
      errors: { start: expect.stringMatching(/^Another window for the same students/) },
    });
  }
  expect(await added({})).toMatchObject({ code: "dates-overlap" });
  expect((await add({ ...OPEN, level: 150 })).body.errors.level).toMatch(/^Level must be one of 100, 200/);
});

test("who has no programme and no level yet stands in the windows for all alone", () => {
  const window = (programme: string | null, level: number | null) => ({ programme, level });
  const all = [window(null, null), window("a", null), window(null, 100), window(null, null)];
  expect(windowsFor(all, window(null, null))).toEqual([all[0], all[3]]);
  expect(windowsFor([window("a", null)], window(null, null))).toEqual([]);
});
