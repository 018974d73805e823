import type { FastifyInstance } from "fastify";
import { type Selectable, sql } from "kysely";
import { handlePlainStep, handleProposal, handleStep, type ProposalKind } from "#access/proposal/proposal.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { refuse, stale } from "#kit/wire/refusal.server.ts";
import { bookAlone } from "#payments/payment-reference/payment-reference.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { DayBookReopening } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { approveReopening, declineReopening, proposeReopening, withdrawReopening } from "./day-book.contract.ts";
import { closedBetween, dayOf } from "./day-book.read.server.ts";

type LockedReopening = Selectable<DayBookReopening>;

/** A wish to open a closed day again, with all that were closed after it. One waits at a time. */
const reopeningProposal: ProposalKind<LockedReopening> = {
  noun: "day_book",
  approval: "day-book.approve",
  subject: ({ day }) => `day_book:${day}`,
  lock: lockReopening,
  keep: keepDecision,
  whyLate: async (_, { state }) => stale("already-decided", `This was ${state.toLowerCase()} meanwhile`),
  notYours: "Another has proposed this. Who may approve it can decline it instead",
};

export function reopenDayCalls(app: FastifyInstance): void {
  handleProposal(app, reopeningProposal, proposeReopening, {
    right: "day-book.change",
    async propose({ trx, note }, { who, params, body }) {
      const day = dayOf(params.day);
      await bookAlone(trx);
      const closed = (await closedBetween(trx, day, day)).get(day);
      if (!closed) throw refuse("day-is-open", `${asDay(day)} is open. There is nothing to open again`);
      const row = { _id: newId(), day, reason: body.reason, proposedby: who.staff };
      await onConstraint(
        {
          day_book_reopening_one: () =>
            stale("proposal-waits-already", "A proposal waits already. It must be decided or withdrawn first"),
        },
        trx.insertInto("day_book_reopening").values(row).execute(),
      );
      note({ deed: "day_book.propose-reopening", subject: `day_book:${day}`, after: { day }, reason: body.reason });
      return { message: "Proposed", reply: { _id: row._id } };
    },
  });

  handleStep(app, reopeningProposal, approveReopening, {
    right: "day-book.approve",
    to: "Approved",
    by: "another",
    deed: "approve-reopening",
    async change(work, proposed, { body }) {
      const days = await reopenDays(work, proposed, body.days);
      return { message: days === 1 ? "The day is open again" : `${days} days are open again` };
    },
  });

  handlePlainStep(app, reopeningProposal, declineReopening, {
    right: "day-book.approve",
    to: "Declined",
    by: "another",
    deed: "decline-reopening",
    says: () => "Declined. The day stays closed",
  });

  handlePlainStep(app, reopeningProposal, withdrawReopening, {
    right: "day-book.change",
    to: "Withdrawn",
    by: "proposer",
    deed: "withdraw-reopening",
    says: () => "Withdrawn. The day stays closed",
  });
}

/** The books first: nothing is booked while days are opened. */
async function lockReopening(trx: Trx, id: string): Promise<LockedReopening | undefined> {
  await bookAlone(trx);
  return trx.selectFrom("day_book_reopening").selectAll().where("_id", "=", id).forUpdate().executeTakeFirst();
}

async function keepDecision(
  { trx }: Work,
  { _id }: LockedReopening,
  state: string,
  { staff, reason }: { readonly staff: string; readonly reason: string | null },
): Promise<void> {
  await trx
    .updateTable("day_book_reopening")
    .set({ state, decidedby: staff, answer: reason, decidedAt: sql`now()` })
    .where("_id", "=", _id)
    .execute();
}

/**
 * Opens the day and all that were closed after it. Their former hashes stay. Refuses (409) when more or fewer are closed by
 * now than its approver was shown. Answers how many.
 */
async function reopenDays({ trx, note }: Work, proposed: LockedReopening, seen: number): Promise<number> {
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
      `${asCount(opened.length, "closed day")} would be open again now, not ${seen}. Look at it again`,
    );
  for (const { day, hash } of opened.sort((one, other) => (one.day < other.day ? -1 : 1)))
    note({ deed: "day_book.reopen", subject: `day_book:${day}`, before: { hash }, reason: proposed.reason });
  return opened.length;
}
