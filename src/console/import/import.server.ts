import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type Guard, handle } from "#kit/handle.server.ts";
import { refuse, refuseForm } from "#kit/refusal.server.ts";
import { performChecked } from "#platform/perform.checked.server.ts";
import { write } from "#platform/write.server.ts";
import type { AnyRecord } from "../record/record.contract.ts";
import { type Rules, registryOf, requireWide } from "../record/record.rules.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import { readTable } from "../table-file/table-file.read.server.ts";
import { takeTableFile, takeTableFilesOnly } from "../table-file/table-file.upload.server.ts";
import { importRows, type Report } from "./import.rows.server.ts";

// Set-up records are typed by people; each row is checked as if it had been.
const MOST_ROWS = 5_000;

/** Records from a file in one transaction, all or none. `?check=1` does the same, takes it back, and reports. */
export function importCall(app: FastifyInstance, rules: Rules<AnyRecord>, guard: Guard<Officer>): void {
  const { calls, many, noun } = rules.of;
  const registry = registryOf(app);

  app.register(async (scope) => {
    takeTableFilesOnly(scope);
    handle(scope, calls.import, guard, async (ask) => {
      const { who, request } = ask;
      requireWide(rules, who);
      const isCheck = readCheck(request.query);
      const bytes = await takeTableFile(request);
      const table = await readTable(bytes, { rows: MOST_ROWS }, undefined, request.socket);
      if (isCheck) {
        const by = { actor: who.actor, request: request.id };
        const report = await performChecked(app.portal.db, by, (work) =>
          importRows({ app, registry, rules, work, who }, table),
        );
        return answer("Nothing has been changed yet", report);
      }
      const body = createHash("sha256").update(bytes).digest("hex");
      return write(app, { ...ask, body }, async (work) => {
        const report = await importRows({ app, registry, rules, work, who }, table);
        const { added, changed, same, wrong } = report;
        const [first] = wrong;
        if (first) throw refuse(nothingImported(report, first));
        work.note({ deed: `${noun}.import`, subject: `${noun}:many`, after: { added, changed, same } });
        return answer(`${many}: ${added} added, ${changed} changed, ${same} as they were`, report);
      });
    });
  });
}

/** `check=1` or nothing: whoever mistypes it must not change the records. */
function readCheck(query: unknown): boolean {
  const { check } = query as { check?: unknown };
  if (check === undefined || check === "1") return check === "1";
  throw refuseForm("check must be 1, or be left out", { check: "check must be 1, or be left out" });
}

const answer = (message: string, report: Report) => ({
  type: "success" as const,
  message,
  ...report,
  wrong: [...report.wrong],
  rows: [...report.rows],
});

function nothingImported({ wrong, more }: Report, first: Report["wrong"][number]): string {
  const count = wrong.length + more;
  return `${count} ${count === 1 ? "row is" : "rows are"} wrong, so nothing was imported. Row ${first.row}: ${first.sentences.join(". ")}`;
}
