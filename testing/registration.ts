import { sql } from "kysely";
import { lagosDay } from "../src/kit/value/dates.rules.ts";
import { catalogue } from "./catalogue.ts";
import type { TestPortal } from "./portal.ts";
import { type Student, signedInStudent } from "./student.ts";

interface WindowMore {
  readonly hodapproval?: boolean;
  readonly charge_kobo?: number;
  /** By days from today. */
  readonly changes?: number;
}

/**
 * A college where registration is open: the session of 2026 runs in its first semester, one programme asks for 4 to 10 units,
 * and its courses are there.
 */
export async function openRegistration(portal: TestPortal) {
  const office = await catalogue(portal);
  const { session, programme } = office.usual;
  const { db } = portal;
  await db.updateTable("session").set({ status: false }).execute();
  await db.updateTable("session").set({ status: true, semester: 1 }).where("_id", "=", session).execute();
  await db.updateTable("programme").set({ minunit: 4, maxunit: 10 }).where("_id", "=", programme).execute();
  const ids: Record<string, string> = {};
  for (const [code, name, more] of [
    ["CRS 111", "Introduction to the Old Testament", {}],
    ["ENG 111", "English phonetics and phonology", {}],
    ["EDU 111", "History of education in Nigeria", { general: true, moduletype: "General" }],
    ["CRS 112", "Church history in West Africa", { moduletype: "Elective", credit: 3 }],
    ["CRS 113", "Comparative religion", { moduletype: "Elective", credit: 3, excludes: "CRS 112" }],
    ["CRS 211", "The prophets", { level: 200, needs: "CRS 111" }],
    ["CRS 212", "The gospel of Luke", { level: 200 }],
  ] as const)
    ids[code] = await office.course(code, { name, ...more });
  const day = (from: number) => lagosDay(new Date(Date.now() + from * 86_400_000).toISOString());
  return {
    ...office,
    session,
    ids,
    /** The one window of the semester, by days from today. */
    async opens(more: WindowMore = {}, start = -5, late = 5, end = 10): Promise<void> {
      await db.deleteFrom("registration_window").execute();
      await sql`insert into portal.registration_window (_id, session, semester, start, late, "end", hodapproval, charge_kobo, changes)
        values (gen_random_uuid(), ${session}, 1, ${day(start)}, ${day(late)}, ${day(end)}, ${more.hodapproval ?? false},
          ${more.charge_kobo ?? 0}, ${more.changes === undefined ? null : day(more.changes)})`.execute(db);
    },
    /** A student of the programme, at a level. */
    async student(level = 100): Promise<Student> {
      const me = await signedInStudent(portal);
      await db.updateTable("student").set({ programme, session, level }).where("_id", "=", me.student).execute();
      return me;
    },
    /** Sends courses by their codes. */
    send: (me: Student, codes: readonly string[], more: object = {}) =>
      me.put("/student/registration", { courses: codes.map((code) => ids[code] ?? code), ...more }),
  };
}
