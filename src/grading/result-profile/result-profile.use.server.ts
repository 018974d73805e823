import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { matriculationDays, sessionName, sessionsInOrder } from "#calendar/session/session.server.ts";
import { programmeLabel, programmesInOrder, programmeTitles } from "#college/programme/programme.server.ts";
import { keepingRules, type RecordRules } from "#console/record/record.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { standingResults } from "#registry/course-result/course-result.server.ts";
import { everyStudent } from "#registry/student/student.server.ts";
import { profileUses, readCohorts } from "./result-profile.contract.ts";
import { lockProfile, profileFor } from "./result-profile.read.server.ts";

export const profileUseRules: RecordRules<typeof profileUses> = {
  of: profileUses,
  table: "result_profile_use",
  within: "college-wide",
  constraints: {
    result_profile_use_once: [
      "value-taken",
      "session",
      "A profile is named for the entrants of this session already. Change that line",
    ],
    score_band_whole: [
      "bands-incomplete",
      "profile",
      "The bands of this profile leave scores without a grade. Complete them on its page, then name it",
    ],
  },
  check: async (work, { id, form }) => {
    // One at a time, and after whoever publishes: what is compared below stays so until the end.
    await sql`lock table portal.result_profile_use in share row exclusive mode`.execute(work.trx);
    if (form) await lockProfile(work.trx, form.profile);
    graded.set(work, { id, before: await gradedCohorts(work.trx) });
  },
  brings: async (work) => {
    await keepingRules(profileUseRules, sql`set constraints portal.result_profile_use_whole immediate`, work.trx);
    const before = graded.get(work)?.before ?? [];
    const after = new Map((await gradedCohorts(work.trx)).map((cohort) => [cohort.of, cohort]));
    const moved = before.find((cohort) => cohort.profile !== null && after.get(cohort.of)?.profile !== cohort.profile);
    if (moved)
      throw refuse(
        "results-stand-by-profile",
        `Results of ${moved.programme ?? "students without a programme"}, entrants of ${moved.session ?? "no session"}, stand by ${moved.called}, and these students keep it. Name another profile for a later session of entry`,
      );
  },
  instead: "Name another profile for a later session of entry",
};

/** What cohorts with results were graded by before a change, while it is made. */
const graded = new WeakMap<Work, { readonly id: string; readonly before: readonly GradedCohort[] }>();

interface GradedCohort {
  /** Tells cohorts apart. */
  readonly of: string;
  readonly programme: string | null;
  readonly session: string | null;
  readonly profile: string | null;
  readonly called: string | null;
}

/** Of whom results stand, or who have the award, by programme and session of entry, with their profile as it is named now. */
async function gradedCohorts(trx: Trx): Promise<GradedCohort[]> {
  const { rows } = await sql<GradedCohort>`
    with entries as materialized (select distinct s.programme, s.session from ${everyStudent()} s
      where s.status = 'Graduated' or exists (select from ${standingResults()} r where r.student = s._id)),
    named as materialized (select e.*, ${profileFor(sql.ref("e.programme"), sql.ref("e.session"))} as profile from entries e)
    select concat_ws(' ', coalesce(n.programme::text, '-'), n.session) as of, ${programmeLabel(sql.ref("n.programme"))} as programme, ${sessionName(sql.ref("n.session"))} as session, n.profile,
      (select p.name from portal.result_profile p where p._id = n.profile) as called
    from named n`.execute(trx);
  return rows;
}

export function cohortCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  handle(app, readCohorts, staff("result-profiles"), () => cohortsOf(db));
}

/** Every session of entry; whichever profile most programmes have stands first, and without their names. */
async function cohortsOf(db: Database) {
  const [sessions, programmes, { rows }] = await Promise.all([
    sessionsInOrder(db),
    programmesInOrder(db),
    sql<{ programme: string; session: string; profile: string | null; name: string | null }>`
      with named as materialized (select p._id as programme, s._id as session,
        ${profileFor(sql.ref("p._id"), sql.ref("s._id"))} as profile
        from (${programmeTitles()}) p cross join (${matriculationDays()}) s)
      select n.*, (select kept.name from portal.result_profile kept where kept._id = n.profile) as name from named n`.execute(
      db,
    ),
  ]);
  const titles = new Map(programmes.map(({ _id, label }) => [_id, label]));
  const bySession = Map.groupBy(rows, ({ session }) => session);
  return sessions
    .toSorted((one, other) => other.name.localeCompare(one.name))
    .map(({ _id, name }) => {
      const groups = Map.groupBy(bySession.get(_id) ?? [], ({ profile }) => profile);
      const lines = [...groups].map(([profile, of]) => ({
        profile: profile === null ? null : { _id: profile, name: of[0]?.name ?? "" },
        count: of.length,
        programmes: of.map(({ programme }) => titles.get(programme) ?? "").sort(),
      }));
      const [most, ...others] = lines.toSorted((one, other) => other.count - one.count);
      return { session: name, lines: most ? [{ ...most, programmes: null }, ...others] : [] };
    });
}
