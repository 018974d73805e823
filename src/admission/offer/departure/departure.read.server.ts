import { type Expression, type RawBuilder, sql } from "kysely";
import { countApplications } from "#applications/application/application.server.ts";
import { sessionName } from "#calendar/session/session.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { everyReview } from "#selection/review/review.server.ts";
import type { OfferKind } from "../offer.rules.ts";
import type { ApplicationStanding } from "../offer.status.rules.ts";
import { type DepartureKind, OTHER_REASON } from "./departure.rules.ts";

/** What an applicant gave up and was not given back. */
export interface Departure {
  readonly application: string;
  readonly kind: DepartureKind;
  /** As the list calls it, or in the words that were given instead. */
  readonly reason: string;
  /** Null for a withdrawn application. */
  readonly offered: OfferKind | null;
  readonly releasedAt: string | null;
  readonly createdAt: string;
  /** For a deferred place that two people keep: in which session, by name, and whether it was offered again there. */
  readonly keptin: string | null;
  readonly returned: boolean;
}

/** What an applicant has given up, by application. */
export async function departuresOf(db: Database | Trx, owner: string): Promise<ReadonlyMap<string, Departure>> {
  return new Map((await standing(db, sql`applicant = ${owner}`)).map((one) => [one.application, one]));
}

/** What was given up of one application, whoever applied; undefined where nothing is. */
export const departureOf = async (db: Database | Trx, application: string): Promise<Departure | undefined> =>
  (await standing(db, sql`application = ${application}`))[0];

/** What is given up still, as a condition on `d`: a deferred place comes back on another application. */
const stays = sql`(d.state <> 'Reinstated' or d.kind = 'Deferred')`;

async function standing(db: Database | Trx, where: RawBuilder<unknown>): Promise<Departure[]> {
  const { rows } = await sql<Departure>`
    select application, kind, coalesce(case when reason = ${OTHER_REASON} then words end, reason) as reason, offered, "releasedAt", "createdAt", ${sessionName(sql<string | null>`d.returnsession`)} as keptin,
      returned is not null as returned
    from portal.departure d where ${where} and ${stays}`.execute(db);
  return rows;
}

/** Refuses what is given up already. */
export async function refuseGivenUp(trx: Trx, application: string): Promise<void> {
  const gone = await departureOf(trx, application);
  if (gone)
    throw refuse("given-up-already", `This application is ${gone.kind.toLowerCase()} already. Nothing is left to do`);
}

/** Refuses the form of an application that is given up, sent once more: it says what the applicant did, and what is left to do. */
export async function refuseResubmitted(trx: Trx, application: string): Promise<void> {
  const gone = await departureOf(trx, application);
  if (!gone) return;
  const { stage, next } = departureStanding(gone);
  throw refuse("given-up-already", `${stage}, so nothing was submitted. ${next}`);
}

/** How many applications an applicant has given up, once none is left, as a part of a larger query; 0 before. */
export const countDepartures = (owner: string | Expression<string>): RawBuilder<number> =>
  sql<number>`(select case when count(*) < ${countApplications(owner)} then 0 else count(*)::int end
    from portal.departure d where applicant = ${owner} and ${stays})`;

/** What its owner reads of an application that is given up. */
export function departureStanding({ kind, reason, createdAt, keptin, returned }: Departure): ApplicationStanding {
  const day = asDay(createdAt);
  const given = `Your reason: ${reason}`;
  switch (kind) {
    case "Withdrawn":
      return {
        stage: `You withdrew this application on ${day}`,
        reason: given,
        next: "The college does not decide about it any more. If you did not mean it, ask the admissions office soon. To another programme you can apply with its own fee, while applications are open",
      };
    case "Declined":
      return {
        stage: `You declined this offer on ${day}`,
        reason: given,
        next: "The place is free for somebody else, and nothing is to be paid. If you did not mean it, ask the admissions office soon. To another programme you can apply with its own fee, while applications are open",
      };
    case "Deferred":
      return {
        stage: `Your place was deferred on ${day}`,
        reason: given,
        next: returned
          ? `You were offered the place again in ${keptin}: see the newer application`
          : keptin
            ? `Your place is kept in ${keptin}. Go to Application Fees, generate a reference for the same programme, which costs you nothing, and apply: the place is offered to you again`
            : "When the next session admits, the college decides whether it keeps the place for you, and writes to you: you apply there without an application fee then. Nothing is to be paid now",
      };
  }
}

/** The version of the letter that an offer went out with which its applicant gave up, as a part of a larger query. */
export const letterGivenUp = (departure: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`(select letter from portal.departure where _id = ${departure})`;

/** What of an offer's conditions was met when its applicant gave it up, as a part of a larger query. */
export const metGivenUp = (departure: string): RawBuilder<unknown> =>
  sql`(select met from portal.departure where _id = ${departure})`;

export const ownDepartures: OwnRows = {
  name: "departures",
  tables: ["departure"],
  rows: (owner) => sql`select to_jsonb(d) - 'search' - 'proposedby' - 'decidedby' - 'why' as row
    from portal.departure d where applicant = ${owner} order by "createdAt"`,
};

export const impossibleDepartures: readonly Impossible[] = [
  {
    name: "given-up-and-offered",
    sentence: "What its applicant gave up is neither offered nor accepted, and holds no seat",
    rows: sql`select 'application:' || d.application as subject from portal.departure d
      where ${stays} and (
        exists (select from portal.offer o where o.application = d.application)
        or exists (select from portal.acceptance a where a.application = d.application))`,
  },
  {
    name: "review-beside-departure",
    sentence: "The desk's file of an application says whether its applicant gave it up",
    rows: sql`select 'application:' || r._id as subject from ${everyReview()} r
      left join portal.departure d on d.application = r._id and ${stays}
      where d.kind is distinct from case when r.state in ('Withdrawn', 'Declined', 'Deferred') then r.state end`,
  },
];
