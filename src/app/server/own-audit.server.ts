import { type RawBuilder, sql } from "kysely";
import { staffRules } from "#access/staff/staff.server.ts";
import { recallsOf } from "#admission/offer/offer.server.ts";
import type { auditLines } from "#console/audit/audit.contract.ts";
import { auditRules } from "#console/audit/audit.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { ownFilesCorrections } from "#profile/record-correction/record-correction.server.ts";
import { ownApplications } from "#selection/review/review.server.ts";
import { auditSubjects } from "./audit-subjects.server.ts";

/**
 * The audit, without the lines about the reader's own application: what is decided about it is read there by colleagues alone,
 * as it is on the desk. Whoever has applied nowhere pays one look for it.
 */
export const officeAudit: RecordRules<typeof auditLines> = {
  ...auditRules(auditSubjects, staffRules),
  hidden: (column, member) => {
    const own = sql`array(${ownApplications(member)})`;
    return sql`case when cardinality(${own}) = 0 then false
      else ${column("subject")} = any(array(${ownSubjects(member)})) or exists (select from unnest(${own}) id
        where strpos(concat(${column("before")}::text, ${column("after")}::text), id::text) > 0) end`;
  },
};

const ownSubjects = (member: string): RawBuilder<unknown> => sql`
  select noun || application from unnest(array['review:', 'application:']) noun cross join (${ownApplications(member)}) own
  union all select 'recall:' || recall from (${recallsOf(ownApplications(member))}) recalled
  union all select 'record_correction:' || correction from (${ownFilesCorrections(member)}) corrected`;
