import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { callerWith } from "../testing/applicant.ts";
import { keepEvidence } from "../testing/evidence.ts";
import { fivePoints } from "../testing/five-points.ts";
import { startPortal, type TestPortal } from "../testing/portal.ts";
import { startBeside, sweep, until } from "../testing/program.ts";
import { publishedTerm, twoSessions } from "../testing/published-term.ts";
import { type StaffMember, staffMember } from "../testing/staff.ts";
import { patient } from "../testing/visitor.ts";
import { granted } from "../testing/walk.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 });

const PEOPLE = 900;

let portal: TestPortal;
let officer: StaffMember;
let registrar: StaffMember;
let step: object;

// The portal of the tests only makes the students; then it works no more, so that nobody does a dead process's work for it.
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  officer = await staffMember(portal, { pages: ["progressions", "progressions.change"] });
  registrar = await staffMember(portal, { pages: ["progressions", "progressions.approve"] });
  const { session, next, programme, courses } = await twoSessions(portal);
  await fivePoints(portal);
  await sql`insert into portal.student (_id, matric, firstname, lastname, emailaddress, level, entrylevel, semester, session, programme)
    select gen_random_uuid(), 'CRASH/' || n, 'Amina', 'Moved ' || n, 'moved' || n || '@example.com', 100, 100, 2, ${session}, ${programme}
    from generate_series(1, ${PEOPLE}::int) n`.execute(portal.db);
  const { rows } = await sql<{ _id: string }>`select _id from portal.student`.execute(portal.db);
  const totals = Object.fromEntries(rows.map(({ _id }) => [_id, [60]]));
  const own = courses[100];
  if (!own) throw new Error("no courses");
  await publishedTerm(portal, { session, semester: 1, courses: [own.first], totals });
  await publishedTerm(portal, { session, semester: 2, courses: [own.second], totals });
  step = { fromsession: session, fromsemester: 2, fromlevel: 100, tosession: next, tosemester: 1, tolevel: 200 };
  await portal.app.close();
});
afterEach(sweep);
afterAll(() => portal.stop());

const moved = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from portal.student where level = 200 and semester = 1`.execute(
      portal.db,
    )
  ).rows[0]?.n ?? 0;

test("a progression that is killed three times goes on where it was: each moved once, nobody left out", async (context) => {
  const cuts: number[] = [];
  for (const most of [100, 300, 600, PEOPLE]) {
    const program = await startBeside(portal, inject("place"));
    if (cuts.length === 0) await approved(program.url);
    await until(async () => (await moved()) >= most, 60);
    if (most === PEOPLE)
      await until(
        async () =>
          (await sql`select from portal.progression where state = 'Done'`.execute(portal.db)).rows.length === 1,
        60,
      );
    program.child.kill("SIGKILL");
    await program.ended;
    cuts.push(await moved());
  }
  const { rows } = await sql`select state, count(*)::int as lines from portal.progression_line group by state`.execute(
    portal.db,
  );
  expect(rows).toEqual([{ state: "Done", lines: PEOPLE }]);
  const notes = await sql`select count(*)::int as n, count(distinct subject)::int as students from portal.audit
    where deed = 'student.level'`.execute(portal.db);
  expect(notes.rows).toEqual([{ n: PEOPLE, students: PEOPLE }]);
  keepEvidence(context, {
    asked: `${PEOPLE} students moved once each, after three kills`,
    measured: `cut at ${cuts.join(", ")}`,
  });
});

async function approved(url: string): Promise<void> {
  const as = ({ cookie }: StaffMember) => patient(callerWith({ url }, { cookie, origin: url }));
  const { _id } = (await granted(as(officer).post("/staff/ms_progression", step))).body;
  const { version } = (await as(registrar).get(`/staff/ms_progression/${_id}/outcomes`)).body;
  await granted(as(registrar).post(`/staff/ms_progression/${_id}/approve`, { seen: version }));
}
