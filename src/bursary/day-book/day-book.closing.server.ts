import { sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/perform.server.ts";
import type { Reopening } from "./day-book.contract.ts";

/** A day that was closed, in force or not. */
export interface Closing {
  readonly day: string;
  readonly hash: string;
  readonly before: string | null;
  readonly lines: number;
  readonly closedby: string;
  readonly closedAt: string;
  readonly reopening: string | null;
}

/** Without the text, which is as long as the day. */
const columns = ["day", "hash", "before", "lines", "closedby", "closedAt", "reopening"] as const;

/** A day of the path, or 404: days that no calendar has are nowhere. */
export function dayOf(text: string): string {
  const isDay = /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);
  if (!isDay) throw notFound();
  return text;
}

/** What is closed between two days, by day. */
export async function closedBetween(db: Database | Trx, from: string, until: string): Promise<Map<string, Closing>> {
  const rows = await db
    .selectFrom("day_book")
    .select(columns)
    .where("day", ">=", from)
    .where("day", "<=", until)
    .where("reopening", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.day, row]));
}

/** The last day that is closed, before `day` where one is given; undefined while there is none. */
export async function lastClosed(db: Database | Trx, day?: string): Promise<Closing | undefined> {
  let closed = db.selectFrom("day_book").select(columns).where("reopening", "is", null);
  if (day) closed = closed.where("day", "<", day);
  return closed.orderBy("day", "desc").limit(1).executeTakeFirst();
}

/** What waits for a second person, with the number of days that it would open; null for nothing. */
export async function openReopening(db: Database | Trx): Promise<Reopening | null> {
  const found = await db
    .selectFrom("day_book_reopening")
    .select(["_id", "day", "reason", "proposedby", "createdAt"])
    .select(
      sql<number>`(select count(*)::int from portal.day_book b where b.reopening is null and b.day >= day_book_reopening.day)`.as(
        "days",
      ),
    )
    .where("state", "=", "Proposed")
    .executeTakeFirst();
  if (!found) return null;
  const names = await namesOfStaff(db, [found.proposedby]);
  return { ...found, proposedby: { _id: found.proposedby, name: names.get(found.proposedby) ?? "" } };
}
