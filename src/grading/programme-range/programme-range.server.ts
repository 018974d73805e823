import { sql } from "kysely";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { programmeRanges } from "./programme-range.contract.ts";

export const programmeRangeRules: RecordRules<typeof programmeRanges> = {
  of: programmeRanges,
  table: "programme_range",
  within: ofProgrammesWithin,
  constraints: {
    programme_range_once: ["value-taken", "to", "The programme has this range already"],
    programme_range_ends: ["days-out-of-order", "to", "To must be greater than or equal to From"],
  },
};

export interface ProgrammeRange {
  readonly _id: string;
  readonly programme: string;
  readonly from: number;
  readonly to: number;
}

/** One range; undefined where there is none. */
export async function rangeById(db: Database, id: string): Promise<ProgrammeRange | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<ProgrammeRange>`
    select _id, programme, "from", "to" from portal.programme_range where _id = ${id}`.execute(db);
  return rows[0];
}

/** The ranges of a programme, the shortest first. */
export async function rangesOf(db: Database, programme: string): Promise<ProgrammeRange[]> {
  const { rows } = await sql<ProgrammeRange>`select _id, programme, "from", "to" from portal.programme_range
    where programme = ${programme} order by "to", "from"`.execute(db);
  return rows;
}

export const programmeRangeNoun: Noun = {
  name: "programme-range",
  records: [programmeRangeRules],
};
