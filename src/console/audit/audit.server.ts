import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { asCount } from "#kit/value/count.rules.ts";
import { type Guard, handle } from "#kit/wire/handle.server.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { patternOf, searchedIn } from "../list/list.server.ts";
import type { Field } from "../record/record.facts.rules.ts";
import { inWords } from "../record/record.rules.ts";
import {
  columnsOf,
  mayList,
  type RecordRegistry,
  type RecordRules,
  type RowColumn,
  registryOf,
  shownRows,
  titledRow,
  type UntitledRow,
} from "../record/record.server.ts";
import { type Officer, wholeCollege } from "../scope/scope.server.ts";
import { auditLines, readAuditChanges, readAuditDeeds } from "./audit.contract.ts";
import { nounAsText } from "./audit.rules.ts";

/** Which rows stand for what the audit calls `noun:id`: those of `rules` whose column `by` holds the id. */
export interface Subject {
  readonly noun: string;
  readonly rules: RecordRules;
  readonly by: string;
}

/** What a line is about, as it is called, and where it is shown while it is there. */
interface About {
  readonly label: string;
  readonly link: string | null;
}

// Of what some words fit: more than anybody reads, and few enough to look up one by one.
const MOST = 2_000;

/**
 * The lines that all words find: each in the deed, the reason, the name of who acted or what the line is about; or all of them
 * together in what it is about. Each part goes by an index of its own. Of a word that fits more than two thousand records of a
 * kind, the lines about so many of them are found.
 */
function linesWith(
  subjects: readonly Subject[],
  staff: RecordRules,
  words: readonly string[],
  column: RowColumn,
): RawBuilder<unknown> {
  const each = words.map(
    (word) => sql`(select _id from portal.audit_line where subject = ${word}
      union all ${linesAbout(subjects, [word])}
      union all select a._id from portal.audit_line a where a.actor = any(array(select found._id from ${tableOf(staff)} found where ${searchedIn("found")(word)}))
      union all select _id from portal.audit_line where deed = any(array(${deedsWith(word)}))
      union all select _id from portal.audit_line where reason is not null and lower(' ' || reason) like ${patternOf(word)})`,
  );
  const byEach = sql.join(each, sql` intersect `);
  const found = words.length === 1 ? byEach : sql`${linesAbout(subjects, words)} union all (${byEach})`;
  return sql`${column("_id")} in (${found})`;
}

function linesAbout(subjects: readonly Subject[], words: readonly string[]): RawBuilder<unknown> {
  const looks = [...Map.groupBy(subjects, ({ rules }) => rules)].map(([rules, those]) => {
    const called = those.map(({ noun, by }) => sql`${`${noun}:`}::text || few.${sql.ref(by)}`);
    const all = words.map(searchedIn("found"));
    return sql`select unnest(array[${sql.join(called)}]) as subject from (select found.* from ${tableOf(rules)} found
      where ${sql.join(all, sql` and `)} limit ${sql.lit(MOST)}) few`;
  });
  return sql`select a._id from (${sql.join(looks, sql` union all `)}) about join portal.audit_line a on a.subject = about.subject`;
}

const tableOf = (rules: RecordRules) => sql.table(`portal.${rules.table}`);

/** As people read them, and as they are written down. */
const deedsWith = (word: string): RawBuilder<unknown> => sql`
  select deed from (${everyDeed}) every where
    lower(' ' || replace(translate(deed, '_-', '  '), '.', ': ') || ' ' || deed) like ${patternOf(word)}`;

/** Every deed once, from one to the next by their index: there are few of them, on many lines. */
const everyDeed: RawBuilder<{ deed: string }> = sql`
  with recursive known as (
    (select least.deed from portal.audit_line least order by least.deed limit 1)
    union all
    select (select later.deed from portal.audit_line later where later.deed > k.deed order by later.deed limit 1) from known k where k.deed is not null)
  select deed from known where deed is not null`;

/** What some subjects are called, by the subject: one look for each kind of them. */
async function aboutOf(
  db: Database,
  registry: RecordRegistry,
  subjects: readonly Subject[],
  asked: readonly string[],
): Promise<ReadonlyMap<string, About>> {
  const nouns = Map.groupBy(new Set(asked), (subject) => nounOf(subject));
  const looks = [...nouns].map(async ([noun, those]) => {
    const rules = registry.get(noun);
    const known = subjects.find((one) => one.noun === noun) ?? (rules && { noun, rules, by: "_id" });
    const ids = those.map(idOf).filter(isId);
    return known && ids.length > 0 ? called(db, registry, known, ids) : [];
  });
  const found = new Map((await Promise.all(looks)).flat());
  return new Map(
    asked.map((subject) => [subject, found.get(subject) ?? { label: nounAsText(nounOf(subject)), link: null }]),
  );
}

const nounOf = (subject: string): string => subject.split(":", 1)[0] ?? "";
const idOf = (subject: string): string => subject.slice(nounOf(subject).length + 1);

async function called(
  db: Database,
  registry: RecordRegistry,
  { noun, rules, by }: Subject,
  ids: readonly string[],
): Promise<(readonly [string, About])[]> {
  const base = sql`select t.* from ${tableOf(rules)} t where ${columnsOf("t")(by)} = any(${[...ids]}::uuid[])`;
  const statement = sql<
    UntitledRow & { told: string }
  >`${shownRows(registry, rules, base, sql`, r.${sql.ref(by)} as told`)}`;
  const { rows } = await statement.execute(db);
  return rows.map(({ told, ...row }) => [
    `${noun}:${told}`,
    { label: titledRow(rules, row as UntitledRow)._title, link: `${rules.of.link}/${String(row._id)}` },
  ]);
}

/** The audit, searched and told by what its lines are about: `subjects` are those that words find. */
export const auditRules = (subjects: readonly Subject[], staff: RecordRules): RecordRules<typeof auditLines> => ({
  of: auditLines,
  table: "audit_line",
  within: wholeCollege,
  found: (words, column) => linesWith(subjects, staff, words, column),
  told: async (db, registry, rows) => {
    const named = await aboutOf(
      db,
      registry,
      subjects,
      rows.map(({ subject }) => String(subject)),
    );
    return rows.map((row) => ({ ...row, about: named.get(String(row.subject)) }));
  },
});

export function auditDeedsCall(app: FastifyInstance, guard: Guard<Officer>): void {
  handle(app, readAuditDeeds, guard, async () => {
    const { rows } = await sql<{ deed: string }>`${everyDeed}`.execute(app.portal.db);
    return rows.map(({ deed }) => deed).sort();
  });
}

interface Line {
  readonly subject: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** What one line of the audit changed, and the record that it is about while that is there. 404 beyond reach, and for what no list shows. */
export function auditChangesCall(
  app: FastifyInstance,
  auditRules: RecordRules,
  subjects: readonly Subject[],
  guard: Guard<Officer>,
): void {
  const { db } = app.portal;

  handle(app, readAuditChanges, guard, async ({ who, params }) => {
    const { rows } = isId(params.id)
      ? await sql<Line>`select t.subject, t.before, t.after from portal.audit_line t
          where t._id = ${params.id} and ${mayList(auditRules, who, columnsOf("t"))}`.execute(db)
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
function changesOf(rules: RecordRules | undefined, { before, after }: Line) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .filter((name) => !rules || !common.includes(name))
    .map((name) => {
      const field = rules?.of.shown.find((fact: Field) => fact.name === name);
      const was = valueInWords(field, before?.[name]);
      const is = valueInWords(field, after?.[name]);
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
    return asCount(value.length, "record");
  // An identifier says nothing to anybody.
  if (typeof value === "string" && isId(value)) return asCount(1, "record");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const isShown = (field: Field | undefined, value: object): boolean =>
  (field?.kind === "reference" && "label" in value) || (field?.kind === "several" && Array.isArray(value));
