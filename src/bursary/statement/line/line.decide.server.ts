import { type Selectable, sql } from "kysely";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { lockedChosen } from "#console/list/list.server.ts";
import type { ChosenRows } from "#console/record/record.contract.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asDay, asMinute } from "#kit/value/dates.rules.ts";
import { notFound, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import {
  bookAlone,
  cameAndWent,
  holdPayments,
  payersOf,
  paymentOfRrr,
} from "#payments/payment-reference/payment-reference.server.ts";
import { bareRrr, groupedRrr, rrrPattern } from "#payments/remita/remita.rules.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { StatementLine } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { judgeLines, statementLineRules } from "./line.server.ts";

type Row = Selectable<StatementLine>;

interface Named {
  readonly rrr: string;
  readonly reason: string;
}

/**
 * Says which payment a line is. It must be booked here in the same direction, and no other line of the source may have
 * brought it: a match by hand explains a line, it makes no payment paid. A line of another amount stays "Amount differs",
 * with the decision beside it. Refuses a line that is decided about or matched (409), and one's own payment, also as that
 * from which the line is taken (403).
 */
export async function matchByHand(
  { trx, note }: Work,
  who: Officer,
  id: string,
  { rrr, reason }: Named,
): Promise<"Matched by hand" | "Amount differs"> {
  const wanted = bareRrr(rrr);
  const payment = rrrPattern.test(wanted) ? await paymentOfRrr(trx, wanted) : undefined;
  const line = await lockedLine(trx, id, payment?._id);
  if (line.decidedby)
    throw stale(
      "already-decided",
      `${await deciderOf(trx, line)} on ${asMinute(line.decidedAt ?? "")}. Have that taken back first`,
    );
  if (line.standing === "Matched")
    throw stale("line-matched-already", "The books match this line already. Look at it again");
  if (!payment)
    throw refuseFields("payment-not-found", { rrr: `No payment of ours has the reference ${rrr}. Look at its digits` });
  await refuseOwnFiles(trx, who, [payment.applicant, ...(await payersOf(trx, line.payment ? [line.payment] : []))]);
  const { came, went } = await cameAndWent(trx, payment._id);
  const booked_kobo = line.amount_kobo > 0 ? came : went;
  if (booked_kobo === null) {
    const missing =
      line.amount_kobo > 0 ? "is not paid here. Have the payment itself corrected first" : "was not taken back here";
    throw refuseFields("payment-not-booked", {
      rrr: `The reference ${groupedRrr(wanted)} ${missing}, then match this line to it`,
    });
  }
  const standing = booked_kobo === line.amount_kobo ? "Matched by hand" : "Amount differs";
  await onConstraint(
    {
      statement_line_brings: () =>
        refuseFields("payment-matched-already", {
          rrr: `Another line has brought the payment ${groupedRrr(wanted)} already`,
        }),
    },
    decide(trx, [id], who, {
      payment: payment._id,
      booked_kobo,
      answered_kobo: payment.answered_kobo,
      standing,
      reason,
    }),
  );
  note({
    deed: "statement_line.match",
    subject: `statement_line:${id}`,
    before: asItStood(line),
    after: { standing, payment: payment._id, rrr: wanted },
    reason,
  });
  return standing;
}

/** What the audit keeps of a line before somebody decides about it. */
const asItStood = ({ standing, payment, reason }: Row) => ({ standing, payment, reason });

/** Who decided about a line, and how. */
async function deciderOf(trx: Trx, { decidedby, standing }: Row): Promise<string> {
  const names = await namesOfStaff(trx, [decidedby ?? ""]);
  const deed = standing === "Set aside" ? "set this line aside" : "matched this line by hand";
  return `${names.get(decidedby ?? "") ?? "Somebody"} ${deed}`;
}

/** Takes back what somebody has decided about a line: it is held against the books again. */
export async function undoDecision({ trx, note }: Work, who: Officer, id: string, reason: string): Promise<string> {
  const line = await lockedLine(trx, id);
  if (!line.decidedby)
    throw refuse("not-decided-yet", "Nobody has decided about this line. There is nothing to take back");
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
    before: asItStood(line),
    after: { standing: now.standing },
    reason,
  });
  return now.standing;
}

/** Says of lines that they are not for the portal; all or none. Those that are matched are not set aside. */
export async function setAside({ trx, note }: Work, who: Officer, chosen: ChosenRows, reason: string): Promise<number> {
  const ids = await lockedChosen(trx, statementLineRules, who, chosen);
  const lines = await trx
    .selectFrom("statement_line")
    .selectAll()
    .where("_id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  const decided = lines.find(({ decidedby }) => decidedby !== null);
  if (decided)
    throw stale(
      "already-decided",
      `${await deciderOf(trx, decided)} on ${asMinute(decided.decidedAt ?? "")}: that of ${asDay(decided.day)} in row ${decided.row}. Nothing was set aside`,
    );
  const settled = lines.find(({ standing }) => standing === "Matched");
  if (settled)
    throw refuse(
      "line-matched-already",
      `The line of ${asDay(settled.day)} in row ${settled.row} is matched already. Nothing was set aside`,
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
      before: asItStood(line),
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
    .where("_id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();

/** The line, once nobody books for its payment or for another one, in the order in which whoever books locks them. */
async function lockedLine(trx: Trx, id: string, another?: string): Promise<Row> {
  if (!isId(id)) throw notFound();
  const found = await trx.selectFrom("statement_line").select("payment").where("_id", "=", id).executeTakeFirst();
  if (!found) throw notFound();
  await holdPayments(
    trx,
    [found.payment, another].flatMap((payment) => payment ?? []),
  );
  await bookAlone(trx);
  const line = await trx.selectFrom("statement_line").selectAll().where("_id", "=", id).forUpdate().executeTakeFirst();
  if (!line) throw notFound();
  return line;
}

/**
 * Takes the last imported statement back, with its lines: a wrong map is no reason to count wrong lines for good. What it
 * said is kept, in a table that nobody changes.
 */
export async function removeLast({ trx, note }: Work, { staff }: Officer, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('statements', 0))`.execute(trx);
  const found = isId(id)
    ? await trx.selectFrom("statement").selectAll().where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!found) throw notFound();
  const later = await trx
    .selectFrom("statement")
    .select("name")
    .where("createdAt", ">", trx.selectFrom("statement as last").select("last.createdAt").where("last._id", "=", id))
    .limit(1)
    .executeTakeFirst();
  if (later)
    throw stale(
      "not-the-last-statement",
      `Another statement, ${later.name}, was imported after it. Only the last one is taken back`,
    );
  const lines = await trx
    .selectFrom("statement_line")
    .select(["row", "decidedby"])
    .where("statement", "=", id)
    .orderBy("_id")
    .forUpdate()
    .execute();
  const decided = lines.find(({ decidedby }) => decidedby !== null);
  if (decided)
    throw refuse("already-decided", `Somebody has decided about row ${decided.row} of it. Take that back first`);
  await sql`insert into portal.statement_taken_back (_id, statement, lines, takenby)
    select s._id, to_jsonb(s) - 'search', (
        select coalesce(jsonb_agg(to_jsonb(l) - 'search' order by l.row), '[]') from portal.statement_line l where l.statement = s._id),
      ${staff}
    from portal.statement s where s._id = ${id}`.execute(trx);
  await trx.deleteFrom("statement_line").where("statement", "=", id).execute();
  await trx.deleteFrom("statement").where("_id", "=", id).execute();
  const { name, source, added, sha256 } = found;
  note({
    deed: "statement.remove",
    subject: `statement:${id}`,
    before: { name, source, added, sha256: sha256.toString("hex") },
  });
}
