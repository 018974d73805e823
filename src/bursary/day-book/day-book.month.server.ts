import { namesOfStaff } from "#access/staff/staff.names.server.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import {
  bookedBetween,
  countBooked,
  daysOfBook,
  firstDayAfter,
} from "#payments/payment-reference/ledger/ledger.book.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { closedBetween, lastClosed, openReopening } from "./day-book.closing.server.ts";
import type { BookDay } from "./day-book.contract.ts";
import { sumsOf } from "./day-book.sums.server.ts";

/** The days of a month that hold bookings or are closed, the last first, with what each brought. */
export async function readMonth(db: Database, query: unknown) {
  const today = lagosDay(await clock(db));
  const month = monthIn(query) ?? today.slice(0, 7);
  const [from, until] = [`${month}-01`, lastDayOf(month)];
  const [booked, counted, closed, book, last, reopening] = await Promise.all([
    bookedBetween(db, from, until),
    countBooked(db, from, until),
    closedBetween(db, from, until),
    daysOfBook(db),
    lastClosed(db),
    openReopening(db),
  ]);
  const names = await namesOfStaff(
    db,
    [...closed.values()].map(({ closedby }) => closedby),
  );
  const days = [...new Set([...counted.map(({ day }) => day), ...closed.keys()])].sort().reverse();
  const next = await firstDayAfter(db, last?.day ?? null);
  return {
    month,
    first: (book.first ?? today).slice(0, 7),
    last: [today, book.last ?? today].sort().at(-1)?.slice(0, 7) ?? month,
    today,
    closed: last?.day ?? null,
    next: next && next <= today ? next : null,
    days: days.map((day): BookDay => {
      const closing = closed.get(day);
      return {
        day,
        state: closing ? "Closed" : last && day < last.day ? "Passed over" : "Open",
        ...sumsOf(
          booked.filter((one) => one.day === day),
          counted.filter((one) => one.day === day),
        ),
        closing: closing
          ? { hash: closing.hash, closedAt: closing.closedAt, closedby: names.get(closing.closedby) ?? "" }
          : null,
      };
    }),
    total: sumsOf(booked, counted),
    reopening,
  };
}

function monthIn(query: unknown): string | undefined {
  const { month, ...others } = query as Record<string, unknown>;
  const [odd] = Object.keys(others);
  if (odd) throw refused(odd, `The field ${odd.slice(0, 40)} is not known`);
  if (month === undefined) return undefined;
  if (typeof month !== "string" || !/^20\d{2}-(?:0[1-9]|1[0-2])$/.test(month))
    throw refused("month", "month must be a month such as 2026-11");
  return month;
}

const refused = (field: string, sentence: string) => refuseForm(sentence, { [field]: sentence });

/** The 0th day of the month after it. */
const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
