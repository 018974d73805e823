import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { patternOf, searched } from "../list/list.query.server.ts";
import { type Column, columnsOf, type Registry, type Rules, type Untitled } from "../record/record.rules.server.ts";
import { shownRows, titled } from "../record/record.select.server.ts";
import { nounAsText } from "./audit.deed.contract.ts";

/** Which rows stand for what the audit calls `noun:id`: those of `rules` whose column `by` holds the id. */
export interface Subject {
  readonly noun: string;
  readonly rules: Rules;
  readonly by: string;
}

/** What a line is about, as it is called, and where it is shown while it is there. */
export interface About {
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
export function linesWith(
  subjects: readonly Subject[],
  staff: Rules,
  words: readonly string[],
  column: Column,
): RawBuilder<unknown> {
  const each = words.map(
    (word) => sql`(select _id from portal.audit_line where subject = ${word}
      union all ${linesAbout(subjects, [word])}
      union all select a._id from portal.audit_line a where a.actor = any(array(select t._id from ${tableOf(staff)} t where ${searched(word)}))
      union all select _id from portal.audit_line where deed = any(array(${deedsWith(word)}))
      union all select _id from portal.audit_line where reason is not null and lower(' ' || reason) like ${patternOf(word)})`,
  );
  const byEach = sql.join(each, sql` intersect `);
  const found = words.length === 1 ? byEach : sql`${linesAbout(subjects, words)} union all (${byEach})`;
  return sql`${column("_id")} in (${found})`;
}

function linesAbout(subjects: readonly Subject[], words: readonly string[]): RawBuilder<unknown> {
  const looks = [...Map.groupBy(subjects, ({ rules }) => rules)].map(([rules, those]) => {
    const called = those.map(({ noun, by }) => sql`${`${noun}:`}::text || found.${sql.ref(by)}`);
    return sql`select unnest(array[${sql.join(called)}]) as subject from (select t.* from ${tableOf(rules)} t
      where ${sql.join(words.map(searched), sql` and `)} limit ${sql.lit(MOST)}) found`;
  });
  return sql`select a._id from (${sql.join(looks, sql` union all `)}) about join portal.audit_line a on a.subject = about.subject`;
}

const tableOf = (rules: Rules) => sql.table(`portal.${rules.table}`);

/** As people read them, and as they are written down. */
const deedsWith = (word: string): RawBuilder<unknown> => sql`
  select deed from (${everyDeed}) every where
    lower(' ' || replace(translate(deed, '_-', '  '), '.', ': ') || ' ' || deed) like ${patternOf(word)}`;

/** Every deed once, from one to the next by their index: there are few of them, on many lines. */
export const everyDeed: RawBuilder<{ deed: string }> = sql`
  with recursive known as (
    (select deed from portal.audit_line order by deed limit 1)
    union all
    select (select a.deed from portal.audit_line a where a.deed > k.deed order by a.deed limit 1) from known k where k.deed is not null)
  select deed from known where deed is not null`;

/** What some subjects are called, by the subject: one look for each kind of them. */
export async function aboutOf(
  db: Database,
  registry: Registry,
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

export const nounOf = (subject: string): string => subject.split(":", 1)[0] ?? "";
const idOf = (subject: string): string => subject.slice(nounOf(subject).length + 1);

async function called(
  db: Database,
  registry: Registry,
  { noun, rules, by }: Subject,
  ids: readonly string[],
): Promise<(readonly [string, About])[]> {
  const base = sql`select t.* from ${tableOf(rules)} t where ${columnsOf("t")(by)} = any(${[...ids]}::uuid[])`;
  const statement = sql<
    Untitled & { told: string }
  >`${shownRows(registry, rules, base, sql`, r.${sql.ref(by)} as told`)}`;
  const { rows } = await statement.execute(db);
  return rows.map(({ told, ...row }) => [
    `${noun}:${told}`,
    { label: titled(rules, row as Untitled)._title, link: `${rules.of.link}/${String(row._id)}` },
  ]);
}
