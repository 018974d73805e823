import { type Selectable, sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { requireAnother } from "#console/second-person/second-person.server.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { notFound, Refusal, refuse, stale } from "#kit/wire/refusal.server.ts";
import { bookAlone } from "#payments/payment-reference/ledger/ledger.book.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { DayBookReopening } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/perform.server.ts";
import { closedBetween } from "./day-book.closing.server.ts";

/** Proposes to open a closed day again, with all later ones. One proposal waits at a time. */
export async function proposeReopening({ trx, note }: Work, { staff }: Officer, day: string, reason: string) {
  await bookAlone(trx);
  const closed = (await closedBetween(trx, day, day)).get(day);
  if (!closed) throw refuse(`${asDay(day)} is open. There is nothing to open again`);
  const _id = newId();
  await onConstraint(
    { day_book_reopening_one: () => stale("A proposal waits already. It must be decided or withdrawn first") },
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
    throw new Refusal(403, "Another has proposed this. Who may approve it can decline it instead");
  await decide(trx, proposed, { state: "Withdrawn", decidedby: staff, answer: null });
  note({ deed: "day_book.withdraw-reopening", subject: `day_book:${proposed.day}` });
}

async function lockedProposal(trx: Trx, id: string): Promise<Selectable<DayBookReopening>> {
  const found = isId(id)
    ? await trx.selectFrom("day_book_reopening").selectAll().where("_id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!found) throw notFound();
  if (found.state !== "Proposed") throw stale(`This was ${found.state.toLowerCase()} meanwhile`);
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
