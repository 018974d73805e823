import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import { coded } from "./bursar.ts";
import type { TestPortal } from "./portal.ts";
import { type StaffMember, staffMember } from "./staff.ts";
import { type Billed, billedStudent } from "./student.ts";
import { granted } from "./walk.ts";

const pages = ["dashboard", "combination-changes", "combination-changes.approve"] as const;

interface Units {
  readonly _id: string;
  readonly department: string;
  readonly college: string;
  readonly award: string;
  readonly name: string;
}

/** Everybody who decides about a change from NCE-CRS-ENG to a combination of another department and school. */
export async function combinationDesk(portal: TestPortal) {
  const { db } = portal;
  const from = await unitsOf(portal, sql`p.code = 'NCE-CRS-ENG'`);
  const to = await unitsOf(
    portal,
    sql`p.award = 'NCE' and p.admits and d._id <> ${from.department} and d.college <> ${from.college}`,
  );
  await fromTheFirstYear(portal);
  await db.deleteFrom("head_assignment").execute();
  await db.deleteFrom("dean_assignment").execute();
  const head = await officer(portal, "Head", "department");
  const newhead = await officer(portal, "Newhead", "department");
  const dean = await officer(portal, "Dean", "college");
  const registrar = await officer(portal, "Registrar", "all");
  const start = "2020-01-01";
  await db
    .insertInto("head_assignment")
    .values([
      { _id: newId(), staff: head._id, department: from.department, start },
      { _id: newId(), staff: newhead._id, department: to.department, start },
    ])
    .execute();
  await db
    .insertInto("dean_assignment")
    .values({ _id: newId(), staff: dean._id, college: to.college, start })
    .execute();
  return { from, to, head, newhead, dean, registrar };
}

/** The students of tests entered in the session that runs, and may ask at once. */
export const fromTheFirstYear = ({ db }: TestPortal) =>
  sql`insert into portal.setting (name, value) values ('sessionsBeforeChange', '0') on conflict (name) do update
    set value = excluded.value`.execute(db);

export type CombinationDesk = Awaited<ReturnType<typeof combinationDesk>>;

const officer = (portal: TestPortal, lastname: string, scope: "all" | "college" | "department") =>
  staffMember(portal, { lastname, pages, scope });

async function unitsOf({ db }: TestPortal, where: ReturnType<typeof sql>): Promise<Units> {
  const { rows } =
    await sql<Units>`select p._id, p.award, p.name, d._id as department, d.college from portal.programme p
    join portal.department d on d._id = p.department where ${where} order by p.code limit 1`.execute(db);
  return rows[0] as Units;
}

/** What a combination costs more than before, in naira, for whoever is billed from now on. */
export async function dearer(portal: TestPortal, programme: string, naira: number): Promise<void> {
  const session = await coded(portal, "session", "2026");
  await sql`insert into portal.programme_tuition_fee_item (_id, session, programme, label, indigene, amount_kobo)
    select gen_random_uuid(), ${session}, ${programme}, ${`Laboratory ${naira}`}, indigene, ${naira * 100} from unnest(array[true, false]) indigene`.execute(
    portal.db,
  );
}

/** A student with a bill who has asked for the other combination. */
export async function asking(
  portal: TestPortal,
  { to }: CombinationDesk,
): Promise<Billed & { readonly change: string }> {
  const me = await billedStudent(portal);
  return { ...me, change: await asked(me, to._id) };
}

export async function asked(me: Pick<Billed, "get" | "post">, programme: string): Promise<string> {
  const { choices } = (await me.get("/student/combination_change")).body;
  const { difference } = choices.find((one: { programme: Units }) => one.programme._id === programme);
  const form = { programme, difference, reason: "I want to teach it" };
  return (await granted(me.post("/student/combination_change", form))).body._id;
}

/** One decides on what is on the screen. */
export async function decides(who: StaffMember, change: string, refusal?: string) {
  const path = `/staff/ms_combination_change/${change}`;
  const { version: seen, effect } = (await who.get(`${path}/standing`)).body;
  if (refusal) return who.post(`${path}/refuse`, { seen, reason: refusal });
  return who.post(`${path}/approve`, { seen, difference: effect?.difference ?? 0 });
}

/** Two people of the registry, each the last who decides about one of two students who want the same place. */
export async function lastPlace(portal: TestPortal) {
  const desk = await combinationDesk(portal);
  await sql`update portal.intake set seats = taken - beyond + 1 where programme = ${desk.to._id}`.execute(portal.db);
  const waiting = [await asking(portal, desk), await asking(portal, desk)] as const;
  for (const { change } of waiting)
    for (const who of [desk.head, desk.newhead, desk.dean]) await granted(decides(who, change));
  const registrars = [desk.registrar, await officer(portal, "Deputy", "all")] as const;
  return { waiting, registrars };
}
