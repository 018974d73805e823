import { sql } from "kysely";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import { writtenDay } from "#kit/value/written-day.rules.ts";
import { refuseForm } from "#kit/wire/refusal.server.ts";
import { answeredFor, cameBetween, cameOf } from "#payments/payment-reference/payment-reference.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { type StatementSource, statementSources } from "../statement.contract.ts";
import type { ThreeWays } from "./three-ways.contract.ts";

/**
 * What came in between two days, three ways: booked here, answered by the provider, on the statements of one source; and
 * what leads from the first sum to the last. A payment counts on its first book day with all that came for it, a line on
 * its own.
 */
export async function threeWays(db: Database, query: unknown): Promise<ThreeWays> {
  const { source, sources, from, to, covered } = await periodOf(db, query);
  const { rows } = await sql<Record<string, number>>`
    with ours as materialized (${cameBetween(from, to)}),
    own as materialized (
      select o.payment, o.kobo, a.kobo as answer, b.day, b.payment is null as missing
      from ours o
      join (${answeredFor("ours")}) a on a.payment = o.payment
      -- The line by which the payment came, of whatever day.
      left join portal.statement_line b on b.payment = o.payment and b.source = ${source} and ${brings("b")}),
    within as materialized (
      select * from portal.statement_line l where l.source = ${source} and l.day between ${from}::date and ${to}::date and l.amount_kobo > 0),
    came as materialized (
      -- What is booked now: a line that somebody has matched keeps what was booked then.
      select l.amount_kobo, o.payment is null as elsewhere,
        coalesce(o.kobo, ${cameOf(sql.ref("l.payment"))}, 0) as booked_kobo
      from within l left join ours o on o.payment = l.payment where ${brings("l")})
    select
      (select count(*)::int from own) as bookings,
      (select coalesce(sum(kobo), 0)::bigint from own) as booked,
      (select count(*)::int from own where answer is not null) as answers,
      (select coalesce(sum(answer), 0)::bigint from own) as answered,
      (select count(*)::int from own where answer is null) as confirmations,
      (select coalesce(sum(kobo), 0)::bigint from own where answer is null) as confirmed,
      (select count(*)::int from own where missing) as missings,
      (select coalesce(sum(kobo), 0)::bigint from own where missing) as missing,
      (select count(*)::int from own where not missing and day not between ${from}::date and ${to}::date) as others,
      (select coalesce(sum(kobo), 0)::bigint from own
        where not missing and day not between ${from}::date and ${to}::date) as other,
      (select count(*)::int from came where elsewhere) as elsewheres,
      (select coalesce(sum(booked_kobo), 0)::bigint from came where elsewhere) as elsewhere,
      (select count(*)::int from came where amount_kobo <> booked_kobo) as differences,
      (select coalesce(sum(amount_kobo - booked_kobo), 0)::bigint from came) as differing,
      ${ofStanding("Not paid here", "unpaid")}, ${ofStanding("Unknown reference", "unknown")},
      ${ofStanding("Twice", "twice")}, ${ofStanding("Set aside", "aside")},
      (select count(*)::int from within) as lines,
      (select coalesce(sum(amount_kobo), 0)::bigint from within) as stated`.execute(db);
  return inSteps({ source, sources, from, to, covered }, (name) => rows[0]?.[name] ?? 0);
}

/** Whether the line called so is the one that brought its payment; as the constraint statement_line_brings says it. */
const brings = (line: string) => sql`${sql.ref(`${line}.amount_kobo`)} > 0
  and ${sql.ref(`${line}.standing`)} in ('Matched', 'Matched by hand', 'Amount differs')`;

const ofStanding = (standing: string, name: string) => sql`
  (select count(*)::int from within where standing = ${standing}) as ${sql.id(`${name}s`)},
  (select coalesce(sum(amount_kobo), 0)::bigint from within where standing = ${standing}) as ${sql.id(name)}`;

type Period = Pick<ThreeWays, "source" | "sources" | "from" | "to" | "covered">;

function inSteps(period: Period, sum: (name: string) => number): ThreeWays {
  const step = (name: ThreeWays["steps"][number]["name"], count: number, kobo: number) => ({ name, count, kobo });
  const steps = [
    step("On no statement", sum("missings"), -sum("missing")),
    step("On a statement of other days", sum("others"), -sum("other")),
    step("Booked on other days", sum("elsewheres"), sum("elsewhere")),
    step("Amounts that differ", sum("differences"), sum("differing")),
    step("Not paid here", sum("unpaids"), sum("unpaid")),
    step("Unknown reference", sum("unknowns"), sum("unknown")),
    step("Twice", sum("twices"), sum("twice")),
    step("Set aside", sum("asides"), sum("aside")),
  ];
  const explained = steps.reduce((all, { kobo }) => all + kobo, sum("booked"));
  return {
    ...period,
    booked: { count: sum("bookings"), amount: naira(sum("booked")) },
    answered: { count: sum("answers"), amount: naira(sum("answered")) },
    confirmed: { count: sum("confirmations"), amount: naira(sum("confirmed")) },
    statement: { count: sum("lines"), amount: naira(sum("stated")) },
    steps: steps
      .filter(({ count }) => count > 0)
      .map(({ name, count, kobo }) => ({ name, count, amount: naira(kobo) })),
    difference: naira(sum("stated") - explained),
  };
}

/** The source and the days that are asked for; else those of the last statement, or the present month. */
async function periodOf(db: Database, query: unknown): Promise<Period> {
  const { source: named, from, to, ...others } = query as Record<string, unknown>;
  const [odd] = Object.keys(others);
  if (odd) throw refused(odd, `The field ${odd.slice(0, 40)} is not known`);
  const [lasts, now] = await Promise.all([lastStatements(db), clock(db)]);
  const source = named === undefined ? (lasts[0]?.source ?? statementSources[0]) : knownSource(named);
  const last = lasts.find((one) => one.source === source);
  const today = lagosDay(now);
  const asked = {
    from: from === undefined ? (last?.fromday ?? `${today.slice(0, 7)}-01`) : checked("from", from),
    to: to === undefined ? (last?.untilday ?? today) : checked("to", to),
  };
  if (asked.to < asked.from) throw refused("to", "The last day must not lie before the first");
  if (Date.parse(asked.to) - Date.parse(asked.from) > MOST_DAYS * 86_400_000)
    throw refused("to", `At most ${MOST_DAYS} days at once`);
  const covering = await db
    .selectFrom("statement")
    .select("_id")
    .where("source", "=", source)
    .where("fromday", "<=", asked.to)
    .where("untilday", ">=", asked.from)
    .limit(1)
    .executeTakeFirst();
  const sources = statementSources.filter((one) => lasts.some((statement) => statement.source === one));
  return { source, sources, ...asked, covered: covering !== undefined };
}

/** The last statement of each source, the newest first. */
async function lastStatements(db: Database) {
  const { rows } = await sql<{ source: StatementSource; fromday: string; untilday: string }>`
    select source, fromday, untilday from (
      select distinct on (source) source, fromday, untilday, "createdAt" from portal.statement
      order by source, "createdAt" desc) last order by "createdAt" desc`.execute(db);
  return rows;
}

function knownSource(named: unknown): StatementSource {
  const known = statementSources.find((one) => one === named);
  if (!known) throw refused("source", `source must be one of: ${statementSources.join(", ")}`);
  return known;
}

/** A year, with the day on which it ends. */
const MOST_DAYS = 366;

function checked(name: string, value: unknown): string {
  const day = typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? writtenDay(value, 2000) : null;
  if (day === null) throw refused(name, `${name} must be a date such as 2026-11-30`);
  return day;
}

const refused = (name: string, sentence: string) => refuseForm("form-invalid", sentence, { [name]: sentence });
