import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/connect.server.ts";
import type { Trx } from "../write/perform.server.ts";

export interface AuditLine {
  readonly _id: string;
  readonly at: string;
  readonly actorkind: string;
  readonly actor: string | null;
  readonly deed: string;
  readonly subject: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly reason: string | null;
}

/** The newest lines about one thing, but for some deeds; `subject` reads `noun:id`. */
export async function auditOf(
  db: Database,
  subject: string,
  most: number,
  without: readonly string[] = [],
): Promise<AuditLine[]> {
  const { rows } = await sql<AuditLine>`select _id, at, actorkind, actor, deed, subject, before, after, reason
    from portal.audit where subject = ${subject} and deed <> all(${[...without]}::text[]) order by at desc, _id desc limit ${most}`.execute(
    db,
  );
  return rows;
}

/** What members of staff did to some things by some deeds, in no order. */
export async function deedsOn(
  db: Database | Trx,
  { subjects, deeds }: Record<"subjects" | "deeds", readonly string[]>,
): Promise<Pick<AuditLine, "actor" | "deed" | "subject" | "before" | "after">[]> {
  const { rows } = await sql<Pick<AuditLine, "actor" | "deed" | "subject" | "before" | "after">>`
    select actor, deed, subject, before, after from portal.audit
    where subject = any(${[...subjects]}::text[]) and deed = any(${[...deeds]}::text[]) and actorkind = 'staff'`.execute(
    db,
  );
  return rows;
}

/** What one member of staff did by some deeds in the last days, in no order. */
export async function deedsLately(
  db: Database | Trx,
  { staff, deeds, days }: { readonly staff: string; readonly deeds: readonly string[]; readonly days: number },
): Promise<Pick<AuditLine, "deed" | "subject" | "before" | "after">[]> {
  const { rows } = await sql<Pick<AuditLine, "deed" | "subject" | "before" | "after">>`
    select deed, subject, before, after from portal.audit
    where (case when actorkind = 'staff' then actor end) = ${staff} and deed = any(${[...deeds]}::text[])
      and at > now() - make_interval(days => ${days})`.execute(db);
  return rows;
}

/** The condition that a member of staff has not done a deed to one thing yet today, by the day in Lagos. */
export const isFirstToday = (staff: string, deed: string, subject: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from portal.audit earlier where earlier.subject = ${subject}
    and earlier.deed = ${deed} and earlier.actor = ${staff} and earlier.at >= date_trunc('day', now(), 'Africa/Lagos'))`;

/** Whether any member of staff but one has ever done anything. */
export async function hasOtherActed(db: Database | Trx, but: string): Promise<boolean> {
  const { rows } = await sql`select from portal.audit
    where (case when actorkind = 'staff' then actor end) <> ${but} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a deed was ever done to anything. */
export async function wasEverDone(db: Database | Trx, deed: string): Promise<boolean> {
  return (await sql`select from portal.audit where deed = ${deed} limit 1`.execute(db)).rows.length > 0;
}

/** When one of some deeds was last done to one thing, `noun:id`; null for never. */
export async function lastDone(db: Database, subject: string, deeds: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`select at from portal.audit
    where subject = ${subject} and deed = any(${[...deeds]}::text[]) order by at desc limit 1`.execute(db);
  return rows[0]?.at ?? null;
}
