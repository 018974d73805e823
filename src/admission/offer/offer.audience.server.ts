import { type RawBuilder, sql } from "kysely";
import type { Reached } from "#console/scope/scope.server.ts";
import { isAwaiting, isOver } from "./offer.server.ts";

/** Who was offered a place of a session, whatever became of it, as rows of `applicant`. */
export const offeredIn = (session: string, reached: Reached): RawBuilder<unknown> =>
  sql`select offer.applicant from portal.offer where offer.session = ${session} and ${reached(sql.ref("offer.programme"))}`;

/** Whose offer can still be accepted and is not, as rows of `applicant`. */
export const offeredNotAccepted = (session: string, reached: Reached): RawBuilder<unknown> =>
  sql`${offeredIn(session, reached)} and ${isAwaiting()} and not ${isOver()}`;
