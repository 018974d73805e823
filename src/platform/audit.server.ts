import { sql } from "kysely";
import type { Database } from "./database/connect.server.ts";

/** One line of the audit, as it was written. */
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
