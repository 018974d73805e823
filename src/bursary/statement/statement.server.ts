import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import { requireWholeCollege } from "#console/scope/scope.server.ts";
import { readTable, takeTableFile, takeTableFilesOnly } from "#console/table-file/table-file.server.ts";
import { askedMap, readColumns } from "#console/table-map/table-map.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseForm } from "#kit/wire/refusal.server.ts";
import { performChecked } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { isStatementHead, mapHindrance, statementColumns } from "./import/import.rules.ts";
import { bringStatement, type StatementFile } from "./import/import.server.ts";
import { matchLine, readLineWays, readNamedPayment, setLinesAside, undoLine } from "./line/line.contract.ts";
import { matchByHand, removeLast, setAside, undoDecision } from "./line/line.decide.server.ts";
import {
  lineTakenBackRules,
  missingPaymentRules,
  paymentNamedBy,
  standingsOfStatement,
  statementLineRules,
  statementRules,
  waysOfLine,
} from "./line/line.server.ts";
import * as calls from "./statement.contract.ts";
import { readThreeWays } from "./three-ways/three-ways.contract.ts";
import { threeWays } from "./three-ways/three-ways.server.ts";

export { judgeAllLines, statementRules, unmatchedStatementLines } from "./line/line.server.ts";

/** More than a bank writes in a year for one account, and no more than is held against the books at once. */
const MOST_ROWS = 20_000;

export function statementCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("statements");
  const change = staff("statements.change");

  app.register(async (scope) => {
    takeTableFilesOnly(scope);

    handle(scope, calls.readStatementColumns, change, async ({ who, request }) => {
      requireWholeCollege(who);
      const table = await readTable(await takeTableFile(request), { rows: MOST_ROWS }, isStatementHead, request.socket);
      return readColumns(db, "statement", statementColumns, table);
    });

    handle(scope, calls.importStatement, change, async (ask) => {
      requireWholeCollege(ask.who);
      const { file, isCheck } = await fileOf(ask.request);
      const by = { actor: ask.who.actor, request: ask.request.id };
      if (isCheck) return performChecked(db, by, (work) => bringStatement(work, ask.who, file));
      const body = { sha256: file.sha256.toString("hex") };
      return write(app, { ...ask, body }, async (work) => {
        const report = await bringStatement(work, ask.who, file);
        const [first] = report.wrong;
        if (first)
          throw refuse(
            "rows-wrong",
            `Row ${first.row} is wrong, so nothing was imported. ${first.sentences.join(". ")}`,
          );
        if (report._id === null)
          throw refuse("no-movement-of-money", "No row of this file is a movement of money. Look at the columns again");
        const { added, known } = report;
        return { ...report, message: `${file.name}: ${added} lines added, ${known} were there already` };
      });
    });
  });

  handle(app, calls.removeStatement, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      await removeLast(work, ask.who, ask.params.id);
      return { type: "success" as const, message: "The statement and its lines were taken back" };
    }),
  );

  handle(app, calls.readStandings, view, ({ who, params }) => {
    requireWholeCollege(who);
    return standingsOfStatement(db, params.id);
  });

  handle(app, readLineWays, view, ({ who, params }) => {
    requireWholeCollege(who);
    return waysOfLine(db, params.id);
  });

  handle(app, readNamedPayment, change, ({ who, request }) => {
    requireWholeCollege(who);
    return paymentNamedBy(db, request.query);
  });

  handle(app, readThreeWays, view, ({ who, request }) => {
    requireWholeCollege(who);
    return threeWays(db, request.query);
  });

  handle(app, matchLine, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const standing = await matchByHand(work, ask.who, ask.params.id, ask.body);
      const message =
        standing === "Amount differs"
          ? "Your decision stands beside the line. Its amount differs from what is booked, so it stays in that list"
          : "The line is matched by hand";
      return { type: "success" as const, message };
    }),
  );

  handle(app, undoLine, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const standing = await undoDecision(work, ask.who, ask.params.id, ask.body.reason);
      return { type: "success" as const, message: `Taken back. The line stands as: ${standing.toLowerCase()}` };
    }),
  );

  handle(app, setLinesAside, change, (ask) =>
    write(app, ask, async (work) => {
      requireWholeCollege(ask.who);
      const { reason, ...chosen } = ask.body;
      const count = await setAside(work, ask.who, chosen, reason);
      return {
        type: "success" as const,
        message: count === 1 ? "The line is set aside" : `${count} lines are set aside`,
        count,
      };
    }),
  );
}

/** The file of a request, and what its query says of it. Refuses what cannot be read so, under the field. */
async function fileOf(request: FastifyRequest): Promise<{ file: StatementFile; isCheck: boolean }> {
  const { check, source, name } = request.query as Record<string, unknown>;
  if (check !== undefined && check !== "1") throw refused("check", "check must be 1, or be left out");
  const known = calls.statementSources.find((one) => one === source);
  if (!known)
    throw refused("source", `Source must be one of the following values: ${calls.statementSources.join(", ")}`);
  const bytes = await takeTableFile(request);
  const table = await readTable(bytes, { rows: MOST_ROWS }, isStatementHead, request.socket);
  const map = askedMap(request.query, statementColumns, table.headings);
  const hindrance = mapHindrance(map);
  if (hindrance) throw refused("map", hindrance);
  const sha256 = createHash("sha256").update(bytes).digest();
  return { file: { name: nameOf(name), source: known, sha256, table, map }, isCheck: check === "1" };
}

/** What a browser calls the file; it may be anything. */
function nameOf(name: unknown): string {
  const text =
    typeof name === "string"
      ? name
          .toWellFormed()
          .normalize("NFC")
          .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
          .trim()
      : "";
  return text.slice(0, 200).toWellFormed() || "statement";
}

const refused = (name: string, sentence: string) => refuseForm("form-invalid", sentence, { [name]: sentence });

export const statementNoun: Noun = {
  name: "statement",
  calls: statementCalls,
  listings: [statementRules, statementLineRules, missingPaymentRules, lineTakenBackRules],
};
