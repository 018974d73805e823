import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";

/** Whoever registers with one of these numbers claims the row by its day of birth. The last is this year's Direct Entry. */
const candidates = [
  { jamb: "202612340001AB", name: "BELLO AISHA MUSA", gender: "Female", born: "2007-03-27", utme: 201 },
  { jamb: "202612340002CD", name: "OKAFOR CHINEDU", gender: "Male", born: "2006-11-02", utme: 188 },
  { jamb: "202612340003EF", name: "YUSUF HADIZA", gender: "Female", born: "2005-06-15", utme: null },
] as const;

const days = [
  { step: "Change of course or institution", opens: "2026-08-01", closes: "2026-12-18", note: "At a CBT centre" },
  {
    step: "O-Level results on CAPS",
    opens: "2026-08-01",
    closes: "2026-12-18",
    note: "Before the college proposes you",
  },
  { step: "Acceptance on CAPS", opens: null, closes: "2027-01-29", note: "As soon as JAMB has admitted you" },
] as const;

/** What JAMB has sent of the session that admits, and the days of what is done outside the portal. */
export async function fillJamb(db: Database): Promise<readonly string[]> {
  const list = randomUUID();
  await db.transaction().execute(async (trx) => {
    await sql`insert into portal.jamb_list (_id, session, kind, file, rows, added, changed, same, remarked, digest, staff)
      select ${list}, s._id, 'Candidates', 'jamb-list.csv', ${candidates.length}, ${candidates.length}, 0, 0, 0, sha256('demo'), m._id
      from portal.session s, (select _id from portal.staff order by _id limit 1) m
      where s.admission and not exists (select from portal.jamb_list)`.execute(trx);
    await sql`insert into portal.jamb_candidate (_id, session, jamb, name, gender, stateoforigin, lgaoforigin, dateofbirth, utme, subjects, list)
      select gen_random_uuid(), l.session, n.jamb, n.name, n.gender, 'Niger', 'Bosso', n.born::date, n.utme,
        case when n.utme is not null then 'Use of English, Biology, Chemistry, Physics' end, l._id
      from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as n(jamb text, name text, gender text, born text, utme smallint)
        join portal.jamb_list l on l._id = ${list}`.execute(trx);
    await sql`insert into portal.outside_step (_id, session, step, opens, closes, note)
      select gen_random_uuid(), l.session, n.step, n.opens::date, n.closes::date, n.note
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as n(step text, opens text, closes text, note text)
        join portal.jamb_list l on l._id = ${list}`.execute(trx);
  });
  return candidates
    .slice(0, 1)
    .map(
      ({ jamb, born }) =>
        `An applicant may register with the JAMB number ${jamb}, then claim its row by the date of birth ${born}`,
    );
}
