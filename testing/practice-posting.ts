import { sql } from "kysely";
import { newId } from "../src/platform/database/id.server.ts";
import type { TestPortal } from "./portal.ts";

/** A student who is posted to a school for teaching practice, put straight into the database. Answers the posting's `_id`. */
export async function postedFor({ db }: Pick<TestPortal, "db">, student: string): Promise<string> {
  const [school, round, posting] = [newId(), newId(), newId()];
  await sql`insert into portal.practice_school (_id, name, kind, address, state, lga, places)
    values (${school}, ${`School ${school}`}, 'Basic', '1 Zaria Road', 'Kogi', 'Lokoja', 5)`.execute(db);
  await sql`insert into portal.practice_round (_id, name, session, semester, courses, needs, way, choosefrom, chooseuntil, starts,
      ends, weeks, items, visits, passline)
    select ${round}, ${`Practice ${round}`}, one._id, 1, 'EDU 311', 'NONE', 'First come', '2026-01-01', '2026-01-02', '2026-01-05',
      '2026-06-30', 12, 'Voice: 10', 1, 40 from portal.session one order by one._id limit 1`.execute(db);
  await sql`insert into portal.practice_posting (_id, round, student, name, school, course)
    values (${posting}, ${round}, ${student}, 'Aisha Bello', ${school}, 'EDU 311')`.execute(db);
  return posting;
}
