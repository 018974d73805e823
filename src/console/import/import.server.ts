import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { asCount } from "#kit/value/count.rules.ts";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import { refuse, refuseForm } from "#kit/wire/refusal.server.ts";
import { performChecked } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import type { AnyRecord } from "../record/record.contract.ts";
import { type RecordRules, registryOf, requireWide } from "../record/record.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import {
  type IsHead,
  readTable,
  refusedFile,
  takeTableFile,
  takeTableFilesOnly,
} from "../table-file/table-file.server.ts";
import { importRows, type Report } from "./import.rows.server.ts";
import { fieldsOf } from "./import.rules.ts";

// Set-up records are typed by people; each row is checked as if it had been.
const MOST_ROWS = 5_000;
// Where rows are checked and written many at a time: more than a college has students of a year.
const MOST_OF_MANY = 20_000;

/**
 * Records from a file in one transaction, all or none. `?check=1` does the same, takes it back, and reports; `?partly=1` leaves
 * out the rows that are wrong, which whoever sends it has read.
 */
export function importCall(app: FastifyInstance, rules: RecordRules<AnyRecord>, guard: Guard<Officer>): void {
  const { calls, many, noun } = rules.of;
  const registry = registryOf(app);

  app.register(async (scope) => {
    takeTableFilesOnly(scope);
    handle(scope, calls.import, guard, async (ask) => {
      const { who, request } = ask;
      requireWide(rules, who);
      const isCheck = readSwitch(request.query, "check");
      const isPartly = readSwitch(request.query, "partly");
      const bytes = await takeTableFile(request);
      const table = await readTable(
        bytes,
        { rows: rules.many ? MOST_OF_MANY : MOST_ROWS },
        headOf(rules),
        request.socket,
      );
      if (isCheck) {
        const by = { actor: who.actor, request: request.id };
        const report = await performChecked(app.portal.db, by, (work) =>
          importRows({ app, registry, rules, work, who }, table),
        );
        return { ...answer("Nothing has been changed yet", report), refused: await refusedFile(table, report.refused) };
      }
      const body = createHash("sha256").update(bytes).digest("hex");
      return write(app, { ...ask, body: isPartly ? `${body} partly` : body }, async (work) => {
        const report = await importRows({ app, registry, rules, work, who }, table);
        const { added, changed, same, wrong, refused } = report;
        const [first] = wrong;
        if (first && !(isPartly && added + changed > 0)) throw refuse("rows-wrong", nothingImported(report, first));
        const left = refused.size;
        work.note({ deed: `${noun}.import`, subject: `${noun}:many`, after: { added, changed, same, left } });
        const message = `${many}: ${added} added, ${changed} changed, ${same} as they were${leftOut(left)}`;
        return { ...answer(message, report), refused: await refusedFile(table, refused) };
      });
    });
  });
}

/** Whether these cells are the headings: files of others have a title and a date above them. */
const headOf =
  ({ of }: RecordRules<AnyRecord>): IsHead =>
  (cells) => {
    const named = fieldsOf(cells, of.facts);
    return of.key.every((name: string) => named.some((field) => field?.name === name));
  };

/** `check=1` or nothing: whoever mistypes it must not change the records. */
function readSwitch(query: unknown, name: "check" | "partly"): boolean {
  const value = (query as Readonly<Record<string, unknown>>)[name];
  if (value === undefined || value === "1") return value === "1";
  throw refuseForm("form-invalid", `${name} must be 1, or be left out`, {
    [name]: `${name} must be 1, or be left out`,
  });
}

const answer = (message: string, { refused: _, formerly, ...report }: Report) => ({
  type: "success" as const,
  message: `${message}${formerly}`,
  ...report,
  wrong: [...report.wrong],
  rows: [...report.rows],
});

const leftOut = (count: number) => (count === 0 ? "" : `. ${asCount(count, "row was", "rows were")} left out`);

function nothingImported({ wrong, more }: Report, first: Report["wrong"][number]): string {
  const count = wrong.length + more;
  return `${asCount(count, "row is", "rows are")} wrong, so nothing was imported. Row ${first.row}: ${first.sentences.join(". ")}`;
}
