import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { tableHeldFor } from "../../../testing/held-table.ts";
import { expectInvariants } from "../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../testing/portal.ts";
import { openRegistration } from "../../../testing/registration.ts";
import { staffMember } from "../../../testing/staff.ts";
import { untilWaiting } from "../../../testing/waiting.ts";
import { granted } from "../../../testing/walk.ts";
import { standingOf } from "./course-registration.standing.server.ts";

let portal: TestPortal;
let term: Awaited<ReturnType<typeof openRegistration>>;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  term = await openRegistration(portal);
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

test("a first limit that is set while students register counts them", async () => {
  await term.opens();
  const all = [await term.student(), await term.student()];
  const of = await portal.db
    .selectFrom("course_class")
    .selectAll()
    .where("code", "=", "CRS 112")
    .executeTakeFirstOrThrow();
  const { sent, limited } = await tableHeldFor(portal, "course_registration_line", async () => {
    const sending = all.map((me) => term.send(me, ["CRS 111", "CRS 112"]));
    await untilWaiting(portal, all.length);
    const limiting = term.officer.put(`/staff/ms_course_class/${of._id}`, {
      department: of.department,
      seats: 1,
      version: of.version,
    });
    await untilWaiting(portal, all.length + 1, 1_000);
    return { sent: sending, limited: limiting };
  });
  expect((await Promise.all(sent)).map(({ body }) => body.type)).toEqual(["success", "success"]);
  expect((await limited).body).toMatchObject({ code: "seats-taken" });
});

test("a limit that comes between what was offered and what is sent is kept to", async () => {
  await term.opens();
  const [first, me, other] = [await term.student(), await term.student(), await term.student()];
  await granted(term.send(first, ["CRS 111", "CRS 113"]));
  const { sent } = await portal.db.transaction().execute(async (trx) => {
    await sql`select from portal.course_class where code = 'CRS 113' for update`.execute(trx);
    await sql`update portal.course_class set seats = 2 where code = 'CRS 113'`.execute(trx);
    const sending = [me, other].map((one) => term.send(one, ["CRS 111", "CRS 113"]));
    await untilWaiting(portal, 2);
    return { sent: sending };
  });
  const replies = (await Promise.all(sent)).map(({ body }) => body.code ?? body.type);
  expect(replies.toSorted()).toEqual(["class-full", "success"]);
});

test.each([
  ["a code", "CRS 115", { code: "CRS 116" }],
  ["a semester", "CRS 117", { semester: 2 }],
])("%s that changes between what was offered and what is sent is seen", async (_what, code, changed) => {
  await term.opens();
  const [course, me] = [await term.course(code), await term.student()];
  const { sent } = await portal.db.transaction().execute(async (trx) => {
    await trx.updateTable("course").set(changed).where("_id", "=", course).execute();
    const sending = term.send(me, ["CRS 111", course]);
    await untilWaiting(portal, 1);
    return { sent: sending };
  });
  expect((await sent).body).toMatchObject({ code: "changed-meanwhile" });
});

test("a window that closed while a submission waited is open to what arrived in time", async () => {
  await term.opens({}, -10, -3, -1);
  const me = await term.student();
  const [lastMinute, now] = [`${lagosDay(new Date(Date.now() - 86_400_000).toISOString())}T22:59:00Z`, new Date()];
  const stopAt = async (arrival: string) => (await standingOf(portal.db, me.student, arrival)).stop?.code ?? null;
  expect([await stopAt(lastMinute), await stopAt(now.toISOString())]).toEqual([null, "registration-closed"]);
  expect((await term.send(me, ["CRS 111", "ENG 111"])).body).toMatchObject({ code: "registration-closed" });
});

test("a course that is moved to the other semester while students register it stays", async () => {
  await term.opens();
  const [course, me] = [await term.course("CRS 118"), await term.student()];
  const { sent, moved } = await tableHeldFor(portal, "course_registration_line", async () => {
    const sending = term.send(me, ["CRS 111", course]);
    await untilWaiting(portal, 1);
    const form = { ...term.usual, code: "CRS 118", name: "Course CRS 118", semester: 2 };
    const moving = term.officer.put(`/staff/ms_course/${course}`, form);
    await untilWaiting(portal, 2, 1_000);
    return { sent: sending, moved: moving };
  });
  expect((await sent).body).toMatchObject({ type: "success" });
  expect((await moved).body).toMatchObject({ code: "course-term-stays" });
});

test("a course is withdrawn before a submission, which hears it, or after it, and its student is told", async () => {
  await term.opens();
  const [first, later] = [await term.course("CRS 119"), await term.course("CRS 120")];
  const [early, late] = [await term.student(), await term.student()];
  const withdraw = (course: string, code: string) =>
    term.officer.put(`/staff/ms_course/${course}`, { ...term.usual, code, name: `Course ${code}`, status: false });
  const { sent, gone } = await tableHeldFor(portal, "course_registration_line", async () => {
    const sending = term.send(early, ["CRS 111", first]);
    await untilWaiting(portal, 1);
    const going = withdraw(first, "CRS 119");
    await untilWaiting(portal, 2);
    return { sent: sending, gone: going };
  });
  await granted(sent);
  await granted(gone);
  const told = sql<{
    told: boolean;
  }>`select l."approvedAt" < t."changedAt" as told from portal.course_registration_line l
    join portal.course_told t on t.course = l.course where l.course = ${first}`;
  expect((await told.execute(portal.db)).rows).toEqual([{ told: true }]);
  const { left, refused } = await tableHeldFor(portal, "audit", async () => {
    const going = withdraw(later, "CRS 120");
    await untilWaiting(portal, 1);
    const sending = term.send(late, ["CRS 111", later]);
    await untilWaiting(portal, 2);
    return { left: going, refused: sending };
  });
  await granted(left);
  expect((await refused).body.code).toBe("changed-meanwhile");
});

test("whoever promotes a student waits for what the student sends", async () => {
  await term.opens();
  const me = await term.student();
  const { sent, promoted } = await tableHeldFor(portal, "course_registration_line", async () => {
    const sending = term.send(me, ["CRS 111", "ENG 111"]);
    await untilWaiting(portal, 1);
    const promoting = sql<{
      registered: boolean;
    }>`update portal.student set level = 200 where _id = ${me.student} returning
      exists (select from portal.course_registration r where r.student = ${me.student}) as registered`.execute(
      portal.db,
    );
    const isWaiting = await untilWaiting(portal, 2);
    return { sent: sending, promoted: promoting.then(() => isWaiting) };
  });
  await granted(sent);
  expect(await promoted).toBe(true);
});

test("what arrived before a window closed is registered, although whoever answers it is past that already", async () => {
  await term.opens();
  const me = await term.student();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20 * 86_400_000 });
  try {
    expect((await term.send(me, ["CRS 111", "ENG 111"])).body).toMatchObject({ type: "success" });
  } finally {
    vi.useRealTimers();
  }
  const { rows } = await sql<{ recent: boolean; late: boolean }>`
    select "arrivedAt" between now() - interval '1 minute' and now() as recent, late
    from portal.course_registration where student = ${me.student}`.execute(portal.db);
  expect(rows).toEqual([{ recent: true, late: false }]);
});

test("the most units by which it was judged is kept, none where a permit lets the student above it", async () => {
  await term.opens();
  const officer = await staffMember(portal, { pages: ["registration-permits", "registration-permits.change"] });
  const [me, other] = [await term.student(), await term.student()];
  await portal.db.updateTable("programme").set({ maxunit: 5 }).where("_id", "=", term.usual.programme).execute();
  const six = ["CRS 111", "ENG 111", "EDU 111"];
  expect((await term.send(me, six)).body.errors.courses).toContain("6 units are too many: at most 5");
  await granted(term.send(me, six.slice(1)));
  await granted(
    officer.post("/staff/ms_registration_permit", {
      ...{ student: other.student, session: term.session, semester: 1, allows: ["Units"] },
      ...{ until: lagosDay(new Date().toISOString()), reason: "Repeats the year with all of it" },
    }),
  );
  await granted(term.send(other, six));
  const { rows } = await sql<{ most: number | null }>`select most from portal.course_registration
    where student = any(${[me.student, other.student]}::uuid[]) order by most`.execute(portal.db);
  expect(rows).toEqual([{ most: 5 }, { most: null }]);
  await portal.db.updateTable("programme").set({ maxunit: 10 }).where("_id", "=", term.usual.programme).execute();
});
