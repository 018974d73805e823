import { sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import { bookAlone, bookedBetween, countBooked } from "#payments/payment-reference/ledger/ledger.book.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/perform.server.ts";
import { closedBetween, lastClosed } from "./day-book.closing.server.ts";
import { hindranceOf } from "./day-book.day.server.ts";
import { sumsOf } from "./day-book.sums.server.ts";

/**
 * Closes a day: what stands in it stays, and its hash is taken of its lines and of the hash of the closed day before;
 * the text of it is kept, so that it can be proved after the day is opened again.
 * Refuses a day that has not begun, or before which one is open (200), and one that is closed already (409).
 */
export async function closeDay({ trx, note }: Work, { staff }: Officer, day: string): Promise<string> {
  await bookAlone(trx);
  await refuseClosed(trx, day);
  const hindrance = await hindranceOf(trx, day);
  if (hindrance) throw refuse(`${hindrance}. Nothing was closed`);
  const [before, booked, counted] = await Promise.all([
    lastClosed(trx),
    bookedBetween(trx, day, day),
    countBooked(trx, day, day),
  ]);
  const { lines, ...totals } = sumsOf(booked, counted);
  const { rows } = await onConstraint(
    { day_book_closed: () => stale("Somebody else has just closed this day") },
    sql<{ hash: string }>`
      insert into portal.day_book (_id, day, hash, before, lines, totals, closedby, text)
      select ${newId()}::uuid, ${day}::date, encode(sha256(convert_to(text, 'UTF8')), 'hex'), ${before?.hash ?? null}::text,
        ${lines}::int, ${JSON.stringify(totals)}::jsonb, ${staff}::uuid, text
      from portal.book_text(${day}::date, ${before?.hash ?? null}::text) text returning hash`.execute(trx),
  );
  const hash = rows[0]?.hash ?? "";
  note({ deed: "day_book.close", subject: `day_book:${day}`, after: { day, hash, lines, ...totals } });
  return hash;
}

async function refuseClosed(trx: Trx, day: string): Promise<void> {
  const closed = (await closedBetween(trx, day, day)).get(day);
  if (!closed) return;
  const names = await namesOfStaff(trx, [closed.closedby]);
  throw stale(`${names.get(closed.closedby)} closed ${asDay(day)} on ${asMinute(closed.closedAt)}`);
}
