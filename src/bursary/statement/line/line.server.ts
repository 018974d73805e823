import { type RawBuilder, sql } from "kysely";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { wholeCollege } from "#console/scope/scope.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound, refuseForm } from "#kit/wire/refusal.server.ts";
import {
  bookingsOf,
  cameAndWent,
  paymentFacts,
  paymentOfRrr,
  providerAnswers,
} from "#payments/payment-reference/payment-reference.server.ts";
import { bareRrr, rrrPattern } from "#payments/remita/remita.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import {
  linesTakenBack,
  missingPayments,
  type StatementSource,
  statementLines,
  statements,
} from "../statement.contract.ts";
import { type LineStanding, lineStandings } from "../statement.rules.ts";
import type { PaymentWays, readNamedPayment } from "./line.contract.ts";

/** Books are the whole college's: a right that reaches some departments sees none of them. */
export const statementRules: RecordRules<typeof statements> = {
  of: statements,
  table: "statement",
  within: wholeCollege,
};

export const statementLineRules: RecordRules<typeof statementLines> = {
  of: statementLines,
  table: "statement_line",
  within: wholeCollege,
};

export const missingPaymentRules: RecordRules<typeof missingPayments> = {
  of: missingPayments,
  table: "statement_missing",
  within: wholeCollege,
};

export const lineTakenBackRules: RecordRules<typeof linesTakenBack> = {
  of: linesTakenBack,
  table: "statement_line_taken_back",
  within: wholeCollege,
};

export async function standingsOfStatement(db: Database, id: string) {
  const found = isId(id)
    ? await db.selectFrom("statement").select("_id").where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!found) throw notFound();
  const { rows } = await sql<{ standing: LineStanding; count: number; kobo: number }>`
    select standing, count(*)::int as count, sum(amount_kobo)::bigint as kobo
    from portal.statement_line where statement = ${id} group by standing`.execute(db);
  return lineStandings.flatMap((standing) => {
    const own = rows.find((row) => row.standing === standing);
    return own ? [{ standing, count: own.count, amount: naira(own.kobo) }] : [];
  });
}

/** Whose payment a reference is, and what came and went for it. Refuses (500, under `rrr`) what is no reference. */
export async function paymentNamedBy(db: Database, query: unknown): Promise<Replied<typeof readNamedPayment>> {
  const { rrr, ...others } = query as Record<string, unknown>;
  const [odd] = Object.keys(others);
  if (odd)
    throw refuseForm("form-invalid", `The field ${odd.slice(0, 40)} is not known`, {
      [odd]: "This field is not known",
    });
  const wanted = typeof rrr === "string" ? bareRrr(rrr) : "";
  const sentence = "rrr must be 12 digits";
  if (!rrrPattern.test(wanted)) throw refuseForm("form-invalid", sentence, { rrr: sentence });
  const found = await paymentOfRrr(db, wanted);
  const [facts, sums] = found ? await Promise.all([paymentFacts(db, found._id), cameAndWent(db, found._id)]) : [];
  if (!facts || !sums) return { payment: null };
  const { _id, payer, jamb, description } = facts;
  const [came, went] = [sums.came, sums.went].map((kobo) => (kobo === null ? null : naira(kobo)));
  return {
    payment: {
      _id,
      payer,
      jamb,
      description,
      came: came ?? null,
      went: went ?? null,
    },
  };
}

/** What is booked here for a line's payment, what the provider answered, and the other lines of the payment. */
export async function waysOfLine(db: Database, id: string) {
  const line = isId(id)
    ? await db.selectFrom("statement_line").select(["_id", "payment", "rrr"]).where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!line) throw notFound();
  const [payment, others] = await Promise.all([
    line.payment ? sidesOf(db, line.payment) : null,
    db
      .selectFrom("statement_line")
      .select(["_id", "day", "amount_kobo", "source", "standing"])
      .where("_id", "<>", id)
      .where((where) => where.or([where("rrr", "=", line.rrr), where("payment", "=", line.payment)]))
      .orderBy("day")
      .limit(20)
      .execute(),
  ]);
  return {
    payment,
    others: others.map(({ _id, day, amount_kobo, source, standing }) => ({
      _id,
      day,
      amount: naira(amount_kobo),
      source: source as StatementSource,
      standing: standing as LineStanding,
    })),
  };
}

async function sidesOf(db: Database, _id: string): Promise<PaymentWays | null> {
  const [facts, bookings, answers] = await Promise.all([
    paymentFacts(db, _id),
    bookingsOf(db, _id),
    providerAnswers(db, _id),
  ]);
  if (!facts) return null;
  const programme = facts.programme && (await programmesById(db, [facts.programme])).get(facts.programme);
  return {
    _id,
    rrr: facts.rrr,
    payer: facts.payer,
    jamb: facts.jamb,
    description: facts.description,
    programme: programme ? programmeTitle(programme) : "",
    state: facts.state,
    amount: naira(facts.amount_kobo),
    bookings: bookings.map(({ kind, day, came_kobo, accounts: { provider: _, ...accounts } }) => ({
      kind,
      day,
      came: naira(came_kobo),
      accounts: Object.fromEntries(Object.entries(accounts).map(([account, kobo]) => [account, naira(-kobo)])),
    })),
    answers,
  };
}

/**
 * Holds lines that nobody has decided about against what is booked and what the provider answered, and writes down where
 * that has changed. Answers how many did. `of` is a condition on the line, called `l`.
 */
export async function judgeLines(trx: Trx | Database, of: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    update portal.statement_line l set payment = g.payment, booked_kobo = g.booked_kobo, answered_kobo = g.answered_kobo,
      standing = g.standing, version = l.version + 1, "updatedAt" = now()
    from portal.statement_judged g
    where g._id = l._id and ${of} and (l.payment, l.booked_kobo, l.answered_kobo, l.standing)
      is distinct from (g.payment, g.booked_kobo, g.answered_kobo, g.standing)`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** So many lines are held against the books at once. */
const AT_ONCE = 2_000;

/** All lines: what a booking did not find because both came in the same moment. */
export async function judgeAllLines(db: Database): Promise<number> {
  let changed = 0;
  for (let after: string | null = null; ; ) {
    const ids: string[] = await nextLines(db, after);
    if (ids.length === 0) return changed;
    changed += await judgeLines(db, sql`l._id = any(${ids}::uuid[])`);
    after = ids.at(-1) ?? null;
  }
}

async function nextLines(db: Database, after: string | null): Promise<string[]> {
  let lines = db.selectFrom("statement_line").select("_id").where("decidedby", "is", null);
  if (after) lines = lines.where("_id", ">", after);
  const rows = await lines.orderBy("_id").limit(AT_ONCE).execute();
  return rows.map(({ _id }) => _id);
}

/**
 * Lines that wait for somebody, and payments that should stand on a statement and do not: rows of `kind`, `subject` and what
 * else a reconciliation gathers.
 */
export const unmatchedStatementLines = (): RawBuilder<unknown> => sql`
  select 'Statement: ' || lower(standing) as kind, 'statement_line:' || _id as subject, rrr, payment, _id as line, day,
    booked_kobo as ours_kobo, amount_kobo as theirs_kobo,
    'Row ' || row || ' of a statement' || case when narration = '' then '' else ': ' || left(narration, 200) end as says
  from portal.statement_line
  where standing in ('Unknown reference', 'Amount differs', 'Not paid here', 'Twice', 'Taken back')
  union all
  select 'Statement: missing', 'payment:' || _id, rrr, _id, null::uuid, day, booked_kobo, null::bigint,
    'Booked here, and on no statement so many days later'
  from portal.statement_missing where late`;
