import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { approversBeside } from "#access/staff/staff.server.ts";
import { writeDownExport } from "#console/export/export.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { approverSentence } from "#console/second-person/second-person.rules.ts";
import { asDay } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import { write } from "#platform/write/write.server.ts";
import { countWaiting } from "../payment-exception/payment-exception.server.ts";
import {
  approveReopening,
  closeDay,
  declineReopening,
  proposeReopening,
  withdrawReopening,
} from "./day-book.close.server.ts";
import * as calls from "./day-book.contract.ts";
import { readDay, readLines, readMonth } from "./day-book.day.server.ts";
import { impossibleBook } from "./day-book.impossible.server.ts";
import { dayOf, keptText, proofOfBook, textOfDay } from "./day-book.read.server.ts";
import { waitingInWords } from "./day-book.rules.ts";

export { type BrokenDay, proposedReopenings, proveDays } from "./day-book.read.server.ts";

const stillOpen = (day: string) => `${asDay(day)} is open: its file is there once it is closed`;

export function dayBookCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("day-book");
  const change = staff("day-book.change");
  const approve = staff("day-book.approve");

  handle(app, calls.listBookDays, view, ({ who, request }) => {
    requireWholeCollege(who);
    return readMonth(db, request.query);
  });

  handle(app, calls.proveBook, view, ({ who }) => {
    requireWholeCollege(who);
    return proofOfBook(db);
  });

  handle(app, calls.readBookDay, view, ({ who, params }) => {
    requireWholeCollege(who);
    return readDay(db, dayOf(params.day));
  });

  handle(app, calls.readBookLines, view, ({ who, params }) => {
    requireWholeCollege(who);
    return readLines(db, dayOf(params.day));
  });

  handle(app, calls.readBookFile, view, async ({ who, params, request, reply }) => {
    requireWholeCollege(who);
    const day = dayOf(params.day);
    const { closing } = request.query as { closing?: unknown };
    const text = await (typeof closing === "string" ? keptText(db, day, closing) : textOfDay(db, day));
    if (text === undefined) throw typeof closing === "string" ? notFound() : refuse("day-is-open", stillOpen(day));
    await writeDownExport(
      app,
      { who, request },
      { noun: "day_book", name: "Day book", filter: asDay(day), rows: null },
    );
    reply.header("content-type", "text/plain; charset=utf-8");
    reply.header("content-disposition", `attachment; filename="day-book-${day}.txt"`);
    return text;
  });

  handle(app, calls.closeBookDay, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const day = dayOf(ask.params.day);
      const waiting = await countWaiting(work.trx);
      const hash = await closeDay(work, ask.who, day);
      return {
        type: "success" as const,
        message: `${asDay(day)} is closed${waiting > 0 ? `. ${waitingInWords(waiting)}` : ""}`,
        hash,
      };
    }),
  );

  handle(app, calls.proposeReopening, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const _id = await proposeReopening(work, ask.who, dayOf(ask.params.day), ask.body.reason);
      const approvers = await approversBeside(work.trx, "day-book.approve", ask.who.staff);
      return { type: "success" as const, message: `Proposed. ${approverSentence(approvers)}`, _id };
    }),
  );

  handle(app, calls.approveReopening, approve, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const days = await approveReopening(work, ask.who, ask.params.id, ask.body.days);
      return {
        type: "success" as const,
        message: days === 1 ? "The day is open again" : `${days} days are open again`,
      };
    }),
  );

  handle(app, calls.declineReopening, approve, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      await declineReopening(work, ask.who, ask.params.id, ask.body.reason);
      return { type: "success" as const, message: "Declined. The day stays closed" };
    }),
  );

  handle(app, calls.withdrawReopening, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      await withdrawReopening(work, ask.who, ask.params.id);
      return { type: "success" as const, message: "Withdrawn. The day stays closed" };
    }),
  );
}

export const dayBookNoun: Noun = {
  name: "day-book",
  calls: dayBookCalls,
  impossible: impossibleBook,
};
