import { sql } from "kysely";
import type { Impossible } from "#platform/portal/impossible.server.ts";

export const impossibleProfiles: readonly Impossible[] = [
  {
    name: "graded-by-gaps",
    sentence: "By whichever profile somebody is graded, it has a band for each score from 0 to 100",
    rows: sql`select distinct 'result_profile:' || u.profile as subject from portal.result_profile_use u
      where not portal.is_whole_profile(u.profile)`,
  },
  {
    name: "steps-out-of-order",
    sentence: "Of two semesters of a programme the later one has the higher step",
    rows: sql`select distinct 'step:' || later._id as subject from portal.step later join portal.step earlier
      on earlier.programme is not distinct from later.programme and earlier.step > later.step
      and (earlier.level, earlier.semester) < (later.level, later.semester)`,
  },
];
