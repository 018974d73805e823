import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { writeDownExport } from "#console/export/export.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { type Officer, requireWholeCollege } from "#console/scope/scope.server.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, stale } from "#kit/wire/refusal.server.ts";
import { bookAlone, bookedBetween, countBooked } from "#payments/payment-reference/payment-reference.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { countWaiting } from "../payment-exception/payment-exception.server.ts";
import * as calls from "./day-book.contract.ts";
import { dayBookTemplates, hindranceOf, readDay, readLines, readMonth } from "./day-book.day.server.ts";
import {
  closedBetween,
  dayOf,
  keptText,
  lastClosed,
  proofOfBook,
  proposedReopenings,
  sumsOf,
  textOfDay,
} from "./day-book.read.server.ts";
import { reopenDayCalls } from "./day-book.reopen.server.ts";
import { waitingInWords } from "./day-book.rules.ts";

export { type BrokenDay, proveDays } from "./day-book.read.server.ts";

const stillOpen = (day: string) => `${asDay(day)} is open: its file is there once it is closed`;

export function dayBookCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("day-book");
  const change = staff("day-book.change");

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

  reopenDayCalls(app);
}

/**
 * Closes a day: what stands in it stays, and its hash is taken of its lines and of the hash of the closed day before;
 * the text of it is kept, so that it can be proved after the day is opened again.
 * Refuses a day that has not begun, or before which one is open (200), and one that is closed already (409).
 */
async function closeDay({ trx, note }: Work, { staff: closedby }: Officer, day: string): Promise<string> {
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
        ${lines}::int, ${JSON.stringify(totals)}::jsonb, ${closedby}::uuid, text
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

/** The last ones: the whole chain is proved each night. */
const LAST_DAYS = 7;

const impossibleBook: readonly Impossible[] = [
  {
    name: "closed-day-changed",
    sentence: "A closed day of the book is as it was closed, and nothing is booked on a day that was passed over",
    rows: sql`select 'day_book:' || day as subject from (
        select * from portal.day_book where reopening is null order by day desc limit ${sql.lit(LAST_DAYS)}) last
      where hash <> portal.book_hash(day, before)
      union select 'day_book:' || day from portal.day_book_chain where says is not null`,
  },
];

export const dayBookNoun: Noun = {
  name: "day-book",
  templates: dayBookTemplates,
  calls: dayBookCalls,
  impossible: impossibleBook,
  waiting: [
    {
      right: "day-book.approve",
      rows: ({ staff }) => proposedReopenings(staff),
      one: "Somebody asks you to agree to open a closed day again.",
      many: "people ask you to agree to open closed days again.",
      deed: "See the day book",
      link: "/staff/day-book",
    },
  ],
};
