import { type RawBuilder, sql } from "kysely";
import type { Reached } from "#console/scope/scope.server.ts";
import type { ReviewState } from "./review.states.contract.ts";

/** Who has applied in a session, as rows of `applicant`. */
export const appliedIn = (session: string, reached: Reached): RawBuilder<unknown> =>
  sql`select applicant from portal.review where session = ${session} and ${reached(sql.ref("programme"))}`;

/** Whose application stands at one of some stages of the desk, as rows of `applicant`. */
export const standingAt = (session: string, stages: readonly ReviewState[], reached: Reached): RawBuilder<unknown> =>
  sql`${appliedIn(session, reached)} and state = any(${[...stages]}::text[])`;

/** Who sent the application of this code, as a row of `applicant`. */
export const applicantOfCode = (code: string): RawBuilder<unknown> =>
  sql`select applicant from portal.review where code = upper(${code})`;

/** Who has ever applied to a programme that `reached` lets through, as rows of `applicant`. */
export const everApplied = (reached: Reached): RawBuilder<unknown> =>
  sql`select applicant from portal.review where ${reached(sql.ref("programme"))}`;
