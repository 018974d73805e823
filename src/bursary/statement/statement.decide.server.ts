import { type Selectable, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import type { Chosen } from "#console/chosen/chosen.contract.ts";
import { lockedChosen } from "#console/chosen/chosen.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay } from "#kit/dates.contract.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/refusal.server.ts";
import { cameAndWent } from "#payments/ledger/ledger.book.server.ts";
import { payersOf, paymentOfRrr } from "#payments/payment-reference/payment-reference.match.server.ts";
import { bareRrr, groupedRrr, rrrPattern } from "#payments/remita/remita.contract.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { StatementLine } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/perform.server.ts";
import { judgeLines } from "./statement.judge.server.ts";
import { statementLineRules } from "./statement.list.server.ts";

type Row = Selectable<StatementLine>;

interface Named {
  readonly rrr: string;
  readonly reason: string;
}

/**
 * Says which payment a line is. It must be booked here in the same direction, and no other line may have brought it: a
 * match by hand explains a line, it makes no payment paid. Refuses one's own payment (403).
 */
export async function matchByHand(
  { trx, note }: Work,
  who: Officer,
  id: string,
  { rrr, reason }: Named,
): Promise<void> {
  const line = await lockedLine(trx, id);
  const wanted = bareRrr(rrr);
  const payment = rrrPattern.test(wanted) ? await paymentOfRrr(trx, wanted) : undefined;
  if (!payment) throw refuseFields({ rrr: `No payment of ours has the reference ${rrr}. Look at its digits` });
  await refuseOwnFiles(trx, who, [payment.applicant]);
  const { came, went } = await cameAndWent(trx, payment._id);
  const booked_kobo = line.amount_kobo > 0 ? came : went;
  if (booked_kobo === null) {
    const missing =
      line.amount_kobo > 0 ? "is not paid here. Have the payment itself corrected first" : "was not taken back here";
    throw refuseFields({ rrr: `The reference ${groupedRrr(wanted)} ${missing}, then match this line to it` });
  }
  await onConstraint(
    {
      statement_line_brings: () =>
        refuseFields({ rrr: `Another line has brought the payment ${groupedRrr(wanted)} already` }),
    },
    decide(trx, [id], who, {
      ...{ payment: payment._id, booked_kobo, answered_kobo: payment.answered_kobo },
      ...{ standing: "Matched by hand", reason },
    }),
  );
  note({
    deed: "statement_line.match",
    subject: `statement_line:${id}`,
    before: { standing: line.standing },
    after: { standing: "Matched by hand", rrr: wanted },
    reason,
  });
}

/** Takes back what somebody has decided about a line: it is held against the books again. */
export async function undoDecision({ trx, note }: Work, who: Officer, id: string, reason: string): Promise<string> {
  const line = await lockedLine(trx, id);
  if (!line.decidedby) throw refuse("Nobody has decided about this line. There is nothing to take back");
  await refuseOwnFiles(trx, who, await payersOf(trx, line.payment ? [line.payment] : []));
  await trx
    .updateTable("statement_line")
    .set({ decidedby: null, decidedAt: null, reason: null, payment: null, standing: "Unknown reference" })
    .where("_id", "=", id)
    .execute();
  // Also the others of its payment: one that was called the second may be the first now.
  const same = line.payment ? sql`(l._id = ${id} or l.payment = ${line.payment})` : sql`l._id = ${id}`;
  await judgeLines(trx, same);
  const now = await trx.selectFrom("statement_line").select("standing").where("_id", "=", id).executeTakeFirstOrThrow();
  note({
    deed: "statement_line.undo",
    subject: `statement_line:${id}`,
    before: { standing: line.standing },
    after: { standing: now.standing },
    reason,
  });
  return now.standing;
}

/** Says of lines that they are not for the portal; all or none. Those that are matched are not set aside. */
export async function setAside({ trx, note }: Work, who: Officer, chosen: Chosen, reason: string): Promise<number> {
  const ids = await lockedChosen(trx, statementLineRules, who, chosen);
  const lines = await trx
    .selectFrom("statement_line")
    .selectAll()
    .where("_id", "in", [...ids, ""].filter(isId))
    .execute();
  const settled = lines.find(({ standing }) => /^(?:Matched|Set aside)/.test(standing));
  if (settled)
    throw refuse(
      `The line of ${asDay(settled.day)} in row ${settled.row} is ${settled.standing.toLowerCase()} already. Nothing was set aside`,
    );
  await refuseOwnFiles(
    trx,
    who,
    await payersOf(
      trx,
      lines.flatMap(({ payment }) => payment ?? []),
    ),
  );
  await decide(trx, ids, who, { standing: "Set aside", reason });
  for (const line of lines)
    note({
      deed: "statement_line.aside",
      subject: `statement_line:${line._id}`,
      before: { standing: line.standing },
      after: { standing: "Set aside" },
      reason,
    });
  return ids.length;
}

type Decision = Pick<Row, "standing" | "reason"> & Partial<Pick<Row, "payment" | "booked_kobo" | "answered_kobo">>;

const decide = (trx: Trx, ids: readonly string[], { staff }: Officer, decision: Decision) =>
  trx
    .updateTable("statement_line")
    .set({ ...decision, decidedby: staff, decidedAt: sql`now()`, updatedAt: sql`now()`, version: sql`version + 1` })
    .where("_id", "in", ids)
    .execute();

async function lockedLine(trx: Trx, id: string): Promise<Row> {
  const line = isId(id)
    ? await trx.selectFrom("statement_line").selectAll().where("_id", "=", id).forUpdate().executeTakeFirst()
    : undefined;
  if (!line) throw notFound();
  return line;
}

/** Takes the last imported statement back, with its lines. A wrong map is no reason to keep wrong lines for good. */
export async function removeLast({ trx, note }: Work, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('statements', 0))`.execute(trx);
  const found = isId(id)
    ? await trx.selectFrom("statement").selectAll().where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!found) throw notFound();
  const later = await trx
    .selectFrom("statement")
    .select("name")
    .where("createdAt", ">", trx.selectFrom("statement").select("createdAt").where("_id", "=", id))
    .limit(1)
    .executeTakeFirst();
  if (later) throw stale(`Another statement, ${later.name}, was imported after it. Only the last one is taken back`);
  const decided = await trx
    .selectFrom("statement_line")
    .select("row")
    .where("statement", "=", id)
    .where("decidedby", "is not", null)
    .limit(1)
    .executeTakeFirst();
  if (decided) throw refuse(`Somebody has decided about row ${decided.row} of it. Take that back first`);
  await trx.deleteFrom("statement_line").where("statement", "=", id).execute();
  await trx.deleteFrom("statement").where("_id", "=", id).execute();
  const { name, source, added, sha256 } = found;
  note({
    deed: "statement.remove",
    subject: `statement:${id}`,
    before: { name, source, added, sha256: sha256.toString("hex") },
  });
}
