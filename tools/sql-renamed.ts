/** The proof of the check: each column that a domain's SQL names gets another name, and a statement of the domain must be refused. */
import type pg from "pg";
import ts from "typescript";
import { describe } from "./sql-described.ts";
import { placeOf, type SqlProgram, type Template } from "./sql-program.ts";
import { wrongColumns } from "./sql-rows.ts";
import type { Statement } from "./sql-statements.ts";

interface Renaming {
  readonly table: string;
  readonly column: string;
  /** The statements of the domain that name both. */
  readonly statements: readonly Statement[];
}

/**
 * Prints how many columns were renamed in each domain, and what was not noticed: there a statement gives the same name to
 * something else. Answers the domains where fewer than three were noticed.
 */
export async function renameEach(
  client: pg.Client,
  program: SqlProgram,
  statements: readonly Statement[],
): Promise<string[]> {
  const columns = await columnsOfTables(client);
  const blind: string[] = [];
  for (const domain of [...new Set(program.templates.map(domainOf))].sort()) {
    const renamings = renamingsOf(domain, statements, columns);
    const unnoticed: string[] = [];
    for (const renaming of renamings)
      if (!(await isNoticed(client, program, renaming))) unnoticed.push(`${renaming.table}.${renaming.column}`);
    const noticed = renamings.length - unnoticed.length;
    const others = unnoticed.length > 0 ? `, not ${unnoticed.join(", ")}` : "";
    console.log(`${domain.padEnd(13)} ${renamings.length} renamed, ${noticed} noticed${others}`);
    if (noticed < Math.min(3, renamings.length)) blind.push(`${domain}: fewer than three columns were noticed`);
  }
  return blind;
}

const domainOf = (node: ts.Node): string => placeOf(node).split("/")[1] ?? "";

type Columns = ReadonlyMap<string, readonly string[]>;

async function columnsOfTables(client: pg.Client): Promise<Columns> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'portal'::regnamespace and c.relkind in ('r', 'v') group by c.relname order by c.relname`);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** What a domain's statements and parts of statements name: columns that are of one of the statement's tables and views alone. */
function renamingsOf(domain: string, statements: readonly Statement[], columns: Columns): Renaming[] {
  const found = new Map<string, Renaming & { statements: Statement[] }>();
  for (const statement of statements) {
    const own = [...statement.templates].filter((template) => domainOf(template) === domain);
    if (own.length === 0 && domainOf(statement.call) !== domain) continue;
    const all = wordsOf(bare(statement.text));
    const words = domainOf(statement.call) === domain ? all : wordsOf(own.map(writtenIn).join(" "));
    const made = new Set(Array.from(statement.text.matchAll(/\bas "?(\w+)/g), ([, name]) => name));
    const tables = Array.from(statement.text.matchAll(/\bportal"?\."?(\w+)/g), ([, name]) => name as string);
    for (const word of words) {
      // A name that the statement gives itself.
      if (made.has(word)) continue;
      const [table, another] = [...new Set(tables)].filter((one) => columns.get(one)?.includes(word));
      if (table === undefined || another !== undefined) continue;
      const key = `${table}.${word}`;
      const known = found.get(key) ?? { table, column: word, statements: [] };
      known.statements.push(statement);
      found.set(key, known);
    }
  }
  return [...found.values()];
}

const wordsOf = (text: string): Set<string> => new Set(text.match(/\w+/g));

/** The words of a template. */
function writtenIn({ template }: Template): string {
  const parts = ts.isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [template.text];
  return bare(parts.join(" ? "));
}

/** Without comments and texts in quotes. */
const bare = (text: string): string => text.replace(/--.*|'[^']*'/g, " ");

async function isNoticed(client: pg.Client, program: SqlProgram, renaming: Renaming): Promise<boolean> {
  const { table, column, statements } = renaming;
  await client.query("begin");
  try {
    await client.query(`alter table portal."${table}" rename column "${column}" to "${column}_renamed"`);
    for (const { text, row } of statements) {
      const said = await describe(client, text);
      if ("refused" in said) return true;
      if (row && wrongColumns(program.checker, row, said.columns).length > 0) return true;
    }
    return false;
  } finally {
    await client.query("rollback");
  }
}
