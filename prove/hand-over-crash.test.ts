import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { clearedPeople } from "../testing/accepted-people.ts";
import { callerWith } from "../testing/applicant.ts";
import { coded } from "../testing/bursar.ts";
import { keepEvidence } from "../testing/evidence.ts";
import { startPortal, type TestPortal } from "../testing/portal.ts";
import { startBeside, sweep, until } from "../testing/program.ts";
import { type StaffMember, staffMember } from "../testing/staff.ts";
import { patient } from "../testing/visitor.ts";
import { granted } from "../testing/walk.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const PEOPLE = 200;

let portal: TestPortal;
let registrar: StaffMember;
let ids: string[];

// The portal of the tests only makes the people; then it works no more, so that nobody does a dead process's work for it.
beforeAll(async () => {
  portal = await startPortal(inject("place"));
  registrar = await staffMember(portal, { pages: ["hand-over", "hand-over.change"] });
  const programme = await coded(portal, "programme", "NCE-CRS-ENG");
  ids = await clearedPeople(portal, { count: PEOPLE, programme });
  await portal.app.close();
});
afterEach(sweep);
afterAll(() => portal.stop());

const made = async () =>
  (await sql<{ matric: string }>`select matric from portal.student order by matric`.execute(portal.db)).rows.map(
    ({ matric }) => matric,
  );

test("a hand-over that is killed four times goes on where it was: each a student once, no number left out", async (context) => {
  const cuts: number[] = [];
  for (const most of [20, 60, 100, 140, PEOPLE]) {
    const program = await startBeside(portal, inject("place"));
    if (cuts.length === 0) await order(program.url);
    await until(async () => (await made()).length >= most, 60);
    program.child.kill("SIGKILL");
    await program.ended;
    cuts.push((await made()).length);
  }
  const numbers = Array.from({ length: PEOPLE }, (_, place) => `NCE-CRS-ENG/26/${String(place + 1).padStart(4, "0")}`);
  expect(await made()).toEqual(numbers);
  const { rows } = await sql`select l.state, count(*)::int as lines, count(distinct b._id)::int as bills
    from portal.hand_over_line l left join portal.bill b on b.student = l.student group by l.state`.execute(portal.db);
  expect(rows).toEqual([{ state: "Done", lines: PEOPLE, bills: PEOPLE }]);
  const letters =
    await sql`select count(*)::int as n from portal.outgoing_mail where subject like '%you are a student now%'`.execute(
      portal.db,
    );
  const notes = await sql`select count(*)::int as n from portal.audit where deed = 'hand-over.make'`.execute(portal.db);
  expect([letters.rows, notes.rows]).toEqual([[{ n: PEOPLE }], [{ n: PEOPLE }]]);
  keepEvidence(context, {
    asked: `${PEOPLE} students once each, after four kills`,
    measured: `cut at ${cuts.join(", ")}`,
  });
});

async function order(url: string): Promise<void> {
  const asked = patient(callerWith({ url }, { cookie: registrar.cookie, origin: url }));
  const chosen = { ids, count: PEOPLE };
  const { plans } = (await granted(asked.post("/staff/ms_hand_over/check", chosen))).body;
  const doubtful = plans.filter(({ doubt }: { doubt: object | null }) => doubt !== null);
  const another = doubtful.map(({ application }: { application: string }) => application);
  await granted(asked.post("/staff/ms_hand_over", { ...chosen, another }));
}
