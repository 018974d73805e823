import { sql } from "kysely";
import {
  modesTaken,
  readCatalogue,
  type StarterCatalogue,
} from "#college/starter-catalogue/starter-catalogue.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "../src/platform/write/perform.server.ts";
import { demoBrand } from "./brand.ts";
import { addClearance } from "./clearance.fill.ts";
import { addSchedule, addStudentsFees } from "./fees.fill.ts";
import { acceptanceItems, applicationItems, practicalItem, practicalSchools, requirements } from "./fees.ts";
import { demoSignIns, fillDemoStaff } from "./staff.ts";

/**
 * Fills an empty database with a believable college whose applications are open, and with its offices. Answers what a
 * newcomer must know of them, in lines; none when it was filled before.
 */
export async function fillDemo(db: Database): Promise<readonly string[]> {
  await fillCollege(db);
  return (await fillDemoStaff(db)) ? demoSignIns : [];
}

/** One transaction, all or nothing. A database that has a college already is left as it is. */
async function fillCollege(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // A second start waits for the first, however slow the machine is.
    await sql`set local lock_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(hashtext('portal demo college'))`.execute(trx);
    if (await trx.selectFrom("college").select("_id").limit(1).executeTakeFirst()) return;
    const catalogue = readCatalogue();
    await sql`insert into portal.brand (form) values (${JSON.stringify(demoBrand)}::jsonb)
      on conflict (one) do nothing`.execute(trx);
    await addStructure(trx, catalogue);
    const { running, admitting: session } = await openSessions(trx);
    await addWindows(trx, running);
    await addSchedule(trx, running);
    await addIntakes(trx, session, catalogue);
    await addFeesAndRequirements(trx, session, catalogue);
    await addStudentsFees(trx, session);
    await addClearance(trx);
  });
}

async function addStructure(trx: Trx, { colleges, departments, programmes }: StarterCatalogue): Promise<void> {
  const collegeIds = ids(colleges);
  const departmentIds = ids(departments);
  await trx
    .insertInto("college")
    .values(colleges.map((college) => ({ ...college, _id: known(collegeIds, college.code) })))
    .execute();
  await trx
    .insertInto("department")
    .values(
      departments.map((department) => ({
        ...department,
        _id: known(departmentIds, department.code),
        college: known(collegeIds, department.college),
      })),
    )
    .execute();
  await trx
    .insertInto("programme")
    .values(
      programmes.map(({ open, durationYears, modes, entryrules: _rules, department, ...programme }) => ({
        ...programme,
        _id: newId(),
        department: known(departmentIds, department),
        admits: open,
        durationyears: typeof durationYears === "number" ? durationYears : null,
        modes: modesTaken(modes),
      })),
    )
    .execute();
}

/** One session runs; the next one admits, since last month and for four months more. */
async function openSessions(trx: Trx): Promise<{ running: string; admitting: string }> {
  const [running, admitting] = [newId(), newId()];
  const today = sql`date_trunc('day', now() at time zone 'Africa/Lagos')`;
  await trx
    .insertInto("session")
    .values([
      { _id: running, code: "2025", name: "2025/2026", status: true, semester: 2 },
      {
        _id: admitting,
        code: "2026",
        name: "2026/2027",
        admission: true,
        opens: sql`(${today} - interval '1 month') at time zone 'Africa/Lagos'`,
        closes: sql`(${today} + interval '4 months') at time zone 'Africa/Lagos'`,
      },
    ])
    .execute();
  return { running, admitting };
}

/** Of the session that runs: the first semester's is over, the second's is open, and late from next week on. */
async function addWindows(trx: Trx, session: string): Promise<void> {
  const today = sql`(now() at time zone 'Africa/Lagos')::date`;
  const window = (semester: number, [start, late, end]: readonly [number, number, number]) => ({
    _id: newId(),
    session,
    semester,
    start: sql<string>`${today} + ${start}::int`,
    late: sql<string>`${today} + ${late}::int`,
    end: sql<string>`${today} + ${end}::int`,
    hodapproval: true,
  });
  await trx
    .insertInto("registration_window")
    .values([window(1, [-190, -162, -148]), window(2, [-14, 7, 21])])
    .execute();
}

/** Seats between 40 and 150, and the rules of the catalogue, for every programme that admits. */
async function addIntakes(trx: Trx, session: string, { programmes }: StarterCatalogue): Promise<void> {
  const admitting = await trx.selectFrom("programme").select(["_id", "code"]).where("admits", "=", true).execute();
  const rules = new Map(programmes.map(({ code, entryrules }) => [code, entryrules]));
  await trx
    .insertInto("intake")
    .values(
      admitting.map(({ _id: programme, code }, place) => ({
        _id: newId(),
        session,
        programme,
        seats: 40 + ((place * 30) % 120),
        entryrules: JSON.stringify(rules.get(code) ?? {}),
      })),
    )
    .execute();
}

async function addFeesAndRequirements(trx: Trx, session: string, { departments }: StarterCatalogue): Promise<void> {
  const practical = departments.filter(({ college }) => practicalSchools.includes(college)).map(({ code }) => code);
  const programmes = await trx
    .selectFrom("programme")
    .innerJoin("department", "department._id", "programme.department")
    .select(["programme._id", "department.code as department"])
    .where("admits", "=", true)
    .execute();
  const itemsOf = (department: string) =>
    practical.includes(department) ? [...applicationItems, practicalItem] : applicationItems;
  await trx
    .insertInto("application_fee_item")
    .values(
      programmes.flatMap(({ _id: programme, department }) =>
        itemsOf(department).map((item) => ({ ...item, _id: newId(), session, programme })),
      ),
    )
    .execute();
  await trx
    .insertInto("admission_requirement")
    .values(
      programmes.flatMap(({ _id: programme }) =>
        requirements.map((requirement) => ({ ...requirement, _id: newId(), session, programme })),
      ),
    )
    .execute();
  await trx
    .insertInto("acceptance_fee_item")
    .values(acceptanceItems.map((item) => ({ ...item, _id: newId(), session })))
    .execute();
}

const ids = (units: readonly { readonly code: string }[]) => new Map(units.map(({ code }) => [code, newId()]));

function known(found: ReadonlyMap<string, string>, code: string): string {
  const id = found.get(code);
  if (!id) throw new Error(`The demo catalogue names ${code}, which it does not hold`);
  return id;
}
