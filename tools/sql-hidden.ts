/**
 * Names that a query inside another gives to what it reads, though the outer one has the name already. A condition that is
 * built elsewhere and means the outer one's column then asks the inner's, and holds for everybody.
 */
import { loadModule, parseSync } from "libpg-query";

await loadModule();

type Node = Readonly<Record<string, unknown>>;

/** The names of a statement that hide one outside, each once. Throws where PostgreSQL's grammar does not read it. */
export function hiddenNames(text: string): string[] {
  const hidden = new Set<string>();
  walk(parseSync(text).stmts, [], hidden);
  return [...hidden];
}

const queries = new Set(["SelectStmt", "UpdateStmt", "DeleteStmt", "MergeStmt"]);

/** Goes down a tree; `seen` are the names that a query there sees from outside. */
function walk(tree: unknown, seen: readonly string[], hidden: Set<string>): void {
  if (Array.isArray(tree)) for (const one of tree) walk(one, seen, hidden);
  else if (isNode(tree))
    for (const [kind, part] of Object.entries(tree))
      if (queries.has(kind)) walkQuery(part as Node, seen, hidden);
      else if (kind === "InsertStmt") walkInsert(part as Node, seen, hidden);
      else walk(part, seen, hidden);
}

function walkQuery(query: Node, seen: readonly string[], hidden: Set<string>): void {
  const { withClause, larg, rarg, relation, fromClause = [], usingClause = [], ...rest } = query;
  walk(withClause, seen, hidden);
  for (const part of [larg, rarg]) if (isNode(part)) walkQuery(part, seen, hidden);
  const sources = [...(relation ? [{ RangeVar: relation }] : []), ...list(fromClause), ...list(usingClause)];
  const names = sources.flatMap(namesOf);
  for (const name of names) if (seen.includes(name)) hidden.add(name);
  const inside = [...seen, ...names];
  for (const source of sources) walkSource(source, seen, inside, hidden);
  walk(rest, inside, hidden);
}

/** The table that is inserted into is not seen by the query whose rows go there. */
function walkInsert({ selectStmt, withClause, relation, ...rest }: Node, seen: readonly string[], hidden: Set<string>) {
  walk([withClause, selectStmt], seen, hidden);
  walk(rest, [...seen, ...namesOf({ RangeVar: relation })], hidden);
}

/** What stands after FROM: a query there sees what stands beside it only where it is lateral. */
function walkSource(source: Node, seen: readonly string[], inside: readonly string[], hidden: Set<string>): void {
  const { JoinExpr: join, RangeSubselect: query } = source as Record<string, Node | undefined>;
  if (join) {
    for (const side of [join.larg, join.rarg]) walkSource(side as Node, seen, inside, hidden);
    walk(join.quals, inside, hidden);
  } else if (query) walk(query.subquery, query.lateral ? inside : seen, hidden);
  else walk(source, inside, hidden);
}

function namesOf(source: Node): string[] {
  const [kind, part] = Object.entries(source)[0] ?? [];
  if (!isNode(part)) return [];
  if (kind === "JoinExpr") return [part.larg, part.rarg].flatMap((side) => namesOf(side as Node));
  const { alias, relname } = part as { alias?: { aliasname: string }; relname?: string };
  const name = alias?.aliasname ?? relname;
  return name ? [name] : [];
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const list = (value: unknown) => value as readonly Node[];
