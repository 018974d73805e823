import { type RawBuilder, sql } from "kysely";
import { currentAdmission } from "#calendar/session/session.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { reviewsOf } from "#selection/review/review.server.ts";
import { type NationalNeed, needsOf } from "../outside-step.rules.ts";
import { standingOfPeople } from "./need.standing.server.ts";

/** Who has a place in a session: one application of each, that which was accepted first. */
const placed = (session: string): RawBuilder<unknown> => sql`
  select distinct on (review.jamb) review.applicant, review.jamb, review.name, review._id as application, review.programme
  from (${reviewsOf(session)}) review where review.state in ('Offered', 'Accepted')
  order by review.jamb, review.state = 'Accepted' desc, review._id`;

interface Need {
  readonly application: string | null;
  readonly jamb: string;
  readonly name: string;
  readonly programme: string | null;
  readonly need: NationalNeed;
}

/**
 * Looks what everybody with a place in a session still lacks, and keeps it; what was lacking before and still is stays as it
 * is. Answers how many people lack something.
 */
export async function lookAtNeeds(trx: Trx, session: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`needs of ${session}`}, 0))`.execute(trx);
  const people = await standingOfPeople(trx, session, placed(session));
  const found: Need[] = people.flatMap((person) => {
    const { application, jamb, name, programme } = person;
    return needsOf(person).map((need) => ({ application, jamb, name, programme, need }));
  });
  await sql`delete from portal.national_need d where d.session = ${session} and not exists (
    select from ${told(found)} where n.application = d.application and n.need = d.need)`.execute(trx);
  await sql`insert into portal.national_need as d (_id, session, application, jamb, name, programme, need)
    select gen_random_uuid(), ${session}, n.application, n.jamb, n.name, n.programme, n.need from ${told(found)}
    on conflict on constraint national_need_once do update
      set jamb = excluded.jamb, name = excluded.name, programme = excluded.programme
      where (d.jamb, d.name, d.programme) is distinct from (excluded.jamb, excluded.name, excluded.programme)`.execute(
    trx,
  );
  const lacking = new Set(found.map(({ application }) => application)).size;
  await sql`insert into portal.national_need_look (session, people, complete, at)
    values (${session}, ${people.length}, ${people.length - lacking}, now())
    on conflict (session) do update set people = excluded.people, complete = excluded.complete, at = excluded.at`.execute(
    trx,
  );
  return lacking;
}

const told = (needs: readonly Need[]) => sql`jsonb_to_recordset(${JSON.stringify(needs)}::jsonb)
  as n(application uuid, jamb text, name text, programme uuid, need text)`;

/** Every quarter of an hour: the session that admits, and those of which somebody still lacked something. */
export const lookForNeedsRound: Round = {
  name: "look-for-national-needs",
  cron: "*/15 * * * *",
  async run({ portal: { db } }) {
    const { session } = await currentAdmission(db);
    const { rows } = await sql<{ session: string }>`
      select session from portal.national_need_look where people > complete`.execute(db);
    const sessions = new Set(rows.map((row) => row.session));
    if (session) sessions.add(session._id);
    for (const one of sessions) await db.transaction().execute((trx) => lookAtNeeds(trx, one));
  },
};

interface Counted {
  readonly people: number;
  readonly complete: number;
  readonly lookedAt: string | null;
}

/** How many have a place, and of how many nothing is lacking, as the last look found it. */
export async function lookedAtNeeds(db: Database, session: string): Promise<Counted> {
  const { rows } = await sql<Counted>`select people, complete, at as "lookedAt" from portal.national_need_look
    where session = ${session}`.execute(db);
  return rows[0] ?? { people: 0, complete: 0, lookedAt: null };
}
