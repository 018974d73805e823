import { sql } from "kysely";
import { everyCopy } from "#applications/application/application.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import { madeCorrections } from "#profile/record-correction/record-correction.server.ts";

export const impossibleApplicationCorrections: readonly Impossible[] = [
  {
    name: "corrected-otherwise",
    sentence: "An application says what was corrected last",
    rows: sql`select distinct 'application:' || a._id as subject
      from (select distinct applicant from ${madeCorrections()} made where noun = 'application') who
        join ${everyCopy()} a on a.applicant = who.applicant
        cross join lateral (
          select distinct on (made.kind, made.item, field.key) made.kind, made.item, field.key, field.value
          from ${madeCorrections()} made join ${everyCopy()} about on about._id = made.record
            cross join lateral jsonb_each(made.after) field
          where made.noun = 'application' and made.applicant = a.applicant and about.session = a.session
            and (made.kind <> 'type' or made.record = a._id)
          order by made.kind, made.item, field.key, made.at desc) said
      where portal.corrected_snapshot(a.snapshot, said.kind, said.item, jsonb_build_object(said.key, said.value)) <> a.snapshot
        or said.kind = 'type' and a.type <> said.value #>> '{}'`,
  },
];
