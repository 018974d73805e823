import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { type SchemeChange, schemeChanges } from "../../merit-scheme/merit-scheme.rules.ts";
import { isOwnApplication } from "../../review/review.server.ts";
import { compareRuns } from "../merit-list.calls.contract.ts";
import { type PlaceFacts, whyChanged } from "../merit-list.rules.ts";
import { findRun, reachedProgramme, readAtOneMoment } from "../run/run.server.ts";

// Of each kind; who wants all of them takes both lists as files.
const SHOWN = 200;

type Kind = "entered" | "left" | "moved";

interface Row {
  readonly kind: Kind;
  readonly count: number;
  readonly _id: string;
  readonly code: string;
  readonly name: string;
  readonly programme: string;
  readonly here: PlaceFacts | null;
  readonly there: PlaceFacts | null;
}

/** Two lists side by side; nobody reads how they stand themselves before a release. */
export function meritCompareCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, compareRuns, staff("merit-lists"), async ({ who, params, request }) => {
    const { with: other } = request.query as { with?: unknown };
    if (typeof other !== "string" || other === "" || other === params.id)
      throw refuseForm("form-invalid", "Choose another list to compare with", {
        with: "Choose another list to compare with",
      });
    const [here, there] = await Promise.all([findRun(db, params.id), findRun(db, other)]);
    const rows = await readAtOneMoment(db, (trx) => differences(trx, who, here._id, there._id));
    const drawn = [...schemeChanges(here.scheme, there.scheme), ...(await seatChanges(db, who, here._id, there._id))];
    const of = (kind: Kind) => {
      const first = rows.filter((row) => row.kind === kind);
      return { count: first[0]?.count ?? 0, first: first.map(inWords) };
    };
    return {
      here: here.title,
      there: there.title,
      drawn,
      entered: of("entered"),
      left: of("left"),
      moved: of("moved"),
    };
  });
}

const inWords = ({ _id, code, name, programme, here, there }: Row) => ({
  _id,
  code,
  name,
  programme,
  here: here?.reason ?? null,
  there: there?.reason ?? null,
  why: whyChanged(here, there),
});

/** Programmes that have other free seats in one list than in the other. */
async function seatChanges(db: Database, who: Officer, here: string, there: string): Promise<SchemeChange[]> {
  const { rows } = await sql<SchemeChange>`
    select 'Free seats, ' || l.label as what, a.free::text as here, b.free::text as there
    from (${seatsToGiveIn(here)}) a join (${seatsToGiveIn(there)}) b on b.programme = a.programme
      join portal.merit_programme_line l on l.run = ${here} and l.programme = a.programme
    where a.free is distinct from b.free and ${reachedProgramme(who, "l")} order by l.place`.execute(db);
  return rows;
}

const seatsToGiveIn = (run: string) => sql`select programme, greatest(seats - taken, 0) as free
  from portal.merit_programme where run = ${run}`;

/** The first rows of each kind in the order of the list, each with how many there are of its kind. */
async function differences(db: Trx, who: Officer, here: string, there: string): Promise<Row[]> {
  const places = (run: string) => sql`(select p._id, p.application, p.programme, p.place, p.outcome, p.rank, p.quota
    from portal.merit_place p where p.run = ${run} and ${reachedProgramme(who, "p")}
      and not ${isOwnApplication(sql.ref("p.application"), who.staff)})`;
  const told = (
    name: string,
  ) => sql`(select jsonb_build_object('outcome', l.outcome, 'rank', l.rank, 'aggregate', l.aggregate,
      'quota', l.quota, 'reason', l.reason, 'byhand', l.byhand, 'utme', l.utme, 'screening', l.screening, 'points', l.points,
      'free', greatest(coalesce(m.seats, 0) - m.taken, 0))
    from portal.merit_place_line l join portal.merit_programme m on m.run = l.run and m.programme = l.programme
    where l._id = ${sql.ref(`nth.${name}`)})`;
  const { rows } = await sql<Row>`
    select nth.kind, nth.count, who.application as _id, who.code, who.name, g.label as programme, ${told("here")} as here, ${told("there")} as there
    from (
      select differing.*, count(*) over (partition by kind)::int as count,
        row_number() over (partition by kind order by place) as number
      from (
        select a._id as here, b._id as there, coalesce(a.place, b.place) as place,
          case when a.outcome = 'Offer' and b.outcome is distinct from 'Offer' then 'entered'
            when b.outcome = 'Offer' and a.outcome is distinct from 'Offer' then 'left' else 'moved' end as kind
        from ${places(here)} a full join ${places(there)} b on b.application = a.application
        where coalesce(a.outcome = 'Offer', false) <> coalesce(b.outcome = 'Offer', false)
          or (a._id is not null and b._id is not null and (a.rank, a.quota) is distinct from (b.rank, b.quota))
      ) differing
    ) nth
      join portal.merit_place_line who on who._id = coalesce(nth.here, nth.there)
      join portal.merit_programme_line g on g.run = who.run and g.programme = who.programme
    where nth.number <= ${SHOWN} order by nth.kind, nth.number`.execute(db);
  return rows;
}
