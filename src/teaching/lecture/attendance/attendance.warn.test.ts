import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../../testing/invariants.ts";
import { startPortal, type TestPortal } from "../../../../testing/portal.ts";
import {
  dayAgo,
  lectureAgo,
  marked,
  memberOf,
  runRound,
  studentOf,
  type TaughtCourse,
  taughtCourse,
  warnedAgo,
} from "../../../../testing/taught.ts";
import { granted } from "../../../../testing/walk.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal(inject("place"));
});
afterAll(async () => {
  await expectInvariants(portal.db);
  await portal.stop();
});

/** A class with somebody who is at each lecture and a student, at the lectures so many days ago. */
async function attended(code: string, days: Readonly<Record<number, boolean>>) {
  const course = await taughtCourse(portal, code);
  const [me, mate] = [await studentOf(portal, [course.course]), await memberOf(portal, [course.course])];
  const add = async (ago: number, present: boolean) =>
    granted(marked(course, await lectureAgo(portal, course, ago), { [me.student]: present, [mate]: true }));
  for (const [ago, present] of Object.entries(days)) await add(Number(ago), present);
  return { course, me, add, own: async () => (await me.get("/student/attendance")).body.list[0] };
}

const setTo = (name: string, value: number) =>
  sql`insert into portal.setting (name, value) values (${name}, ${JSON.stringify(value)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(portal.db);

/** As if all marks had been written long ago. */
const longMarked = ({ taught }: TaughtCourse) =>
  sql`update portal.attendance set "writtenAt" = now() - interval '3 days'
    where contact in (select _id from portal.contact where class = ${taught})`.execute(portal.db);

test("lectures that come late from paper bar nobody at once: first comes the warning, and the days after it", async () => {
  const days = Object.fromEntries(Array.from({ length: 12 }, (_, nth) => [nth + 5, nth >= 2]));
  const { me, add, own } = await attended("CRS 131", days);
  await runRound(portal, "warn-of-attendance");
  expect(await own()).toMatchObject({ held: 12, present: 10, standing: "good", daystobar: null });
  await add(4, false);
  await add(3, false);
  expect(await own()).toMatchObject({ percent: 71, standing: "warned", daystobar: 7 });
  await warnedAgo(portal, 6);
  const [letter] = await portal.letters(me.emailaddress, 1);
  expect(letter?.text).toContain("that holds in 7 days, unless the figure rises");
  expect(await own()).toMatchObject({ standing: "warned", daystobar: 1 });
  await warnedAgo(portal, 7);
  expect(await own()).toMatchObject({ standing: "barred", daystobar: 0 });
});

test("whom a raised line brings below it is warned in the night, and barred only days after that", async () => {
  const { course, me, own } = await attended("CRS 132", { 9: true, 8: true, 7: true, 6: true, 5: true, 4: false });
  await longMarked(course);
  await runRound(portal, "warn-of-attendance");
  await setTo("attendanceLine", 90);
  try {
    await runRound(portal, "warn-of-attendance");
    expect(await own()).toMatchObject({ percent: 83, standing: "warned", daystobar: 7 });
    expect(await portal.letters(me.emailaddress, 0)).toEqual([]);
    await runRound(portal, "warn-of-attendance-everywhere");
    expect(await portal.letters(me.emailaddress, 1)).toHaveLength(1);
    await warnedAgo(portal, 7);
    expect(await own()).toMatchObject({ standing: "barred" });
  } finally {
    await setTo("attendanceLine", 75);
  }
});

test("whoever was warned of a lower line long ago is not barred by a raised one, but warned of it anew", async () => {
  const { course, me, own } = await attended("CRS 134", { 9: true, 8: true, 7: true, 6: true, 5: false });
  await runRound(portal, "warn-of-attendance");
  expect(await own()).toMatchObject({ percent: 80, standing: "good" });
  await setTo("attendanceWarning", 85);
  try {
    await runRound(portal, "warn-of-attendance");
    await warnedAgo(portal, 30);
    await longMarked(course);
    await setTo("attendanceLine", 85);
    expect(await own()).toMatchObject({ standing: "warned", daystobar: 7 });
    await runRound(portal, "warn-of-attendance");
    expect(await portal.letters(me.emailaddress, 2)).toHaveLength(2);
    expect(await own()).toMatchObject({ standing: "warned", daystobar: 7 });
    await warnedAgo(portal, 7);
    expect(await own()).toMatchObject({ standing: "barred" });
    await setTo("attendanceLine", 75);
    expect(await own()).toMatchObject({ standing: "warned", daystobar: null });
  } finally {
    await setTo("attendanceLine", 75);
    await setTo("attendanceWarning", 80);
  }
});

test("lectures on days of a status that stops sitting count against nobody, and those after it do", async () => {
  const { me, own } = await attended("CRS 133", { 12: true, 11: false, 9: false, 8: false, 7: true, 5: false });
  expect(await own()).toMatchObject({ held: 6, present: 2 });
  const away = (status: string, from: number, until: number) =>
    sql`with ended as (select ((now() at time zone 'Africa/Lagos')::date - ${until}::int + time '12:00') at time zone 'Africa/Lagos' as at)
      insert into portal.status_change (_id, student, name, fromstatus, status, kind, reason, effective, state, "decidedAt",
        "appliedAt", "endedAt")
      select gen_random_uuid(), ${me.student}, 'Somebody', 'Active', ${status}, 'Discipline', 'A case that was heard',
        (now() at time zone 'Africa/Lagos')::date - ${from}::int, 'Applied', ended.at, ended.at, ended.at from ended`.execute(
      portal.db,
    );
  await away("Active", 12, 5);
  expect(await own()).toMatchObject({ held: 6, present: 2 });
  await away("Suspended", 9, 7);
  // The one of the last day was attended, and counts.
  expect(await own()).toMatchObject({
    held: 4,
    present: 2,
    missed: [{ date: await dayAgo(portal, 5) }, { date: await dayAgo(portal, 11) }],
  });
  await away("Deferred", 5, 4);
  expect(await own()).toMatchObject({ held: 3, present: 2 });
});
