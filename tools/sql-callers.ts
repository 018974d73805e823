/** Who calls a function, and with what: directly, as a callback of one of our own functions, or as a property of an object. */
import ts from "typescript";
import { builder, lazyArgs, sourceOf } from "./sql-calls.ts";
import { elementsOf, evaluate } from "./sql-evaluate.ts";
import { isOurs } from "./sql-program.ts";
import { choose, frameAt, newFrame, type Run } from "./sql-run.ts";
import { type Frame, type Given, looked, Refused } from "./sql-unknown.ts";

/** What a caller gives, when it is asked for. */
type Caller = () => Given;

export function callersOf(run: Run, fn: ts.SignatureDeclaration, frame: Frame): Caller[] {
  const { parent } = fn;
  if (ts.isFunctionDeclaration(fn)) return mentioning(run, fn, frame.parent);
  if (ts.isVariableDeclaration(parent)) return mentioning(run, parent, frame.parent);
  if (ts.isCallExpression(parent)) return throughCall(run, parent, parent.arguments.indexOf(fn as never), frame.parent);
  if (ts.isPropertyAssignment(parent)) return throughProperty(run, parent, frame.parent);
  if (ts.isMethodDeclaration(fn)) return throughProperty(run, fn, frame.parent);
  return [];
}

function mentioning(run: Run, declared: ts.Declaration, open: Frame | null): Caller[] {
  return run.program.mentions(declared).flatMap((name): Caller[] => {
    const { parent } = name;
    if (ts.isCallExpression(parent) && parent.expression === name) return [callerAt(run, parent, open)];
    if (ts.isCallExpression(parent)) return throughCall(run, parent, parent.arguments.indexOf(name), open);
    if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent))
      return throughProperty(run, parent, open);
    return [];
  });
}

function callerAt(run: Run, call: ts.CallExpression, open: Frame | null): Caller {
  const frame = frameAt(run, call, open);
  let given: Given | undefined;
  return () => {
    if (!given) run.stations.push({ node: call, frame });
    given ??= lazyArgs(run, call, frame);
    return given;
  };
}

/** A function that is given to another one: whoever calls it there. */
function throughCall(run: Run, call: ts.CallExpression, at: number, open: Frame | null): Caller[] {
  const to = functionOf(run, call.expression);
  if (!to)
    return isParameter(run, call.expression) ? throughGiven(run, call, at, open) : throughLibrary(run, call, open);
  const parameter = to.parameters[at];
  if (!parameter || !ts.isIdentifier(parameter.name)) return [];
  const given = callerAt(run, call, open);
  const inside = newFrame(run, to, frameAt(run, to, open), given);
  return mentioning(run, parameter, inside);
}

/** The function that a name stands for; asked of names alone, since to ask for types takes long. */
function functionOf(run: Run, callee: ts.Expression): ts.SignatureDeclaration | undefined {
  if (!ts.isIdentifier(callee)) return undefined;
  const declared = run.program.symbolOf(callee)?.declarations?.[0];
  if (!declared || !isOurs(declared.getSourceFile())) return undefined;
  if (ts.isFunctionDeclaration(declared)) return declared;
  const made = ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
  return made && (ts.isArrowFunction(made) || ts.isFunctionExpression(made)) ? made : undefined;
}

const isParameter = (run: Run, callee: ts.Expression): boolean =>
  ts.isIdentifier(callee) && run.program.symbolOf(callee)?.declarations?.some(ts.isParameter) === true;

/** A function that is given to one that was given itself: whoever calls it there. */
function throughGiven(run: Run, call: ts.CallExpression, at: number, open: Frame | null): Caller[] {
  const frame = frameAt(run, call, open);
  const to = sourceOf(looked(evaluate(run, call.expression, frame)));
  const parameter = to?.node.parameters[at];
  if (!to || !parameter || !ts.isIdentifier(parameter.name)) return [];
  const callers = mentioning(run, parameter, newFrame(run, to.node, to.frame, callerAt(run, call, open)));
  // It is given to one that does not call it.
  if (callers.length === 0) throw new Refused();
  return callers;
}

const eachOf = new Set(["map", "flatMap", "filter", "forEach", "find", "some", "every"]);

function throughLibrary(run: Run, call: ts.CallExpression, open: Frame | null): Caller[] {
  if (!ts.isPropertyAccessExpression(call.expression)) return [];
  const { name, expression } = call.expression;
  if (name.text === "execute") return [() => [() => builder]];
  if (!eachOf.has(name.text)) return [];
  const frame = frameAt(run, call, open);
  let given: Given | undefined;
  return [
    () => {
      if (given) return given;
      run.stations.push({ node: call, frame });
      const list = elementsOf(run, looked(evaluate(run, expression, frame)));
      if (list.length === 0) throw new Refused();
      const at = choose(run, call, "each", list.length);
      run.callers += `${at}.`;
      given = [() => list[at], () => at];
      return given;
    },
  ];
}

/** A function in an object: whoever calls it by its name there. */
function throughProperty(run: Run, property: ts.ObjectLiteralElementLike, open: Frame | null): Caller[] {
  const { checker } = run.program;
  if (!property.name || !ts.isIdentifier(property.name)) return [];
  const name = property.name.text;
  const calls = run.program.methodCalls(name);
  // To ask for types takes long.
  if (calls.length === 0) return [];
  const type = checker.getContextualType(property.parent as ts.ObjectLiteralExpression);
  const declared = type && checker.getPropertyOfType(checker.getNonNullableType(type), name)?.declarations?.[0];
  if (!declared) return [];
  return calls
    .filter(({ expression }) => checker.getSymbolAtLocation(expression.name)?.declarations?.includes(declared))
    .map((call) => callerAt(run, call, open));
}
