import { sql } from "kysely";
import type * as v from "valibot";
import { type AuditLine, auditOf } from "#platform/audit/audit.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { change } from "./record.contract.ts";
import type { Field } from "./record.facts.rules.ts";
import { columnsOf, labelOf, type RecordRegistry, type RecordRules } from "./record.registry.server.ts";
import { inWords } from "./record.rules.ts";

type Change = v.InferOutput<typeof change>;

const MOST = 200;

/** Who did what to one record, newest first, at most two hundred lines; each value in the office's words. */
export async function historyOf(
  db: Database,
  registry: RecordRegistry,
  rules: RecordRules,
  id: string,
): Promise<Change[]> {
  const { of, deeds: own = {} } = rules;
  const unsaid = Object.keys(own).filter((deed) => own[deed] === null);
  const lines = await auditOf(db, `${of.noun}:${id}`, MOST, unsaid);
  const names = await staffNames(db, registry, lines);
  return lines.map(({ at, deed, reason, before, after, ...line }) => ({
    at,
    who: actorName(line, names),
    deed: own[deed] ?? deedInWords(deed),
    reason,
    changes: of.shown.flatMap((field: Field) => changeOf(field, before?.[field.name], after?.[field.name])),
  }));
}

/** What differs in one field, in the office's words; nothing where nothing does. */
export function changeOf(field: Field, before: unknown, after: unknown): Change["changes"] {
  const was = inWords(field, before);
  const is = inWords(field, after);
  return was === is ? [] : [{ label: field.label, before: was || null, after: is || null }];
}

/** The names of the staff who acted, by `_id`. */
export async function staffNames(
  db: Database,
  registry: RecordRegistry,
  lines: readonly Pick<AuditLine, "actor" | "actorkind">[],
): Promise<ReadonlyMap<string, string>> {
  const staff = registry.get("staff");
  const ids = lines.flatMap(({ actor, actorkind }) => (actorkind === "staff" && actor ? [actor] : []));
  if (!staff || ids.length === 0) return new Map();
  const { rows } = await sql<{ _id: string; name: string }>`
    select t._id, ${labelOf(staff, columnsOf("t"))} as name from ${sql.table(`portal.${staff.table}`)} t
    where t._id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map(({ _id, name }) => [_id, name]));
}

const kinds: Readonly<Record<string, string>> = {
  applicant: "An applicant",
  visitor: "A visitor",
  system: "The portal",
  staff: "A member of staff",
};

export const actorName = (
  { actor, actorkind }: Pick<AuditLine, "actor" | "actorkind">,
  names: ReadonlyMap<string, string>,
): string => names.get(actor ?? "") ?? kinds[actorkind] ?? actorkind;

const deeds: Readonly<Record<string, string>> = {
  create: "Added",
  change: "Changed",
  delete: "Deleted",
  import: "Imported",
  bulk: "Changed with others",
  copy: "Copied from another session",
};

/** `department.change` as "Changed". */
export function deedInWords(deed: string): string {
  const [, did = deed] = deed.split(".");
  return deeds[did] ?? did.charAt(0).toUpperCase() + did.slice(1).replaceAll("-", " ");
}
