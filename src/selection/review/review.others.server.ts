import { sql } from "kysely";
import type { Submitted } from "#applications/application/application.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Slip } from "./review.file.contract.ts";

/** Enough to see that there are others. */
const SHOWN = 3;

/** By sitting of an application, the newest applications of other people who submitted the same examination: its number and year, whatever the board. */
export async function othersWith(
  db: Database,
  application: string,
  sittings: Submitted["snapshot"]["sittings"],
): Promise<ReadonlyMap<string, Slip["others"]>> {
  const asked = sittings.map(({ _id, examinationnumber: number, examinationyear: year }) => ({ _id, number, year }));
  const { rows } = await sql<{ sitting: string } & Slip["others"][number]>`
    select asked._id as sitting, other._id, other.code
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(_id uuid, number text, year text),
    lateral (
      select a._id, a.code from portal.olevel_sitting s join portal.application a on a.applicant = s.applicant
      where s.locked and portal.plain_number(s.examinationnumber) = portal.plain_number(asked.number)
        and s.examinationyear = asked.year and s.applicant <> (select own.applicant from portal.application own where own._id = ${application})
      order by a."createdAt" desc limit ${SHOWN}
    ) other`.execute(db);
  return new Map(
    sittings.map(({ _id }) => [
      _id,
      rows.filter(({ sitting }) => sitting === _id).map((row) => ({ _id: row._id, code: row.code })),
    ]),
  );
}
