import { sql } from "kysely";
import { seatsHeld } from "#calendar/intake/intake.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import { isRecommended } from "../recommendation/recommendation.read.server.ts";
import { reviewsOf } from "../review/review.read.server.ts";
import { mayGo, reviewStates } from "../review/review.rules.ts";
import type { Run } from "./merit-list.found.server.ts";

const offerable = reviewStates.filter((state) => mayGo(state, "Offered"));

/**
 * Refuses a list that the college can not keep as things stand now: it gives no seat, more than a programme has since its
 * seats were lowered or given otherwise, or one to an application that can not be offered any more. Says which.
 */
export async function requireKeepable(trx: Trx, { _id, session, title, scheme, createdAt }: Run): Promise<void> {
  const { rows: over } = await sql<{ label: string; offers: number; free: number }>`
    select g.label, m.offers, greatest(coalesce(s.seats, 0) - coalesce(s.taken, 0), 0) as free
    from portal.merit_programme m
      join portal.merit_programme_line g on g.run = m.run and g.programme = m.programme
      left join ${seatsHeld(session)} s on s.programme = m.programme
    where m.run = ${_id} and m.offers > greatest(coalesce(s.seats, 0) - coalesce(s.taken, 0), 0) order by m.place`.execute(
    trx,
  );
  const [first, ...others] = over;
  if (first)
    throw refuse(
      `${first.label} has ${first.free} free seats now, and ${title} gives ${first.offers}${more(others.length, "programme")}. Make a new list`,
    );
  const { rows: stuck } = await sql<{ code: string; state: string }>`
    select review.code, review.state from portal.merit_place p join (${reviewsOf(session)}) review on review._id = p.application
    where p.run = ${_id} and p.outcome = 'Offer' and (
      review.state <> all(${offerable}::text[])
      or not p.byhand and (review.state <> all(${scheme.stages}::text[])
        or review.state = 'Recommended' and not ${isRecommended(sql`review._id`)}))
    order by p.place limit 1000`.execute(trx);
  const [one, ...rest] = stuck;
  if (one)
    throw refuse(
      `${one.code} stands at ${one.state} now, so it can not be offered a seat${more(rest.length, "application")}. Take it off by hand, or make a new list`,
    );
  const { rows: corrected } = await sql<{ code: string }>`
    select review.code from portal.merit_place p join (${reviewsOf(session)}) review on review._id = p.application
    where p.run = ${_id} and review."correctedAt" > ${createdAt} order by p.place limit 1000`.execute(trx);
  const [wrong, ...alike] = corrected;
  if (wrong)
    throw refuse(
      `${wrong.code} was corrected since ${title} was drawn, so it may rank otherwise${more(alike.length, "application")}. Make a new list`,
    );
  const { rows: none } = await sql`select from portal.merit_run where _id = ${_id} and offers = 0`.execute(trx);
  if (none.length > 0) throw refuse(`${title} gives nobody a seat, so there is nothing to agree to`);
}

const more = (count: number, what: string): string =>
  count === 0 ? "" : `; so it is with ${count} more ${what}${count === 1 ? "" : "s"}`;
