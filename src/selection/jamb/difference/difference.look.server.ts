import { sql } from "kysely";
import { programmeTitles } from "#college/programme/programme.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { reviewsOf } from "../../review/review.server.ts";
import { candidatesOf } from "../candidate/candidate.server.ts";
import { capsReturnsOf } from "../caps/caps.server.ts";
import { saidToBeWrong } from "../claim/claim.correction.server.ts";
import { approvedStatuses } from "../jamb.caps.rules.ts";

/**
 * Compares JAMB's lists of a session with the applications as they stand now, and keeps what differs; what differed before
 * and still does stays as it is. What no file of the session tells of is not compared. Answers how many differences there are.
 */
export async function lookAgain(trx: Trx, session: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`differences of ${session}`}, 0))`.execute(trx);
  const { rows } = await sql<{ count: number }>`with ${found(session)},
    kept as materialized (select * from portal.jamb_difference where session = ${session}),
    over as (
      delete from portal.jamb_difference d using kept
      where d._id = kept._id and not exists (select from differs n where n.about = kept.about)),
    changed as (
      update portal.jamb_difference d
      set name = n.name, programme = n.programme, here = n.here, there = n.there
      from differs n, kept
      where d._id = kept._id and kept.about = n.about
        and (kept.name, kept.programme, kept.here, kept.there) is distinct from (n.name, n.programme, n.here, n.there)),
    added as (
      insert into portal.jamb_difference (_id, session, kind, jamb, name, application, programme, here, there)
      select gen_random_uuid(), ${session}, kind, jamb, name, application, programme, here, there from differs n
      where not exists (select from kept where kept.about = n.about))
    select count(*)::int as count from differs where kind <> 'Offered and approved'`.execute(trx);
  await sql`insert into portal.jamb_difference_look (session, at) values (${session}, now())
    on conflict (session) do update set at = excluded.at`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Applications `here`, candidates `listed`, the CAPS return `back`; and each case of `differs`. */
const found = (session: string) => sql`
  titled as materialized (${programmeTitles()}),
  here as materialized (
    select review._id as application, review.jamb, review.name, review.programme, titled.title, review.stateoforigin,
      review.lgaoforigin, review.state, review.state in ('Offered', 'Accepted') as placed
    from (${reviewsOf(session)}) review join titled on titled._id = review.programme),
  listed as materialized (
    select l.*, titled.title from (${candidatesOf(session)}) l left join titled on titled._id = l.programme),
  back as materialized (
    select c.*, titled.title, c.status = any(${[...approvedStatuses]}::text[]) as agreed
    from (${capsReturnsOf(session)}) c left join titled on titled._id = c.programme),
  -- One application of each person, the furthest first.
  person as materialized (
    select distinct on (jamb) * from here order by jamb, placed desc, application),
  case_of as (
    select case when not coalesce(b.agreed, false) then
          case h.state when 'Accepted' then 'Paid, not approved' else 'Offered, not approved' end
        else 'Offered and approved' end as kind,
      h.jamb, h.name, h.application, h.programme, h.state || ', ' || h.title as here,
      coalesce(b.said, 'Not in the CAPS return') as there
    from here h left join back b on b.jamb = h.jamb where h.placed and exists (select from back)
  union all
    select 'Approved, not offered', b.jamb, coalesce(p.name, b.name, l.name, b.jamb), p.application,
      coalesce(p.programme, b.programme), coalesce(p.state || ', ' || p.title, 'No application'), concat_ws(', ', b.said, b.title)
    from back b left join person p on p.jamb = b.jamb left join listed l on l.jamb = b.jamb
    where b.agreed and not coalesce(p.placed, false)
  union all
    select 'Other programme', p.jamb, p.name, p.application, p.programme, p.title, coalesce(b.title, l.title)
    from person p left join back b on b.jamb = p.jamb left join listed l on l.jamb = p.jamb
    where coalesce(b.programme, l.programme) is not null and not exists (
      select from here h
      where h.jamb = p.jamb and h.programme = coalesce(b.programme, l.programme) and h.placed = p.placed)
  union all
    select 'Other name', p.jamb, p.name, p.application, p.programme, p.name, l.name
    from person p join listed l on l.jamb = p.jamb
    where not portal.jamb_same_name(p.name, l.name)
  union all
    select 'Other origin', p.jamb, p.name, p.application, p.programme, p.lgaoforigin || ', ' || p.stateoforigin,
      concat_ws(', ', l.lgaoforigin, l.stateoforigin)
    from person p join listed l on l.jamb = p.jamb
    where l.stateoforigin <> p.stateoforigin or l.lgaoforigin <> p.lgaoforigin
  union all
    select 'Candidate says otherwise', l.jamb, l.name, p.application, coalesce(p.programme, l.programme), w.said, w.listed
    from (${saidToBeWrong(session)}) w join listed l on l.jamb = w.jamb left join person p on p.jamb = w.jamb
  union all
    select 'On the list, no application', l.jamb, l.name, null, l.programme, 'No application', coalesce(l.title, 'Candidate')
    from listed l where not exists (select from here h where h.jamb = l.jamb)
  union all
    select 'Applied, not on the list', p.jamb, p.name, p.application, p.programme, p.state || ', ' || p.title, 'Not on the list'
    from person p where exists (select from listed) and not exists (select from listed l where l.jamb = p.jamb)),
  differs as materialized (
    select kind, jamb, name, application, programme, left(here, 200) as here, left(there, 200) as there,
      kind || ' ' || jamb || ' ' || coalesce(application::text, '') as about
    from case_of)`;
