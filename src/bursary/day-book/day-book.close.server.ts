import { type Selectable, sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { requireAnother } from "#console/second-person/second-person.server.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { notFound, Refusal, refuse, stale } from "#kit/wire/refusal.server.ts";
import { bookAlone, bookedBetween, countBooked } from "#payments/payment-reference/payment-reference.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { DayBookReopening } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { hindranceOf } from "./day-book.day.server.ts";
import { closedBetween, lastClosed, sumsOf } from "./day-book.read.server.ts";

/**
 * Closes a day: what stands in it stays, and its hash is taken of its lines and of the hash of the closed day before;
 * the text of it is kept, so that it can be proved after the day is opened again.
 * Refuses a day that has not begun, or before which one is open (200), and one that is closed already (409).
 */
export async function closeDay({ trx, note }: Work, { staff }: Officer, day: string): Promise<string> {
  await bookAlone(trx);
  await refuseClosed(trx, day);
  const hindrance = await hindranceOf(trx, day);
  if (hindrance) throw refuse("day-not-closable", `${hindrance}. Nothing was closed`);
  const [before, booked, counted] = await Promise.all([
    lastClosed(trx),
    bookedBetween(trx, day, day),
    countBooked(trx, day, day),
  ]);
  const { lines, ...totals } = sumsOf(booked, counted);
  const { rows } = await onConstraint(
    { day_book_closed: () => stale("day-closed-already", "Somebody else has just closed this day") },
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
  throw stale(
    "day-closed-already",
    `${names.get(closed.closedby)} closed ${asDay(day)} on ${asMinute(closed.closedAt)}`,
  );
}

/** Proposes to open a closed day again, with all later ones. One proposal waits at a time. */
export async function proposeReopening({ trx, note }: Work, { staff }: Officer, day: string, reason: string) {
  await bookAlone(trx);
  const closed = (await closedBetween(trx, day, day)).get(day);
  if (!closed) throw refuse("day-is-open", `${asDay(day)} is open. There is nothing to open again`);
  const _id = newId();
  await onConstraint(
    {
      day_book_reopening_one: () =>
        stale("proposal-waits-already", "A proposal waits already. It must be decided or withdrawn first"),
    },
    trx.insertInto("day_book_reopening").values({ _id, day, reason, proposedby: staff }).execute(),
  );
  note({ deed: "day_book.propose-reopening", subject: `day_book:${day}`, after: { day }, reason });
  return _id;
}

/**
 * Opens the day and all that were closed after it. Their former hashes stay. Refuses (409) when more or fewer are closed by
 * now than its approver was shown.
 */
export async function approveReopening({ trx, note }: Work, who: Officer, id: string, seen: number) {
  await bookAlone(trx);
  const proposed = await lockedProposal(trx, id);
  requireAnother(who, proposed.proposedby);
  await decide(trx, proposed, { state: "Approved", decidedby: who.staff, answer: null });
  const opened = await trx
    .updateTable("day_book")
    .set({ reopening: proposed._id })
    .where("reopening", "is", null)
    .where("day", ">=", proposed.day)
    .returning(["day", "hash"])
    .execute();
  if (opened.length !== seen)
    throw stale(
      "count-changed",
      `${opened.length === 1 ? "1 closed day" : `${opened.length} closed days`} would be open again now, not ${seen}. Look at it again`,
    );
  for (const { day, hash } of opened.sort((one, other) => (one.day < other.day ? -1 : 1)))
    note({ deed: "day_book.reopen", subject: `day_book:${day}`, before: { hash }, reason: proposed.reason });
  return opened.length;
}

/** Leaves the day closed. */
export async function declineReopening({ trx, note }: Work, who: Officer, id: string, answer: string) {
  const proposed = await lockedProposal(trx, id);
  requireAnother(who, proposed.proposedby);
  await decide(trx, proposed, { state: "Declined", decidedby: who.staff, answer });
  note({ deed: "day_book.decline-reopening", subject: `day_book:${proposed.day}`, reason: answer });
}

/** Takes back what one has proposed oneself. */
export async function withdrawReopening({ trx, note }: Work, { staff }: Officer, id: string) {
  const proposed = await lockedProposal(trx, id);
  if (proposed.proposedby !== staff)
    throw new Refusal(
      "only-proposer-withdraws",
      403,
      "Another has proposed this. Who may approve it can decline it instead",
    );
  await decide(trx, proposed, { state: "Withdrawn", decidedby: staff, answer: null });
  note({ deed: "day_book.withdraw-reopening", subject: `day_book:${proposed.day}` });
}

async function lockedProposal(trx: Trx, id: string): Promise<Selectable<DayBookReopening>> {
  const found = isId(id)
    ? await trx.selectFrom("day_book_reopening").selectAll().where("_id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!found) throw notFound();
  if (found.state !== "Proposed") throw stale("already-decided", `This was ${found.state.toLowerCase()} meanwhile`);
  return found;
}

interface Decision {
  readonly state: "Approved" | "Declined" | "Withdrawn";
  readonly decidedby: string;
  readonly answer: string | null;
}

const decide = (trx: Trx, { _id }: Selectable<DayBookReopening>, decision: Decision) =>
  trx
    .updateTable("day_book_reopening")
    .set({ ...decision, decidedAt: sql`now()` })
    .where("_id", "=", _id)
    .execute();
