import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { type Refusal, type RefusalCode, refuseFields } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { DB } from "#platform/database/tables.generated.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { type Officer, requireWholeCollege, type Scope } from "../scope/scope.server.ts";
import type { AnyAssignment, AnyListing, AnyRecord, Row, Values } from "./record.contract.ts";

/** A column of a record's own row, in a statement where that row has another name. */
export type RowColumn = (name: string) => RawBuilder<unknown>;

/** What a change is about: who makes it, the row before (null when it is added), the checked form (null at a delete). */
export interface RowChange {
  readonly who: Officer;
  readonly id: string;
  readonly before: Row | null;
  readonly form: Values | null;
}

/** What the server adds to a record's contract. */
export interface RecordRules<
  Of extends AnyRecord | AnyAssignment | AnyListing = AnyRecord | AnyAssignment | AnyListing,
> {
  readonly of: Of;
  readonly table: keyof DB & string;
  /**
   * Which rows a right that reaches some departments or colleges reads and changes. `college-wide`: it reads them all,
   * and changes none, because each touches everybody.
   */
  readonly within: Within | "college-wide";
  /** Which rows such a right may look at, where those are more than it changes. */
  readonly shown?: Within;
  /** Rows that are one's own to read and to change, however far the right reaches: what stands in a class that one teaches. */
  readonly own?: (column: RowColumn, member: string) => RawBuilder<unknown>;
  /** Whether rows of a listing carry the version of what they show, for deeds that are pinned to what was seen. */
  readonly versions?: true;
  /** Rows that no list shows to one member of staff, however far the right reaches. */
  readonly hidden?: (column: RowColumn, member: string) => RawBuilder<unknown>;
  /**
   * What a filter by a field that is judged as it is read says of fields that are stored, so that an index finds its rows: by
   * the judged field.
   */
  readonly narrowed?: Readonly<Record<string, (value: string, column: RowColumn) => RawBuilder<unknown>>>;
  /** Which rows all the words of a search find, where it is more than those whose own text holds them. */
  readonly found?: (words: readonly string[], column: RowColumn) => RawBuilder<unknown>;
  /** The `_id`s that all the words find, where a row was called otherwise before: those whose own text holds them, and those. */
  readonly foundAs?: (words: readonly string[]) => RawBuilder<unknown>;
  /**
   * A row costs much to tell, as where it is judged when it is read: which rows stand on a page is asked before. Else the
   * planner walks the whole order for a word that few rows hold, to tell no more of them than a page has.
   */
  readonly judged?: true;
  /** Rows that a file may call as they were called before, by texts in small letters: rows of `_id`, `called`. */
  readonly calledBefore?: (texts: readonly string[]) => RawBuilder<unknown>;
  /** What is said of rows beside what their table holds, a page of them at a time. */
  readonly told?: <R extends UntitledRow>(
    db: Database,
    registry: RecordRegistry,
    rows: readonly R[],
  ) => Promise<readonly R[]>;
  /** Fields of a row that is there which only a right that reaches everything changes. */
  readonly settled?: readonly string[];
  /** Which rows may be chosen anew; absent: those that are Active, where they can be otherwise. */
  readonly choosable?: (column: RowColumn) => RawBuilder<unknown>;
  /** References that name any record, however far the right reaches, such as the lecturer of another department. */
  readonly anywhere?: readonly string[];
  /** Which of the records that a file may call at a reference are meant, such as those of the session that runs. */
  readonly called?: (field: string, column: RowColumn) => RawBuilder<unknown>;
  /** The flag of rows that are everybody's, with the sentence for a right to less than the whole college, which changes none. */
  readonly everybodys?: readonly [flag: string, sentence: string];
  /** What to do instead of deleting what is in use, where the usual sentence does not fit. */
  readonly instead?: string;
  /** Values of a new row that the form may leave out, by field, such as the session that admits. */
  readonly usual?: (trx: Trx, who: Officer) => Promise<Values>;
  /** What a broken constraint means: its code, the field it belongs to, and the sentence. */
  readonly constraints?: Readonly<Record<string, readonly [code: RefusalCode, field: string, sentence: string]>>;
  /** Columns that the portal fills, beside those of the form, when a row is added. */
  readonly filled?: Readonly<Record<string, unknown>>;
  /** What the history calls deeds of its own, such as `staff.leave`; null for those that it leaves to the audit. */
  readonly deeds?: Readonly<Record<string, string | null>>;
  /** Rules over more than the row: throws a refusal. Runs in the transaction, before the row is written. */
  readonly check?: (work: Work, change: RowChange) => Promise<void>;
  /** What else the change brings with it, in the same transaction, after the row is written. */
  readonly brings?: (work: Work, change: RowChange, app: FastifyInstance) => Promise<void>;
  /** Rules of many rows at once, where files hold thousands. */
  readonly many?: ManyRules;
  /** What people write in a field of a file, as the form takes it, such as M for Male; the text itself where it is something else. */
  readonly spelt?: Readonly<Record<string, (text: string) => string>>;
  /** What is said of a new row beside its name, such as what came with it; begins as the sentence goes on. */
  readonly added?: (form: Values, work: Work) => Promise<string>;
}

/** What is said once for one change and for many, in statements that judge and write all of them. */
export interface ManyRules {
  /** Fields beside the key that one row of a file alone may hold, each with what to do about a second. */
  readonly apart: Readonly<Record<string, string>>;
  /** Which of the changes may not be, by `id`. Runs in the transaction, before a row is written. */
  readonly check: (work: Work, changes: readonly FormChange[]) => Promise<ReadonlyMap<string, Refusal>>;
  /** Columns that the portal fills beside those of the form; one that is not filled in a row that stands stays as it is. */
  readonly columns: readonly string[];
  /** What those columns hold, and others in place of the form's, by `id`. Runs before the rows are written. */
  readonly fills: (work: Work, changes: readonly FormChange[]) => Promise<ReadonlyMap<string, Values>>;
}

/** A row that is added or changed. */
export type FormChange = RowChange & { readonly form: Values };

/** A row that is not called by its title yet. */
export type UntitledRow = Omit<Row, "_title">;

type Within = (column: RowColumn, scope: Exclude<Scope, "all">) => RawBuilder<unknown>;

/** Every record of the console by its noun: references, palette and history find names in it. */
export type RecordRegistry = ReadonlyMap<string, RecordRules>;

const registries = new WeakMap<object, Map<string, RecordRules>>();

/** The records of this portal. A noun that registers its calls is in it. */
export function registryOf(app: FastifyInstance): Map<string, RecordRules> {
  const known = registries.get(app.portal) ?? new Map<string, RecordRules>();
  registries.set(app.portal, known);
  return known;
}

export function rulesNamed(registry: RecordRegistry, noun: string): RecordRules {
  const rules = registry.get(noun);
  if (!rules) throw new Error(`A field refers to ${noun}, which is no record of the console`);
  return rules;
}

/** How a row is called where another refers to it, such as "BIO Biology": the texts of its title. */
export function labelOf({ of }: RecordRules, column: RowColumn): RawBuilder<string> {
  const texts = of.facts.filter(({ name, kind }) => of.title.includes(name) && (kind === "text" || kind === "choice"));
  const ordered = of.title.filter((name: string) => texts.some((text) => text.name === name));
  // A record that is called by others alone, such as a class of a programme, is referred to by nobody.
  if (ordered.length === 0) return sql<string>`''`;
  return sql<string>`concat_ws(' ', ${sql.join(ordered.map((name: string) => column(name)))})`;
}

/** Columns of the row that a statement calls `name`. */
export const columnsOf =
  (name: string): RowColumn =>
  (column) =>
    sql.ref(`${name}.${column}`);

/** The condition that the asker may look at a row. */
export const mayRead = (rules: RecordRules, who: Reaching, column: RowColumn): RawBuilder<unknown> =>
  inside(rules, rules.shown ?? rules.within, who, column);

/** The condition that a list shows a row to the asker. */
export const mayList = (
  rules: RecordRules,
  who: Pick<Officer, "scope" | "staff">,
  column: RowColumn,
): RawBuilder<unknown> =>
  rules.hidden
    ? sql`${mayRead(rules, who, column)} and not ${rules.hidden(column, who.staff)}`
    : mayRead(rules, who, column);

/** The condition that the asker may change a row. */
export const mayChange = (rules: RecordRules, who: Reaching, column: RowColumn): RawBuilder<unknown> =>
  inside(rules, rules.within, who, column);

/** Whoever asks for no member of staff in particular has nothing of his own. */
type Reaching = Pick<Officer, "scope"> & Partial<Pick<Officer, "staff">>;

function inside(
  { own }: RecordRules,
  within: RecordRules["within"],
  { scope, staff }: Reaching,
  column: RowColumn,
): RawBuilder<unknown> {
  if (scope === "all" || within === "college-wide") return sql`true`;
  return own && staff ? sql`(${within(column, scope)} or ${own(column, staff)})` : within(column, scope);
}

/** Refuses a narrow right to change what is college-wide. 403. Stands before every change of a record. */
export function requireWide({ within }: RecordRules, who: Pick<Officer, "scope">): void {
  if (within === "college-wide") requireWholeCollege(who);
}

/** Refuses a right to less than the whole college to add, change or delete a row that is everybody's. */
export function requireNobodyElses(
  { everybodys }: RecordRules,
  who: Pick<Officer, "scope">,
  rows: readonly (Values | null)[],
): void {
  if (!everybodys || who.scope === "all") return;
  const [flag, sentence] = everybodys;
  if (rows.some((row) => row?.[flag] === true)) throw refuseFields("whole-college-only", { [flag]: sentence });
}
