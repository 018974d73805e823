import { type RawBuilder, sql } from "kysely";
import { programmeTitles } from "#college/programme/programme.server.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { everyStudent } from "../student/student.server.ts";
import { enrolmentRows, isListed } from "./make/make.rows.server.ts";
import type { readMovedSince } from "./outgoing-list.contract.ts";
import { kindRules, type ListKind } from "./outgoing-list.rules.ts";

/** More than the reader looks through before the list is made anew. */
const MOST_NAMED = 50;

type Moved = Replied<typeof readMovedSince>;

/** Whom a list names otherwise than they stand by now. 404 for a list that is not there. */
export async function movedSince(db: Database, id: string): Promise<Moved> {
  const list = isId(id)
    ? await db.selectFrom("outgoing_list").select(["kind", "session"]).where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!list) throw notFound();
  const kind = list.kind as ListKind;
  const found = kind === "Enrolment" ? movedCounts(id, list.session) : movedPeople(id, kind);
  const { rows } = await sql<Moved["people"][number] & { all: number }>`
    select m.student, m.name, m.matric, m.now, (count(*) over ())::int as all from (${found}) m
    order by m.place, m.name limit ${MOST_NAMED}`.execute(db);
  return { count: rows[0]?.all ?? 0, people: rows.map(({ all: _, ...one }) => one) };
}

/** Who would not stand in the list any more, or in another class. */
const movedPeople = (list: string, kind: ListKind): RawBuilder<unknown> => sql`
  select l.place, l.student, l.name, l.matric, case when s.mergedinto is not null then 'Merged into ' || coalesce(kept.matric, kept.name)
      when not ${isListed(kind)} then s.status
      when l.programme is distinct from s.programme then coalesce(p.title, 'No programme') else s.level || ' level' end as now
  from portal.outgoing_list_line l join ${everyStudent()} s on s._id = l.student
  left join ${everyStudent()} kept on kept._id = s.mergedinto
  left join (${programmeTitles()}) p on p._id = s.programme
  where l.list = ${list} and l.standing = 'In the file' and (not ${isListed(kind)} or l.programme is distinct from s.programme
    or ${kindRules[kind].runs} and l.level is distinct from s.level)`;

/** The lines that count people, and say another number by now. */
const movedCounts = (list: string, session: string): RawBuilder<unknown> => sql`
  select min(counted.place) as place, null::uuid as student, concat_ws(', ', p.title, counted.level || ' level', counted.name) as name,
    null::text as matric, sum(counted.now) || ' in place of ' || sum(counted.listed) as now
  from (
    select l.place, l.programme, l.level, l.name, l.count as listed, 0 as now from portal.outgoing_list_line l where l.list = ${list}
    union all
    select null, r.programme, r.level, r.name, 0, r.count from (${enrolmentRows(session)}) r) counted
  left join (${programmeTitles()}) p on p._id = counted.programme
  group by counted.programme, p.title, counted.level, counted.name having sum(counted.now) <> sum(counted.listed)`;
