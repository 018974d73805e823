import type { FastifyInstance } from "fastify";
import { type QueryResult, type RawBuilder, sql } from "kysely";
import { notFound, Refusal, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { brokenConstraint } from "#platform/database/constraint.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import type { Row, Values } from "./record.contract.ts";
import type { Field } from "./record.facts.rules.ts";
import {
  columnsOf,
  type FormChange,
  labelOf,
  mayChange,
  mayRead,
  type RecordRegistry,
  type RecordRules,
  type RowColumn,
  requireNobodyElses,
  requireWide,
  rulesNamed,
} from "./record.registry.server.ts";
import { isVersioned, oneRow } from "./record.select.server.ts";

/** Adds a row that passed its form; answers it as the wire shows it. Refuses what the noun's rules and constraints do. */
export async function addRow(
  app: FastifyInstance,
  registry: RecordRegistry,
  rules: RecordRules,
  work: Work,
  asked: Asked,
): Promise<Row> {
  const id = newId();
  const form = await completed(rules, work.trx, asked, null);
  const change = { who: asked.who, id, before: null, form };
  requireWide(rules, asked.who);
  refuseDeeds(rules, null, form);
  await requireReferences(registry, rules, work.trx, change);
  await requireRules(rules, work, change);
  const filled = await filledIn(rules, work, change);
  const { columns, values } = stored(rules, { ...form, ...filled });
  const own = Object.entries(rules.filled ?? {});
  const more = rules.many?.columns ?? [];
  const names = ["_id", ...columns, ...own.map(([name]) => name), ...more].map((name) => sql.id(name));
  const all = [id, ...values, ...own.map(([, value]) => value), ...more.map((name) => filled[name])];
  await keepingRules(rules, sql`insert into ${table(rules)} (${sql.join(names)}) values (${sql.join(all)})`, work.trx);
  const row = await written(registry, rules, work.trx, asked.who, id);
  await rules.brings?.(work, change, app);
  work.note({ deed: `${rules.of.noun}.create`, subject: `${rules.of.noun}:${id}`, after: row });
  return row;
}

/** Changes a row that is locked already; answers it as it is then. */
export async function changeRow(
  app: FastifyInstance,
  registry: RecordRegistry,
  rules: RecordRules,
  work: Work,
  asked: Asked & { before: Row },
): Promise<Row> {
  const { before, who } = asked;
  const form = await completed(rules, work.trx, asked, before);
  const change = { who, id: before._id, before, form };
  requireWide(rules, who);
  requireSettled(rules, who, before, form);
  refuseDeeds(rules, before, form);
  await requireReferences(registry, rules, work.trx, change);
  await requireRules(rules, work, change);
  const filled = await filledIn(rules, work, change);
  const { columns, values } = stored(rules, { ...form, ...filled });
  const more = rules.many?.columns ?? [];
  const sets = [
    ...columns.map((name, place) => sql`${sql.id(name)} = ${values[place]}`),
    ...more.map((name) => sql`${sql.id(name)} = coalesce(${filled[name] ?? null}, ${sql.id(name)})`),
  ];
  await keepingRules(
    rules,
    sql`update ${table(rules)} set ${sql.join(sets)}, version = version + 1, "updatedAt" = now() where _id = ${before._id}`,
    work.trx,
  );
  const row = await written(registry, rules, work.trx, who, before._id);
  await rules.brings?.(work, change, app);
  work.note({ deed: `${rules.of.noun}.change`, subject: `${rules.of.noun}:${row._id}`, before, after: row });
  return row;
}

const filledIn = async ({ many }: RecordRules, work: Work, change: FormChange): Promise<Values> =>
  (await many?.fills(work, [change]))?.get(change.id) ?? {};

async function requireRules(rules: RecordRules, work: Work, change: FormChange): Promise<void> {
  requireNobodyElses(rules, change.who, [change.before, change.form]);
  await rules.check?.(work, change);
  const refusal = (await rules.many?.check(work, [change]))?.get(change.id);
  if (refusal) throw refusal;
}

/** Deletes a row that nothing uses; what is in use is kept, and the sentence says what to do instead. */
export async function removeRow(
  app: FastifyInstance,
  rules: RecordRules,
  work: Work,
  asked: { who: Officer; before: Row },
): Promise<void> {
  const { before, who } = asked;
  const change = { who, id: before._id, before, form: null };
  requireWide(rules, who);
  requireNobodyElses(rules, who, [before]);
  await rules.check?.(work, change);
  await sql`delete from ${table(rules)} where _id = ${before._id}`.execute(work.trx).catch((fault: unknown) => {
    if (!brokenConstraint(fault)) throw fault;
    throw refuse("record-in-use", `${before._title} is in use, so it cannot be deleted. ${insteadOf(rules)}`);
  });
  await rules.brings?.(work, change, app);
  work.note({ deed: `${rules.of.noun}.delete`, subject: `${rules.of.noun}:${before._id}`, before });
}

interface Asked {
  readonly who: Officer;
  readonly form: Values;
}

/** The row, locked until the end, if the asker may change it. 404, or 403 for what one may look at only. */
export async function lockedRow(
  registry: RecordRegistry,
  rules: RecordRules,
  trx: Trx,
  who: Officer,
  id: string,
): Promise<Row> {
  const where = sql`t._id = ${id} and ${mayRead(rules, who, columnsOf("t"))}`;
  const row = isId(id) && (await oneRow(trx, registry, rules, where, sql`for update`));
  if (!row) throw notFound();
  await requireChangeable(rules, trx, who, id);
  return row;
}

async function requireChangeable(rules: RecordRules, trx: Trx, who: Officer, id: string): Promise<void> {
  const { rows } = await sql`
    select from ${table(rules)} t where t._id = ${id} and ${mayChange(rules, who, columnsOf("t"))}`.execute(trx);
  if (rows.length === 0) throw beyondReach();
}

/** A right that reaches some units only moves nothing between them. */
export function requireSettled({ settled = [], of }: RecordRules, { scope }: Officer, before: Row, form: Values): void {
  if (scope === "all") return;
  const facts: readonly Field[] = of.facts;
  const moved = facts.find(({ name, noun }) => settled.includes(name) && idOf(noun, before[name]) !== form[name]);
  if (moved)
    throw refuseFields("whole-college-only", {
      [moved.name]: `${moved.label}: only a right to the whole college changes it. Ask the registry`,
    });
}

/** What deeds alone change may be said in a form, but not otherwise than it is: a new record was not through any. */
export function refuseDeeds({ of }: RecordRules, before: Row | null, form: Values): void {
  const deeds = Object.entries<string>("deedOf" in of ? (of.deedOf ?? {}) : {});
  const other = deeds.filter(([name]) => form[name] !== undefined && form[name] !== (before?.[name] ?? false));
  if (other.length > 0) throw refuseFields("only-deeds-change-this", Object.fromEntries(other));
}

/** A form with what was left out: what the row has already, or the usual value of a new one. */
async function completed(rules: RecordRules, trx: Trx, { form, who }: Asked, before: Row | null): Promise<Values> {
  if (leftOut(rules, form).length === 0) return form;
  return completedWith(rules, before || !rules.usual ? {} : await rules.usual(trx, who), form, before);
}

const leftOut = ({ of }: RecordRules, form: Values): readonly Field[] =>
  of.facts.filter((field: Field) => field.usual && form[field.name] === undefined);

/** The same where the usual values of a new row were read already. */
export function completedWith(rules: RecordRules, found: Values, form: Values, before: Row | null): Values {
  const left = leftOut(rules, form);
  const known = left.map((field): [string, unknown] => {
    const value = before ? idOf(field.noun, before[field.name]) : (field.usual?.() ?? found[field.name]);
    if (value === undefined) throw refuseFields("field-required", { [field.name]: `${field.label} is required` });
    return [field.name, value];
  });
  return { ...form, ...Object.fromEntries(known) };
}

/** The condition that a row may be chosen anew: its own rule, or that it is Active where it can be otherwise. */
export function choosableOf({ of, choosable }: RecordRules, column: RowColumn): RawBuilder<unknown> {
  if (choosable) return choosable(column);
  return of.facts.some(({ name, kind }: Field) => name === "status" && kind === "flag") ? column("status") : sql`true`;
}

/**
 * Refuses a reference that cannot be an identifier, and a new one to what lies beyond the asker's reach or may be chosen
 * no more. One that stands already stays; whether the record is there at all, the database says.
 */
async function requireReferences(registry: RecordRegistry, rules: RecordRules, trx: Trx, change: FormChange) {
  const facts: readonly Field[] = rules.of.facts;
  const odd = facts.find(({ name, noun }) => noun !== null && change.form[name] != null && !isId(change.form[name]));
  if (odd) throw refuseFields("choice-not-found", unknownReference(odd));
  const refusal = (await referencesRefused(registry, rules, trx, [change])).get(change.id);
  if (refusal) throw refusal;
}

/** Of many changes, those that name anew what lies beyond the asker's reach or may be chosen no more, by `id`. */
export async function referencesRefused(
  registry: RecordRegistry,
  { of, anywhere = [] }: RecordRules,
  trx: Trx,
  changes: readonly FormChange[],
): Promise<ReadonlyMap<string, Refusal>> {
  const refused = new Map<string, Refusal>();
  for (const field of of.facts as readonly Field[]) {
    const { name, noun } = field;
    const anew = changes.filter(({ before, form }) => form[name] != null && idOf(noun, before?.[name]) !== form[name]);
    const [first] = anew;
    if (noun === null || !first) continue;
    const who = anywhere.includes(name) ? ({ scope: "all" } as const) : first.who;
    const named = anew.map(({ form }) => String(form[name]));
    const spent = await spentOrBeyond(trx, rulesNamed(registry, noun), who, named);
    for (const { id, form } of anew) {
      const found = spent.get(String(form[name]));
      if (found) refused.set(id, found.isReached ? inactive(field, found.label) : beyondReach());
    }
  }
  return refused;
}

/** Records that the asker may not choose, by `_id`; one that may be is not among them, nor one that is not there. */
async function spentOrBeyond(trx: Trx, rules: RecordRules, who: Pick<Officer, "scope">, ids: readonly string[]) {
  const column = columnsOf("t");
  const isReached = mayRead(rules, who, column);
  const { rows } = await sql<{ _id: string; label: string; isReached: boolean }>`
    select t._id, ${labelOf(rules, column)} as label, ${isReached} as "isReached"
    from ${sql.table(`portal.${rules.table}`)} t
    where t._id = any(${ids}::uuid[]) and not (${choosableOf(rules, column)} and ${isReached})`.execute(trx);
  return new Map(rows.map((row) => [row._id, row]));
}

const inactive = ({ name, label }: Field, called: string) =>
  refuseFields("choice-inactive", { [name]: `${label}: ${called} is not active. Choose another` });

export const beyondReach = () =>
  new Refusal("beyond-reach", 403, "You may do this within your own department or college only");

const unknownReference = ({ name, label }: Field) => ({
  [name]: `${label} was not found. Choose it from the list`,
});

/** What a form holds of a row's field: of a reference, its `_id`. */
const idOf = (noun: string | null, value: unknown): unknown =>
  noun && value ? (value as { readonly _id: string })._id : value;

/** Columns and values of a checked form: what was left empty is null, naira are kobo. Contract 3.21. */
export function stored({ of }: RecordRules, form: Values): { columns: string[]; values: unknown[] } {
  const facts: readonly Field[] = of.facts;
  return {
    columns: facts.map(({ column }) => column),
    values: facts.map(({ name, kind }) =>
      kind === "money" && form[name] != null ? Math.round(form[name] * 100) : (form[name] ?? null),
    ),
  };
}

async function written(registry: RecordRegistry, rules: RecordRules, trx: Trx, who: Officer, id: string): Promise<Row> {
  await requireChangeable(rules, trx, who, id);
  const row = await oneRow(trx, registry, rules, sql`t._id = ${id}`);
  if (!row) throw notFound();
  return row;
}

/** Runs a statement; what the database refuses is said at its field. */
export async function keepingRules<R>(rules: RecordRules, statement: RawBuilder<R>, trx: Trx): Promise<QueryResult<R>> {
  try {
    return await statement.execute(trx);
  } catch (fault) {
    throw brokenRule(rules, fault) ?? fault;
  }
}

/** The refusal for a constraint that a row broke: its own sentence, or that a record it refers to is not there. */
function brokenRule({ of, table: name, constraints = {} }: RecordRules, fault: unknown): Refusal | undefined {
  const constraint = brokenConstraint(fault);
  if (constraint === undefined) return undefined;
  const own = constraints[constraint];
  if (own) return refuseFields(own[0], { [own[1]]: own[2] });
  const facts: readonly Field[] = of.facts;
  const field = facts.find((fact) => constraint === `${name}_${fact.name}`);
  if (field?.noun) return refuseFields("choice-not-found", unknownReference(field));
  if (field)
    return refuseFields("value-taken", {
      [field.name]: `Another ${of.called} has this ${field.label.toLowerCase()} already`,
    });
  return undefined;
}

const table = ({ table: name }: RecordRules) => sql.table(`portal.${name}`);

const insteadOf = ({ of, instead }: RecordRules): string =>
  instead ??
  (of.facts.some(({ name }: Field) => name === "status")
    ? "Deactivate it instead: it stays where it is used and can be chosen no more"
    : isVersioned(of.calls)
      ? "Change it instead"
      : "End what uses it first");
