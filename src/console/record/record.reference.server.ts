import { type RawBuilder, sql } from "kysely";
import { Refusal, refuseFields } from "#kit/wire/refusal.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import type { Row, Values } from "./record.contract.ts";
import type { Field } from "./record.facts.contract.ts";
import {
  type Column,
  columnsOf,
  labelOf,
  type Registry,
  type Rules,
  reached,
  rulesNamed,
} from "./record.rules.server.ts";

/** The condition that a row may be chosen anew: its own rule, or that it is Active where it can be otherwise. */
export function choosableOf({ of, choosable }: Rules, column: Column): RawBuilder<unknown> {
  if (choosable) return choosable(column);
  return of.facts.some(({ name, kind }: Field) => name === "status" && kind === "flag") ? column("status") : sql`true`;
}

/**
 * Refuses a reference that cannot be an identifier, and a new one to what lies beyond the asker's reach or may be chosen
 * no more. One that stands already stays; whether the record is there at all, the database says.
 */
export async function requireReferences(
  registry: Registry,
  { of }: Rules,
  trx: Trx,
  { who, before, form }: { who: Officer; before: Row | null; form: Values },
): Promise<void> {
  const facts: readonly Field[] = of.facts;
  const given = facts.filter(({ name, noun }) => noun !== null && form[name] != null);
  const odd = given.find(({ name }) => !isId(form[name]));
  if (odd) throw refuseFields(unknownReference(odd));
  for (const { name, label, noun } of given) {
    if (noun === null || idOf(noun, before?.[name]) === form[name]) continue;
    const spent = await spentOrBeyond(trx, rulesNamed(registry, noun), who, form[name]);
    if (spent && !spent.isReached) throw beyondReach();
    if (spent) throw refuseFields({ [name]: `${label}: ${spent.label} is not active. Choose another` });
  }
}

/** A record that the asker may not choose; undefined for one that may be, and for one that is not there. */
async function spentOrBeyond(trx: Trx, rules: Rules, who: Officer, id: string) {
  const column = columnsOf("t");
  const isReached = reached(rules, who, column);
  const { rows } = await sql<{ label: string; isReached: boolean }>`
    select ${labelOf(rules, column)} as label, ${isReached} as "isReached" from ${sql.table(`portal.${rules.table}`)} t
    where t._id = ${id} and not (${choosableOf(rules, column)} and ${isReached})`.execute(trx);
  return rows[0];
}

export const beyondReach = () => new Refusal(403, "You may do this within your own department or college only");

export const unknownReference = ({ name, label }: Field) => ({
  [name]: `${label} was not found. Choose it from the list`,
});

/** What a form holds of a row's field: of a reference, its `_id`. */
export const idOf = (noun: string | null, value: unknown): unknown =>
  noun && value ? (value as { readonly _id: string })._id : value;
