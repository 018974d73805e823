/** Every statement that the server runs, as Kysely builds it, with what the code says of its rows. */
import ts from "typescript";
import { builder, builds, separatorOf } from "./sql-calls.ts";
import { everyWay } from "./sql-choices.ts";
import { evaluate, templateOf } from "./sql-evaluate.ts";
import { type MethodCall, placeOf, type SqlProgram, type Template } from "./sql-program.ts";
import { begin, frameAt, newRun, type Run } from "./sql-run.ts";
import { isUnknown, looked, Refused, Unresolved } from "./sql-unknown.ts";
import { isWayTo } from "./sql-ways.ts";

export interface Statement {
  readonly text: string;
  /** Where it is run. */
  readonly call: MethodCall;
  /** The templates that it is made of. */
  readonly templates: Set<Template>;
  /** The type of its rows, where the code says one. */
  readonly row: ts.Type | undefined;
}

export interface Unfollowed {
  readonly call: MethodCall;
  readonly node: ts.Node;
  readonly reason: string;
}

const running = ["execute", "executeTakeFirst", "executeTakeFirstOrThrow", "stream", "compile"];

export function everyStatement(program: SqlProgram): { statements: Statement[]; unfollowed: Unfollowed[] } {
  const run = newRun(program);
  const statements: Statement[] = [];
  const unfollowed: Unfollowed[] = [];
  for (const call of program.methodCalls(...running)) {
    if (!isStatement(program, call)) continue;
    const seen = new Map<string, Statement | Unfollowed>();
    const found = everyWay((pick): Statement | Unfollowed | null => {
      begin(run, pick);
      const one = statementOn(run, call);
      return one && isWayTo(run) ? one : null;
    });
    for (const one of found) {
      const key = one && ("text" in one ? one.text : one.reason);
      const same = key ? seen.get(key) : undefined;
      // The same words may stand in two templates.
      if (one && same && "text" in one && "text" in same)
        for (const template of one.templates) same.templates.add(template);
      if (!one || !key || same) continue;
      seen.set(key, one);
      if ("text" in one) statements.push(one);
      else unfollowed.push(one);
    }
  }
  return { statements: [...statements, ...plainStatements(program)], unfollowed };
}

/** Those that are sent as a plain text, without Kysely. One that Kysely has built before is seen where it does. */
const plainStatements = (program: SqlProgram): Statement[] =>
  program.methodCalls("query").flatMap((call) => {
    const [text] = call.arguments;
    const [written] = call.typeArguments ?? [];
    if (!text || !ts.isStringLiteralLike(text)) return [];
    const row = written && program.checker.getTypeFromTypeNode(written);
    return [{ text: text.text, call, templates: new Set<Template>(), row }];
  });

/** Told by how it begins where it can be: to ask for the type of a long chain of Kysely's takes long. */
function isStatement(program: SqlProgram, { expression }: MethodCall): boolean {
  const start = startOf(expression.expression);
  if (ts.isTaggedTemplateExpression(start)) return true;
  if (ts.isPropertyAccessExpression(start)) return builds.has(start.name.text);
  return program.checker.getPropertyOfType(program.typeOf(expression.expression), "toOperationNode") !== undefined;
}

/** Where a chain of calls begins: a template, a step of Kysely's that begins a statement, or something else. */
function startOf(node: ts.Expression): ts.Expression {
  let at = node;
  while (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression)) {
    if (builds.has(at.expression.name.text) || at.expression.name.text === "transaction") return at.expression;
    at = at.expression.expression;
  }
  return at;
}

function statementOn(run: Run, call: MethodCall): Statement | Unfollowed | null {
  const { expression } = call.expression;
  try {
    const frame = frameAt(run, expression, null);
    run.stations.push({ node: call, frame });
    const value = looked(evaluate(run, expression, frame));
    if (value === undefined) return null;
    if (isUnknown(value) || typeof value !== "object" || value === null || !("toOperationNode" in value))
      return { call, node: expression, reason: "which statement it is cannot be told" };
    const built = value as { toOperationNode(): object; compile(db: unknown): { sql: string } };
    const node = built.toOperationNode();
    const templates = new Set<Template>();
    gather(node, templates);
    return { text: built.compile(builder).sql, call, templates, row: rowOf(run.program, call, templateOf.get(node)) };
  } catch (fault) {
    if (fault instanceof Refused) return null;
    if (fault instanceof Unresolved) return { call, node: fault.node, reason: fault.message };
    throw new Error(`${placeOf(call)} could not be followed`, { cause: fault });
  }
}

function gather(node: unknown, templates: Set<Template>): void {
  if (typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const one of node) gather(one, templates);
    return;
  }
  // Parts of a statement have a kind; values have none.
  if (!("kind" in node) || node.kind === "ValueNode" || node.kind === "PrimitiveValueListNode") return;
  const template = templateOf.get(node);
  if (template) templates.add(template);
  gather(separatorOf.get(node), templates);
  for (const part of Object.values(node)) gather(part, templates);
}

/** The type of the rows: the template's own, else that of the call's answer. */
function rowOf({ checker }: SqlProgram, call: MethodCall, template: Template | undefined): ts.Type | undefined {
  const [written] = template?.typeArguments ?? [];
  if (!template) return undefined;
  const type = checker.getTypeAtLocation(call.expression.expression);
  const [said] = checker.getTypeArguments(type as ts.TypeReference) ?? [];
  if (type.symbol?.name === "RawBuilder" && said && !(said.flags & ts.TypeFlags.TypeParameter)) return said;
  return written && checker.getTypeFromTypeNode(written);
}
