import { sql } from "kysely";
import { applicantsWhoSat } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Submitted } from "./application.server.ts";

/** Enough to see that there are others. */
const SHOWN = 3;

export interface OtherApplication {
  readonly _id: string;
  readonly code: string;
}

/** By sitting of an application, the newest ones of other people who submitted the same examination. */
export async function othersWithExamination(
  db: Database,
  application: string,
  sittings: Submitted["snapshot"]["sittings"],
): Promise<ReadonlyMap<string, OtherApplication[]>> {
  const asked = sittings.map(({ _id, examinationnumber: number, examinationyear: year }) => ({ _id, number, year }));
  const { rows } = await sql<OtherApplication & { sitting: string }>`
    select asked._id as sitting, other._id, other.code
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(_id uuid, number text, year text),
    lateral (
      select a._id, a.code from portal.application a
      where a.applicant in ${applicantsWhoSat(sql.ref("asked.number"), sql.ref("asked.year"))}
        and a.applicant <> (select own.applicant from portal.application own where own._id = ${application})
      order by a."createdAt" desc limit ${SHOWN}
    ) other`.execute(db);
  return new Map(
    sittings.map(({ _id }) => [
      _id,
      rows.filter(({ sitting }) => sitting === _id).map((row) => ({ _id: row._id, code: row.code })),
    ]),
  );
}
