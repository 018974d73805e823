import { type RawBuilder, sql } from "kysely";
import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { jambCandidates } from "./jamb-candidate.contract.ts";

/** A head looks at those whose course is one of the department's programmes. */
export const jambCandidateRules: Rules<typeof jambCandidates> = {
  of: jambCandidates,
  table: "jamb_candidate_line",
  within: ofProgrammesWithin,
};

/**
 * The candidates of a session, as a part of a larger query: rows of `jamb, name, stateoforigin, lgaoforigin, programme,
 * utme, candidate`.
 */
export const candidatesOf = (session: string): RawBuilder<unknown> => sql`
  select c._id as candidate, c.jamb, c.name, c.stateoforigin, c.lgaoforigin, c.programme, c.utme
  from portal.jamb_candidate_line c where c.session = ${session}`;
