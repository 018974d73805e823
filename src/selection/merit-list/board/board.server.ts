import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { CapsStanding } from "../../jamb/jamb.caps.rules.ts";
import { capsStanding, isReturned } from "../../jamb/jamb.server.ts";
import { isOwnApplication } from "../../review/review.server.ts";
import { readBoard } from "../merit-list.calls.contract.ts";
import { findRun, reachedProgramme } from "../run/run.server.ts";

// Of those who wait, as many as may move up within the time that offers have to be accepted.
const WAITING = 10;

interface Row {
  readonly programme: string;
  readonly outcome: "Offer" | "Waiting";
  readonly rank: number | null;
  readonly code: string;
  readonly name: string;
  readonly jamb: string;
  readonly gender: string;
  readonly stateoforigin: string;
  readonly aggregate: string | null;
  readonly quota: string | null;
  readonly caps: CapsStanding | null;
}

/** A list as it is printed for the board; nobody reads their own row before a release. */
export function meritBoardCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readBoard, staff("merit-lists"), async ({ who, params }) => {
    const { _id: run, session } = await findRun(db, params.id);
    const said = (await isReturned(db, session))
      ? capsStanding(sql`${session}::uuid`, sql.ref("t.jamb"), sql.ref("t.programme"))
      : sql`null`;
    const { rows: programmes } = await sql<{ _id: string; label: string; waiting: number }>`
      select m.programme as _id, m.label, m.waiting from portal.merit_programme_line m
      where m.run = ${run} and ${reachedProgramme(who, "m")} order by m.place`.execute(db);
    const { rows } = await sql<Row>`
      select t.programme, t.outcome, t.rank, t.code, t.name, t.jamb, t.gender, t.stateoforigin, t.aggregate, t.quota, ${said} as caps
      from portal.merit_place_line t join (
        select p._id, p.outcome, row_number() over (partition by p.programme, p.outcome order by p.place) as nth
        from portal.merit_place p
        where p.run = ${run} and p.outcome <> 'Not placed' and ${reachedProgramme(who, "p")}
          and not ${isOwnApplication(sql.ref("p.application"), who.staff)}) listed on listed._id = t._id
      where listed.outcome = 'Offer' or listed.nth <= ${WAITING} order by t.place`.execute(db);
    const rowsOf = Map.groupBy(rows, ({ programme, outcome }) => `${programme} ${outcome}`);
    return programmes.map(({ _id, label, waiting: all }) => {
      const of = (outcome: Row["outcome"]) => (rowsOf.get(`${_id} ${outcome}`) ?? []).map(asShown);
      const waiting = of("Waiting");
      return { _id, programme: label, offers: of("Offer"), waiting, more: Math.max(0, all - waiting.length) };
    });
  });
}

const asShown = ({ programme: _, outcome: __, ...row }: Row) => row;
