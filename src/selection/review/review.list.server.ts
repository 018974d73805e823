import { type RawBuilder, sql } from "kysely";
import { isOwn } from "#access/own-file/own-file.server.ts";
import { ofProgrammesWithin } from "#college/programme/programme.within.server.ts";
import type { Rules } from "#console/record/record.rules.server.ts";
import { reviews } from "./review.contract.ts";

/** A head reaches the applications to the department's programmes, a dean those to the college's. */
export const reviewRules: Rules<typeof reviews> = {
  of: reviews,
  table: "review",
  within: ofProgrammesWithin,
  hidden: (column, member) => isOwn(column("applicant"), member),
};

/** Whether an application is the member of staff's own, as a condition on a column that names it. */
export const isOwnApplication = (application: RawBuilder<unknown>, member: string): RawBuilder<boolean> =>
  sql<boolean>`${application} = any(array(${ownApplications(member)}))`;

/** The member of staff's own applications, as rows of `application`. */
export const ownApplications = (member: string): RawBuilder<unknown> =>
  sql`select own._id as application from portal.review own where ${isOwn(sql.ref("own.applicant"), member)}`;
