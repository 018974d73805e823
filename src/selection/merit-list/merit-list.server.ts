import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.server.ts";
import { choicesOf } from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { findReachedFile, isOwnApplication } from "../review/review.server.ts";
import { meritCompareCalls } from "./board/board.compare.server.ts";
import { meritCoverCalls } from "./board/board.cover.server.ts";
import { meritBoardCalls } from "./board/board.server.ts";
import { meritMakeCalls } from "./draw/draw.make.server.ts";
import { meritPreviewCalls } from "./draw/draw.preview.server.ts";
import { meritEntryCalls, meritUndoCalls } from "./entry/entry.server.ts";
import { chooseRun } from "./merit-list.calls.contract.ts";
import { type MeritStanding, meritCaps, meritPlaces, meritRuns, readMeritStanding } from "./merit-list.contract.ts";
import type { PlaceOfRun } from "./merit-list.read.server.ts";
import type { RunState } from "./merit-list.rules.ts";
import { meritDecideCalls } from "./run/run.decide.server.ts";
import { reachedProgramme } from "./run/run.server.ts";

export { frozenRun, frozenRunsOf, placesOf, waitingPlaces } from "./merit-list.read.server.ts";

export const meritRunRules: RecordRules<typeof meritRuns> = {
  of: meritRuns,
  table: "merit_run_line",
  within: "college-wide",
};

/** A head reads the places in the department's programmes, a dean those in the college's. */
export const meritPlaceRules: RecordRules<typeof meritPlaces> = {
  of: meritPlaces,
  table: "merit_place_line",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwnApplication(column("application"), member),
};

export const meritCapsRules: RecordRules<typeof meritCaps> = {
  of: meritCaps,
  table: "merit_caps_line",
  within: ofProgrammesWithin,
};

/** What the college agreed on about one application; drafts are not agreed on. */
function meritStandingCall(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readMeritStanding, staff("merit-lists"), async ({ who, params }) => {
    const { _id } = await findReachedFile(db, who, params.id);
    const { rows } = await sql<NonNullable<MeritStanding>>`
      select p._id, l.title as run, r."frozenAt", p.outcome, p.rank, p.aggregate::text as aggregate, p.quota, p.reason
      from portal.merit_place p
        join portal.merit_run r on r._id = p.run
        join portal.merit_run_line l on l._id = r._id
      where p.application = ${_id} and r.state = 'Frozen' and ${reachedProgramme(who, "p")}
      order by r.version desc limit 1`.execute(db);
    return rows[0] ?? null;
  });
}

export function meritListCalls(app: FastifyInstance): void {
  handle(app, chooseRun, staff("merit-lists"), ({ who, request }) =>
    choicesOf(app.portal.db, meritRunRules, who, request.query),
  );
  meritPreviewCalls(app);
  meritMakeCalls(app);
  meritCoverCalls(app);
  meritCompareCalls(app);
  meritBoardCalls(app);
  meritStandingCall(app);
  meritEntryCalls(app);
  meritUndoCalls(app);
  meritDecideCalls(app);
}

/** The runs that hold an application and are not given up, by their names, the newest first. */
export async function runsThatHold(db: Database, application: string): Promise<{ title: string; state: RunState }[]> {
  const { rows } = await sql<{ title: string; state: RunState }>`
    select l.title, r.state from portal.merit_place p
      join portal.merit_run r on r._id = p.run join portal.merit_run_line l on l._id = r._id
    where p.application = ${application} and r.state <> 'Discarded' order by r.version desc limit 20`.execute(db);
  return rows;
}

/** Holds the lists of a session that are on their way: none of them is agreed to until the transaction ends. */
export async function holdOpenRuns(trx: Trx, session: string): Promise<void> {
  await sql`select from portal.merit_run where session = ${session} and state in ('Draft', 'Proposed') order by _id for share`.execute(
    trx,
  );
}

/** What the newest frozen run that holds an application says of it, as a part of a larger query; null while none does. */
export const newestOutcome = (application: RawBuilder<unknown>): RawBuilder<PlaceOfRun["outcome"] | null> =>
  sql<PlaceOfRun["outcome"] | null>`(select newest.outcome from portal.merit_place newest
    join portal.merit_run frozen on frozen._id = newest.run
    where newest.application = ${application} and frozen.state = 'Frozen' order by frozen.version desc limit 1)`;

/** The merit lists that nobody has answered, and that this member of staff neither made, proposed nor changed by hand. */
const proposedRuns = (staff: string): RawBuilder<unknown> =>
  sql`select from portal.merit_run where state = 'Proposed' and proposedby <> ${staff} and madeby <> ${staff}
    and not exists (select from portal.merit_entry entry where entry.run = merit_run._id
      and (entry.enteredby = ${staff} and entry."undoneAt" is null or entry.undoneby = ${staff}))`;

export const meritListNoun: Noun = {
  name: "merit-list",
  calls: meritListCalls,
  listings: [meritRunRules, meritPlaceRules, meritCapsRules],
  waiting: [
    {
      right: "merit-lists.approve",
      rows: ({ staff }) => proposedRuns(staff),
      one: "One merit list waits for your approval.",
      many: "merit lists wait for your approval.",
      deed: "See the merit lists",
      link: "/staff/merit-lists?state=Proposed",
    },
  ],
};
