import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { coursesOf, knownCourses } from "../course/course.server.ts";
import {
  type FileNoun,
  inBatches,
  jambIn,
  nameIn,
  type RowCounts,
  type SessionRows,
  type StoredRows,
  textIn,
} from "../import/import.rows.server.ts";
import { statusMeant } from "../jamb.caps.rules.ts";

interface ReturnRow {
  readonly jamb: string;
  readonly name: string | null;
  /** As the file spells it. */
  readonly course: string | null;
  readonly status: string;
  readonly said: string;
}

/** The CAPS return: every file is kept, and of several rows about one number the newest counts. */
export const capsFiles: FileNoun<ReturnRow> = {
  read({ jamb = "", name = "", course = "", status = "" }, say, words) {
    const said = textIn("Status", status, 60, say);
    const meant = statusMeant(said, words);
    if (said === "") say.wrong("Status is missing");
    else if (!meant) {
      say.unknown(said);
      say.wrong(`Status ${said} is not known: say what it means, or write Approved, Accepted, Pending or Not approved`);
    }
    return {
      jamb: jambIn(jamb, say),
      name: name === "" ? null : nameIn([name], say),
      course: textIn("Course", course, 200, say) || null,
      status: meant ?? "",
      said,
    };
  },
  course: ({ course }) => course,

  async weigh(db, brought) {
    return weighed(db, brought.session, placed(brought, await knownCourses(db, spelt(brought))));
  },

  async store(trx, storing) {
    const rows = placed(storing, await coursesOf(trx, spelt(storing)));
    await inBatches(rows, (batch) => keep(trx, storing, batch));
    return { scored: 0 };
  },
};

const spelt = ({ rows }: SessionRows<ReturnRow>) => rows.flatMap(({ course }) => course ?? []);

/** With the course's `_id`; one that nobody has met yet is like no other. */
const placed = ({ rows }: SessionRows<ReturnRow>, courses: ReadonlyMap<string, string>) =>
  rows.map((row) => ({ ...row, course: row.course === null ? null : (courses.get(row.course) ?? newId()) }));

const told = (batch: readonly ReturnRow[]) => sql`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb)
  as n(jamb text, name text, course uuid, status text, said text)`;

const weighed = (db: Database | Trx, session: string, rows: readonly ReturnRow[]): Promise<RowCounts> =>
  inBatches(rows, async (batch) => {
    const { rows: counted } = await sql<Omit<RowCounts, "same">>`
      select count(*) filter (where r._id is null)::int as added,
        count(*) filter (where r._id is not null
          and (n.name, n.course, n.said) is distinct from (r.name, r.course, r.said))::int as changed
      from ${told(batch)} left join portal.caps_return r on r.session = ${session} and r.jamb = n.jamb and r.newest`.execute(
      db,
    );
    return counted[0];
  });

/** What stood before gives way; a row that says nothing new stays the newest. */
async function keep(
  trx: Trx,
  { session, list }: StoredRows<ReturnRow>,
  batch: readonly ReturnRow[],
): Promise<undefined> {
  await sql`update portal.caps_return r set newest = false from ${told(batch)}
    where r.session = ${session} and r.jamb = n.jamb and r.newest
      and (n.name, n.course, n.said) is distinct from (r.name, r.course, r.said)`.execute(trx);
  await sql`insert into portal.caps_return (_id, session, jamb, list, name, course, status, said, newest)
    select gen_random_uuid(), ${session}, n.jamb, ${list}, n.name, n.course, n.status, n.said, true from ${told(batch)}
    where not exists (select from portal.caps_return r where r.session = ${session} and r.jamb = n.jamb and r.newest)`.execute(
    trx,
  );
}
