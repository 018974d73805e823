import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Field } from "../record/record.facts.contract.ts";
import { columnsOf, listed, type Rules, registryOf } from "../record/record.rules.server.ts";
import { inWords } from "../record/record.words.contract.ts";
import type { Officer } from "../scope/scope.server.ts";
import { readAuditChanges } from "./audit.contract.ts";
import { nounAsText } from "./audit.deed.contract.ts";
import { aboutOf, nounOf, type Subject } from "./audit.subjects.server.ts";

interface Line {
  readonly subject: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** What one line of the audit changed, and the record that it is about while that is there. 404 beyond reach, and for what no list shows. */
export function auditChangesCall(
  app: FastifyInstance,
  auditRules: Rules,
  subjects: readonly Subject[],
  guard: Guard<Officer>,
): void {
  const { db } = app.portal;

  handle(app, readAuditChanges, guard, async ({ who, params }) => {
    const { rows } = isId(params.id)
      ? await sql<Line>`select t.subject, t.before, t.after from portal.audit_line t
          where t._id = ${params.id} and ${listed(auditRules, who, columnsOf("t"))}`.execute(db)
      : { rows: [] };
    const [line] = rows;
    if (!line) throw notFound();
    const registry = registryOf(app);
    const about = (await aboutOf(db, registry, subjects, [line.subject])).get(line.subject);
    const record = about?.link ? { title: about.label, link: about.link } : null;
    return { record, changes: changesOf(registry.get(nounOf(line.subject)), line) };
  });
}

/** What every row has beside its own fields. */
const common = ["_id", "_title", "version", "createdAt", "updatedAt"];

/** What differs, by the labels of the record's fields; by the names that were written down where it is no record. */
function changesOf(rules: Rules | undefined, { before, after }: Line) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .filter((name) => !rules || !common.includes(name))
    .map((name) => {
      const field = rules?.of.shown.find((fact: Field) => fact.name === name);
      const [was, is] = [valueInWords(field, before?.[name]), valueInWords(field, after?.[name])];
      return { label: field?.label ?? nounAsText(name), before: was || null, after: is || null };
    })
    .filter((change) => change.before !== change.after);
}

function valueInWords(field: Field | undefined, value: unknown): string {
  if (value === null || value === undefined) return "";
  // An older line may hold what the field does not any more.
  const fits =
    typeof value !== "object" ? field?.kind !== "reference" && field?.kind !== "several" : isShown(field, value);
  if (field && fits) return inWords(field, value);
  if (Array.isArray(value) && value.length > 0 && value.every((one) => isId(String(one))))
    return recordsOf(value.length);
  // An identifier says nothing to anybody.
  if (typeof value === "string" && isId(value)) return recordsOf(1);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const recordsOf = (count: number): string => (count === 1 ? "1 record" : `${count} records`);

const isShown = (field: Field | undefined, value: object): boolean =>
  (field?.kind === "reference" && "label" in value) || (field?.kind === "several" && Array.isArray(value));
