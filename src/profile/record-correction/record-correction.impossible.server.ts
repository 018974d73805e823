import { type RawBuilder, sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleRecordCorrections: readonly Impossible[] = [
  {
    name: "record-corrected-by-one",
    sentence: "What was handed in is corrected by another than who asked, or by its owner where it decides nothing",
    rows: sql`select 'record_correction:' || _id as subject from portal.record_correction
      where state in ('Approved', 'Declined') and (decidedby is null or decidedby is not distinct from askedby)
        or state = 'Changed' and askedby is not null`,
  },
];

/** Every correction that was made, for the checks of the records that they are about. */
export const everyMade = (): RawBuilder<unknown> =>
  sql`(select noun, record, applicant, kind, item, after, "decidedAt" as at from portal.record_correction
    where state in ('Approved', 'Changed'))`;
