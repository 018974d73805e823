import { sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import type { ListQuery } from "../list/list.query.server.ts";
import type { Field } from "../record/record.facts.contract.ts";
import { columnsOf, labelOf, type Registry, type Rules, reached, rulesNamed } from "../record/record.rules.server.ts";
import { inWords } from "../record/record.words.contract.ts";
import type { Officer } from "../scope/scope.server.ts";

/** The filter of a list in words, such as "College SSCI School of Sciences, Status Active, search bio, by name". */
export async function filterInWords(
  db: Database,
  registry: Registry,
  { of }: Rules,
  who: Pick<Officer, "scope">,
  { q, filters, sort }: ListQuery,
): Promise<string> {
  const field = of.facts.find(({ name }: Field) => name === sort.name);
  const parts: string[] = [];
  for (const [asked, value] of filters)
    parts.push(`${asked.label} ${await valueInWords(db, registry, who, asked, value)}`);
  if (q) parts.push(`search ${q}`);
  if (parts.length === 0) parts.push("all");
  parts.push(`by ${field?.label.toLowerCase() ?? "date added"}${sort.descending ? ", last first" : ""}`);
  return parts.join(", ").slice(0, 500).toWellFormed();
}

/** A record beyond the reader's reach is not called by its name. */
async function valueInWords(
  db: Database,
  registry: Registry,
  who: Pick<Officer, "scope">,
  field: Field,
  value: string,
): Promise<string> {
  if (field.kind === "flag") return inWords(field, value === "true");
  if (field.kind === "day" || field.kind === "minute" || field.kind === "money") return inWords(field, value);
  if (field.noun === null) return field.called?.[value] ?? value;
  const rules = rulesNamed(registry, field.noun);
  const { rows } = await sql<{ label: string }>`select ${labelOf(rules, columnsOf("t"))} as label
    from ${sql.table(`portal.${rules.table}`)} t where t._id = ${value} and ${reached(rules, who, columnsOf("t"))}`.execute(
    db,
  );
  return rows[0]?.label || value;
}
