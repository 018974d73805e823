import { newId } from "../src/platform/database/id.server.ts";
import type { TestPortal } from "./portal.ts";
import type { ReleaseDesk } from "./release-desk.ts";

export interface Placed {
  readonly application: string;
  readonly programme: string;
  readonly outcome: "Offer" | "Waiting" | "Not placed";
}

/** A frozen merit list that places these applications in this order, straight in the database; answers its `_id`. */
export async function frozenRunOf(
  { app }: TestPortal,
  { registrar, provost, session }: ReleaseDesk,
  placed: readonly Placed[],
): Promise<string> {
  const { pool } = app.portal;
  const run = newId();
  await pool.query(
    `insert into portal.merit_run (_id, session, version, scheme, madeby) values
      ($1, $2, (select coalesce(max(version), 0) + 1 from portal.merit_run where session = $2), '{}', $3)`,
    [run, session, registrar._id],
  );
  const rows = placed.map((one, place) => ({ ...one, place: place + 1, rank: place + 1 }));
  await pool.query(
    `insert into portal.merit_place (_id, run, place, application, programme, stateoforigin, rank, aggregate, outcome, reason)
      select gen_random_uuid(), $1, p.place, p.application, p.programme, 'Niger', p.rank, 70 - p.rank, p.outcome,
        'Rank ' || p.rank || ', aggregate ' || (70 - p.rank)
      from jsonb_to_recordset($2::jsonb) as p(place int, rank int, application uuid, programme uuid, outcome text)`,
    [run, JSON.stringify(rows)],
  );
  await pool.query(
    `update portal.merit_run set state = 'Proposed', proposedby = $2, "proposedAt" = now() where _id = $1`,
    [run, registrar._id],
  );
  await pool.query(
    `update portal.merit_run set state = 'Frozen', approvedby = $2, "frozenAt" = now(), hash = portal.merit_hash(_id) where _id = $1`,
    [run, provost._id],
  );
  return run;
}
