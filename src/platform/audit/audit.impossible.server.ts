import { type RawBuilder, sql } from "kysely";
import type { Impossible } from "../portal/impossible.server.ts";

export const impossibleAudit: readonly Impossible[] = [
  {
    name: "account-changed-by-another",
    sentence: "An applicant changes nobody's account but the own one",
    rows: sql`select distinct subject from portal.audit
      where actorkind = 'applicant' and subject like 'applicant:%' and subject <> 'applicant:' || actor`,
  },
];

/** Whether anything was written down about a subject, `noun:id`; with a deed, whether that was. An SQL condition. */
export const isAudited = (subject: RawBuilder<string>, deed?: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from portal.audit line where line.subject = ${subject} ${deed === undefined ? sql`` : sql`and line.deed = ${deed}`})`;

/** Whether a line says that a subject was brought to a state. An SQL condition. */
export const isBroughtTo = (subject: RawBuilder<string>, state: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from portal.audit line where line.subject = ${subject} and line.after ->> 'state' = ${state})`;
