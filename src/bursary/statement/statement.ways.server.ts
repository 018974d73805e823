import { sql } from "kysely";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound, refuseForm } from "#kit/wire/refusal.server.ts";
import { bookingsOf, cameAndWent } from "#payments/payment-reference/ledger/ledger.book.server.ts";
import { paymentFacts, paymentOfRrr, providerAnswers } from "#payments/payment-reference/read/read.desk.server.ts";
import { bareRrr, rrrPattern } from "#payments/remita/remita.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { readNamed, StatementSource, Ways } from "./statement.contract.ts";
import { type LineStanding, lineStandings } from "./statement.standing.contract.ts";

/** Where the lines of a statement stand now, in the order of the standings. */
export async function standingsOf(db: Database, id: string) {
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
export async function namedBy(db: Database, query: unknown): Promise<Replied<typeof readNamed>> {
  const { rrr, ...others } = query as Record<string, unknown>;
  const [odd] = Object.keys(others);
  if (odd) throw refuseForm(`The field ${odd.slice(0, 40)} is not known`, { [odd]: "This field is not known" });
  const wanted = typeof rrr === "string" ? bareRrr(rrr) : "";
  const sentence = "rrr must be 12 digits";
  if (!rrrPattern.test(wanted)) throw refuseForm(sentence, { rrr: sentence });
  const found = await paymentOfRrr(db, wanted);
  const [facts, sums] = found ? await Promise.all([paymentFacts(db, found._id), cameAndWent(db, found._id)]) : [];
  if (!facts || !sums) return { payment: null };
  const { _id, payer, jamb, description } = facts;
  const [came, went] = [sums.came, sums.went].map((kobo) => (kobo === null ? null : naira(kobo)));
  return {
    payment: {
      ...{ _id, payer, jamb, description },
      ...{ came: came ?? null, went: went ?? null },
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
      ...{ _id, day, amount: naira(amount_kobo) },
      ...{ source: source as StatementSource, standing: standing as LineStanding },
    })),
  };
}

async function sidesOf(db: Database, _id: string): Promise<Ways | null> {
  const [facts, bookings, answers] = await Promise.all([
    paymentFacts(db, _id),
    bookingsOf(db, _id),
    providerAnswers(db, _id),
  ]);
  if (!facts) return null;
  const programme = (await programmesById(db, [facts.programme])).get(facts.programme);
  return {
    ...{ _id, rrr: facts.rrr, payer: facts.payer, jamb: facts.jamb, description: facts.description },
    ...{ programme: programme ? programmeTitle(programme) : "", state: facts.state, amount: naira(facts.amount_kobo) },
    bookings: bookings.map(({ kind, day, came_kobo, accounts: { provider: _, ...accounts } }) => ({
      ...{ kind, day, came: naira(came_kobo) },
      accounts: Object.fromEntries(Object.entries(accounts).map(([account, kobo]) => [account, naira(-kobo)])),
    })),
    answers,
  };
}
