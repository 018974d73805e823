import { sql } from "kysely";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { asDay, lagosDay } from "#kit/value/dates.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import {
  bookedBetween,
  countBooked,
  daysOfBook,
  firstDayAfter,
} from "#payments/payment-reference/payment-reference.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { paperTemplate } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import { waivedBetween } from "../fee-waiver/fee-waiver.server.ts";
import { countWaiting } from "../payment-exception/payment-exception.server.ts";
import type { BookDay, BookLine, ReadDay } from "./day-book.contract.ts";
import { byAccount, byProgramme, closedBetween, lastClosed, openReopening, sumsOf } from "./day-book.read.server.ts";

const dayTemplate = paperTemplate({
  key: "day-book",
  name: "Day book",
  when: "The bursary prints a day",
  reader: "staff",
  values: {},
  words: { heading: "Day book", signatories: "Bursar\nAuditor" },
});

export const dayBookTemplates = [dayTemplate];

/** A day of the book, whether anything was booked on it or not. */
export async function readDay(db: Database, day: string): Promise<ReadDay> {
  const [booked, counted, before, last, hindrance, closings, reopening, waiting, waived] = await Promise.all([
    bookedBetween(db, day, day),
    countBooked(db, day, day),
    lastClosed(db, day),
    lastClosed(db),
    hindranceOf(db, day),
    closingsOf(db, day),
    openReopening(db),
    countWaiting(db),
    waivedBetween(db, day, day),
  ]);
  const [inForce] = closings.filter(({ reopened }) => reopened === null);
  const programmes = await programmesById(db, [...new Set(booked.flatMap(({ programme }) => programme ?? []))]);
  const named = byProgramme(booked, counted).map(({ programme, ...sums }) => {
    const found = programmes.get(programme ?? "");
    return { programme: found ? programmeTitle(found) : "Sponsors and lists", ...sums };
  });
  return {
    day,
    state: inForce ? "Closed" : last && day < last.day ? "Passed over" : "Open",
    ...sumsOf(booked, counted),
    accounts: byAccount(booked),
    programmes: named.sort((one, other) => one.programme.localeCompare(other.programme)),
    hindrance: inForce ? null : hindrance,
    before: before ? { day: before.day, hash: before.hash } : null,
    closings,
    reopening,
    waiting,
    waived: { count: waived.count, amount: naira(waived.kobo) },
    words: await paperWords(db, dayTemplate, {}),
  };
}

/** Why a day that is open cannot be closed now; null when it can. */
export async function hindranceOf(db: Database | Trx, day: string): Promise<string | null> {
  const last = await lastClosed(db);
  if (last && day <= last.day) return `The day book is closed up to ${asDay(last.day)} already`;
  if (day > lagosDay(await clock(db))) return "This day has not begun yet";
  const first = await firstDayAfter(db, last?.day ?? null);
  if (!last && !(first && first <= day)) return "Nothing was booked up to this day, so there is nothing to close";
  return first && first < day ? `Days are closed in their order: close ${asDay(first)} first` : null;
}

export async function readLines(db: Database, day: string): Promise<BookLine[]> {
  const rows = await db
    .selectFrom("book_line")
    .select(["_id", "createdAt", "kind", "payment", "rrr", "payer", "programme", "accounts", "came_kobo"])
    .where("day", "=", day)
    .orderBy("createdAt")
    .orderBy("_id")
    .execute();
  const programmes = await programmesById(db, [...new Set(rows.flatMap(({ programme }) => programme ?? []))]);
  return rows.map((row) => {
    const programme = programmes.get(row.programme ?? "");
    const { provider: _, ...accounts } = row.accounts as Record<string, number>;
    return {
      _id: row._id ?? "",
      at: row.createdAt ?? "",
      kind: row.kind ?? "",
      payment: row.payment ?? "",
      rrr: row.rrr,
      payer: row.payer ?? "",
      programme: programme ? programmeTitle(programme) : "Sponsors and lists",
      accounts: Object.fromEntries(Object.entries(accounts).map(([account, kobo]) => [account, naira(-kobo)])),
      came: naira(row.came_kobo ?? 0),
    };
  });
}

/** Every time that it was closed, the newest first, with how it was opened again. */
async function closingsOf(db: Database, day: string): Promise<ReadDay["closings"]> {
  const { rows } = await sql<{
    hash: string;
    lines: number;
    kept: boolean;
    closedAt: string;
    closedby: string;
    at: string | null;
    by: string | null;
    proposedby: string | null;
    reason: string | null;
  }>`select b.hash, b.lines, b.text is not null as kept, b."closedAt", b.closedby, r."decidedAt" as at, r.decidedby as by, r.proposedby, r.reason
    from portal.day_book b left join portal.day_book_reopening r on r._id = b.reopening
    where b.day = ${day} order by b."closedAt" desc`.execute(db);
  const people = rows.flatMap(({ closedby, by, proposedby }) => [closedby, by ?? closedby, proposedby ?? closedby]);
  const names = await namesOfStaff(db, people);
  const called = (id: string) => names.get(id) ?? "";
  return rows.map(({ hash, lines, kept, closedAt, closedby, at, by, proposedby, reason }) => ({
    hash,
    lines,
    kept,
    closedAt,
    closedby: called(closedby),
    reopened: at && by && proposedby && reason ? { at, by: called(by), proposedby: called(proposedby), reason } : null,
  }));
}

/** The days of a month that hold bookings or are closed, the last first, with what each brought. */
export async function readMonth(db: Database, query: unknown) {
  const today = lagosDay(await clock(db));
  const month = monthIn(query) ?? today.slice(0, 7);
  const from = `${month}-01`;
  const until = lastDayOf(month);
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

const refused = (field: string, sentence: string) => refuseForm("form-invalid", sentence, { [field]: sentence });

/** The 0th day of the month after it. */
const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
