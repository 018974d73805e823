import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { staff } from "#access/permission/permission.server.ts";
import { foundBy, readListQuery } from "#console/list/list.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { readOfficeReceipt } from "#payments/receipt/receipt.contract.ts";
import { officeReceipt } from "#payments/receipt/receipt.server.ts";
import { readReceiptTotals, receiptStandings, receipts } from "./receipt-register.contract.ts";

export const receiptRules: RecordRules<typeof receipts> = { of: receipts, table: "receipt_line", within: wholeCollege };

export function receiptRegisterCalls(app: FastifyInstance): void {
  const { db } = app.portal;

  handle(app, readReceiptTotals, staff("receipts"), async ({ who, request }) => {
    requireWholeCollege(who);
    const found = foundBy(receiptRules, who, readListQuery(receiptRules, request.query));
    const { rows } = await sql<{ standing: string; count: number; kobo: number }>`
      select t.standing, count(*)::int as count, sum(t.amount_kobo)::bigint as kobo
      from portal.receipt_line t where ${found} group by t.standing`.execute(db);
    const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
    return {
      count: sum(({ count }) => count),
      amount: naira(sum(({ kobo }) => kobo)),
      standings: receiptStandings.flatMap((standing) => {
        const row = rows.find((one) => one.standing === standing);
        return row ? [{ standing, count: row.count, amount: naira(row.kobo) }] : [];
      }),
    };
  });

  handle(app, readOfficeReceipt, staff("receipts"), ({ who, params }) => {
    requireWholeCollege(who);
    return officeReceipt(app, params.id);
  });
}

export const receiptRegisterNoun: Noun = {
  name: "receipt-register",
  calls: receiptRegisterCalls,
  listings: [receiptRules],
};
