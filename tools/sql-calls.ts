/** What a call answers: our own functions are gone through, Kysely's and the language's are called, others are unknown. */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from "kysely";
import ts from "typescript";
import { bodyValue } from "./sql-bodies.ts";
import { arrayValue, elementsOf, evaluate, fragment, namesOf, partOf } from "./sql-evaluate.ts";
import { models } from "./sql-models.ts";
import { anyText, choose, decide, isFragment, newFrame, type Run, textsOf, unknownAt } from "./sql-run.ts";
import { type Frame, type Given, isUnknown, looked, Refused, Unknown, Unresolved } from "./sql-unknown.ts";

type Closure = (...args: unknown[]) => unknown;

interface Source {
  readonly node: ts.SignatureDeclaration;
  readonly frame: Frame | null;
}

/** Which function of the source a function is. */
const sources = new WeakMap<object, Source>();

export const sourceOf = (value: unknown): Source | undefined =>
  typeof value === "function" ? sources.get(value) : undefined;

/** A database that builds statements and runs none. */
export const builder = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const MOST_DEPTH = 60;

/** A function of the source as one that can be called, also by Kysely. */
export function closureOf(run: Run, node: ts.SignatureDeclaration, frame: Frame | null): Closure {
  const closure: Closure = (...args) =>
    entered(
      run,
      { node, frame },
      args.map((value) => () => value),
    );
  sources.set(closure, { node, frame });
  return closure;
}

function entered(run: Run, { node, frame }: Source, args: Given): unknown {
  if (run.depth > MOST_DEPTH) throw new Unresolved(node, "these calls never end");
  run.depth += 1;
  try {
    return bodyValue(
      run,
      node,
      newFrame(run, node, frame, () => args, true),
    );
  } finally {
    run.depth -= 1;
  }
}

export function callOf(run: Run, node: ts.CallExpression, frame: Frame | null): unknown {
  const callee = ts.isParenthesizedExpression(node.expression) ? node.expression.expression : node.expression;
  if (ts.isPropertyAccessExpression(callee)) return methodOf(run, node, callee, frame);
  return called(run, node, looked(evaluate(run, callee, frame)), frame);
}

const argsOf = (run: Run, node: ts.CallExpression, frame: Frame | null): unknown[] =>
  arrayValue(run, node.arguments, frame);

/** What a call gives, each read when it is asked for: most of it is no matter of statements. */
export function lazyArgs(run: Run, node: ts.CallExpression, frame: Frame | null): Given {
  if (node.arguments.some(ts.isSpreadElement)) return argsOf(run, node, frame).map((value) => () => value);
  return node.arguments.map((given) => () => evaluate(run, given, frame));
}

function called(run: Run, node: ts.CallExpression, callee: unknown, frame: Frame | null): unknown {
  if (callee === undefined && node.questionDotToken) return undefined;
  if (typeof callee !== "function") return unknownAt(run, node, frame);
  const source = sources.get(callee);
  if (!source)
    return isBuilder(callee)
      ? applied(run, node, callee as Closure, frame)
      : plainCall(run, node, callee as Closure, frame);
  const name = nameOf(source.node);
  const model = name === undefined ? undefined : models[name];
  if (model) return model(run, source.node, lazyArgs(run, node, frame));
  if (isLater(source.node)) return unknownAt(run, node, frame);
  const answer = entered(run, source, lazyArgs(run, node, frame));
  // Its type is known better here, where the call says which of its types it is.
  return isUnknown(answer) && !answer.look ? new Unknown(answer.key, () => run.program.typeOf(node)) : answer;
}

/** Kysely's expression builder, which is a function itself: `where("rrr", "=", rrr)`. */
const applied = (run: Run, node: ts.CallExpression, callee: Closure, frame: Frame | null): unknown =>
  callee(...argsOf(run, node, frame).map(looked));

const nameOf = (source: ts.SignatureDeclaration): string | undefined =>
  (ts.isVariableDeclaration(source.parent) ? source.parent.name : source.name)?.getText();

/** What is answered by and by came from the database, and holds no part of a statement. */
const isLater = (source: ts.SignatureDeclaration): boolean =>
  ts.canHaveModifiers(source) &&
  ts.getModifiers(source)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;

/** A function of the language, or of a module without effects: called where all that it is given is known. */
function plainCall(run: Run, node: ts.CallExpression, callee: Closure, frame: Frame | null): unknown {
  const args = argsOf(run, node, frame).map(looked);
  if (callee === Map.groupBy && Array.isArray(args[0])) return callee(args[0], args[1]);
  if (callee === Object.entries && isUnknown(args[0])) {
    const names = [args[0], unknownAt(run, args0(node, 0), null)]
      .map((one) => namesOf(run, one))
      .find((one) => one.length > 0);
    if (names) return names.map((name) => [name, partOf(run, args[0], name)]);
  }
  if (args.some(holdsUnknown)) return unknownAt(run, node, frame);
  try {
    return callee(...args);
  } catch {
    return unknownAt(run, node, frame);
  }
}

function holdsUnknown(value: unknown): boolean {
  if (isUnknown(value)) return true;
  if (Array.isArray(value)) return value.some(holdsUnknown);
  return typeof value === "function" && sources.has(value);
}

function methodOf(
  run: Run,
  node: ts.CallExpression,
  callee: ts.PropertyAccessExpression,
  frame: Frame | null,
): unknown {
  const name = callee.name.text;
  const given = evaluate(run, callee.expression, frame);
  if (given === sql) return sqlMethod(run, node, name, frame);
  if (isUnknown(given) && builds.has(name)) return built(run, node, builder, name, frame);
  const whole = looked(given);
  if (whole === undefined && callee.questionDotToken) return undefined;
  if (name === "catch" || name === "finally") return whole;
  if (isUnknown(whole)) return unknownMethod(run, node, whole, name, frame);
  if (whole === null || whole === undefined) return unknownAt(run, node, frame);
  if (Array.isArray(whole)) return listMethod(run, node, whole, name, frame);
  if (isBuilder(whole)) return built(run, node, whole, name, frame);
  if (whole instanceof Map && name === "get") return entryOf(run, node, whole, frame);
  const method = partOf(run, whole, name);
  if (method === undefined && (callee.questionDotToken || node.questionDotToken)) return undefined;
  return called(run, node, looked(method), frame);
}

function entryOf(
  run: Run,
  node: ts.CallExpression,
  whole: ReadonlyMap<unknown, unknown>,
  frame: Frame | null,
): unknown {
  const key = looked(argsOf(run, node, frame)[0]);
  if (!isUnknown(key)) return whole.get(key);
  const values = [...whole.values()];
  const taken = choose(run, node, "entry", values.length);
  run.callers += `${taken}.`;
  return values[taken];
}

/** What stands between the elements of a list, by Kysely's node of the list. */
export const separatorOf = new WeakMap<object, object>();

/** `sql.ref(name)` and its like: what they are given stands in the statement itself. */
function sqlMethod(run: Run, node: ts.CallExpression, name: string, frame: Frame | null): unknown {
  const args = argsOf(run, node, frame);
  if (name === "join") {
    const [list, separator] = args;
    const parts = elementsOf(run, list).map((one) => fragment(one, node));
    const between = separator === undefined ? undefined : (fragment(separator, node) as RawBuilder<unknown>);
    const joined = sql.join(parts, between);
    // One element may stand for many: what stands between them is seen all the same.
    if (between) separatorOf.set(joined.toOperationNode(), between.toOperationNode());
    return joined;
  }
  const texts = args.map((one) => textOf(run, one, node));
  return (sql as unknown as Record<string, Closure>)[name]?.(...texts);
}

/** The steps by which a statement of Kysely's begins. */
export const builds = new Set([
  ...["selectFrom", "insertInto", "updateTable", "deleteFrom", "with", "withRecursive", "selectNoFrom"],
]);

function unknownMethod(run: Run, node: ts.CallExpression, whole: Unknown, name: string, frame: Frame | null): unknown {
  // One unknown element stands for a list, so that what is made of each is seen.
  if (name === "map" || name === "flatMap") {
    const element = new Unknown(`${whole.key}[]`, () => {
      const type = whole.typeOf();
      return type && run.program.checker.getIndexTypeOfType(type, ts.IndexKind.Number);
    });
    return listMethod(run, node, [element], name, frame);
  }
  return unknownAt(run, node, frame);
}

function listMethod(run: Run, node: ts.CallExpression, list: unknown[], name: string, frame: Frame | null): unknown {
  const args = argsOf(run, node, frame);
  const [first] = args;
  const asked = typeof first === "function" ? (first as Closure) : undefined;
  const holds = (element: unknown, at: number) => decide(run, looked(asked?.(element, at)), node);
  if (asked && name === "filter") return list.filter((element, at) => !isFalse(looked(asked(element, at))));
  if (asked && (name === "find" || name === "findLast")) return foundIn(run, node, list, asked);
  if (asked && name === "some") return list.some(holds);
  if (asked && name === "every") return list.every(holds);
  if (asked && name === "sort") return [...list];
  const isPlain = ["includes", "indexOf", "join"].includes(name);
  if (isPlain && (holdsUnknown(list) || args.some(holdsUnknown))) return unknownAt(run, node, frame);
  const method = (list as unknown as Record<string, unknown>)[name];
  return typeof method === "function" ? method.apply(list, args) : unknownAt(run, node, frame);
}

const isFalse = (value: unknown): boolean => !isUnknown(value) && !value;

/** Any of those that may be it, or none. */
function foundIn(run: Run, node: ts.CallExpression, list: readonly unknown[], asked: Closure): unknown {
  const fit = list.map((element, at) => ({ element, answer: looked(asked(element, at)) }));
  const sure = fit.find(({ answer }) => !isUnknown(answer) && answer);
  if (sure) return sure.element;
  const perhaps = [...fit.filter(({ answer }) => isUnknown(answer)).map(({ element }) => element), undefined];
  return perhaps[choose(run, node, "found", perhaps.length)];
}

const isBuilder = (value: unknown): value is object =>
  (typeof value === "object" && value !== null && ("toOperationNode" in value || "getExecutor" in value)) ||
  (typeof value === "function" && "selectFrom" in value);

/** A step of Kysely's: what is unknown becomes a parameter of the shape that the step wants. */
function built(run: Run, node: ts.CallExpression, whole: object, name: string, frame: Frame | null): unknown {
  const method = (whole as Record<string, unknown>)[name];
  if (typeof method !== "function" || name.startsWith("execute") || name === "stream")
    return unknownAt(run, node, frame);
  const args = argsOf(run, node, frame).map((arg, at) => shaped(run, looked(arg), name, args0(node, at), node));
  // Nothing is written, so nothing is asked.
  if (rowSteps.has(name) && typeof args[0] === "object" && Object.keys(args[0] ?? {}).length === 0) throw new Refused();
  if (args[1] === "in" || args[1] === "not in")
    args[2] = isUnknown(args[2]) || (Array.isArray(args[2]) && args[2].length === 0) ? ["any"] : args[2];
  return method.apply(whole, args);
}

const args0 = (node: ts.CallExpression, at: number): ts.Node => node.arguments[at] ?? node;

const rowSteps = new Set(["values", "set", "doUpdateSet"]);

function shaped(run: Run, value: unknown, step: string, node: ts.Node, whole: ts.Node): unknown {
  if (Array.isArray(value)) return value.map((one) => shaped(run, looked(one), step, node, whole));
  if (!isUnknown(value)) return value;
  if (rowSteps.has(step)) {
    const names = [namesOf(run, value), namesOf(run, unknownAt(run, node, null))].find(({ length }) => length > 0);
    if (!names) throw new Unresolved(node, "which columns are written cannot be told");
    return Object.fromEntries(names.map((name) => [name, partOf(run, value, name)]));
  }
  if (isFragment(value.typeOf())) return fragment(value, node);
  return textsOf(value.typeOf()).length > 0 && namesColumns.has(step) ? textOf(run, value, node) : value;
}

const namesColumns = new Set(["selectFrom", "select", "orderBy", "groupBy"]);

/** A text that stands in the statement itself, such as a column's name. */
export function textOf(run: Run, given: unknown, node: ts.Node): unknown {
  const value = looked(given);
  const text = isUnknown(value) ? anyText(run, value, node) : value;
  if (text === undefined) throw new Unresolved(node, `which name \`${node.getText().slice(0, 60)}\` is cannot be told`);
  return text;
}
