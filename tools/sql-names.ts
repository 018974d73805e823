/** What a name stands for: a constant, a parameter of whoever calls, a function, something of another module. */
import { createRequire } from "node:module";
import ts from "typescript";
import { callersOf } from "./sql-callers.ts";
import { closureOf } from "./sql-calls.ts";
import { elementsOf, evaluate, grown, namesOf, partOf, propertyName } from "./sql-evaluate.ts";
import { isOurs } from "./sql-program.ts";
import { choose, found, frameAt, knownOn, openFrame, type Run, scopeOf, unknownAt, unknownPart } from "./sql-run.ts";
import { type Frame, isUnknown, looked, Refused, Unknown } from "./sql-unknown.ts";

type Named = ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement;

const load = createRequire(import.meta.url);

/** Modules without effects and without the server: what they hold is taken as it is. */
const isPlain = (file: ts.SourceFile): boolean => /\.(?:contract|rules|generated)\.ts$/.test(file.fileName);

/** What a name means: something that can be loaded as it is, what is declared in the server's code, or nothing known. */
type Meaning = { readonly loaded: unknown } | { readonly declared: Named | ts.FunctionDeclaration } | undefined;

const meanings = new WeakMap<ts.Identifier, { readonly meaning: Meaning }>();

export function nameValue(run: Run, name: ts.Identifier, frame: Frame | null): unknown {
  const known = meanings.get(name) ?? { meaning: meaningOf(run, name) };
  meanings.set(name, known);
  const { meaning } = known;
  if (!meaning) return unknownAt(run, name, frame);
  if ("loaded" in meaning) return meaning.loaded;
  const { declared } = meaning;
  if (ts.isFunctionDeclaration(declared)) return closureOf(run, declared, frameAt(run, declared, frame));
  return declaredValue(run, declared, frame);
}

function meaningOf(run: Run, name: ts.Identifier): Meaning {
  if (name.text === "undefined") return { loaded: undefined };
  const declared = run.program.symbolOf(name)?.declarations?.[0];
  if (!declared) return undefined;
  const file = declared.getSourceFile();
  if (!isOurs(file)) return foreignMeaning(name.text, file);
  if (file.fileName.endsWith(".json")) return { loaded: load(file.fileName) };
  if (isPlain(file)) {
    const own = (declared as ts.NamedDeclaration).name;
    return own && ts.isIdentifier(own) ? { loaded: load(file.fileName)[own.text] } : undefined;
  }
  const isValue = ts.isVariableDeclaration(declared) || ts.isParameter(declared) || ts.isBindingElement(declared);
  return isValue || ts.isFunctionDeclaration(declared) ? { declared } : undefined;
}

function foreignMeaning(name: string, { fileName }: ts.SourceFile): Meaning {
  if (fileName.includes("/node_modules/kysely/")) return { loaded: load("kysely")[name] };
  const isOfLanguage = fileName.includes("/typescript/lib/") || fileName.includes("/@types/node/");
  const isGlobal = isOfLanguage && Object.hasOwn(globalThis, name) && name !== "process";
  return isGlobal ? { loaded: (globalThis as unknown as Record<string, unknown>)[name] } : undefined;
}

/** The value of what is declared in a scope; kept there, so that it is one. */
function declaredValue(run: Run, declared: Named, from: Frame | null): unknown {
  const scope = scopeOf(declared);
  const frame = scope ? (openFrame(from, scope) ?? frameAt(run, declared, from)) : null;
  const values = frame?.locals ?? run.constants;
  const before = knownOn(run, values.get(declared));
  if (before) return before.value;
  const { value, known } = found(run, () => firstValue(run, declared, frame));
  if (known) values.set(declared, known);
  return value;
}

function firstValue(run: Run, declared: Named, frame: Frame | null): unknown {
  if (ts.isParameter(declared)) return parameterValue(run, declared, frame as Frame);
  if (ts.isBindingElement(declared)) return boundValue(run, declared, frame);
  const { parent, initializer } = declared;
  if (ts.isForOfStatement(parent.parent)) return loopValue(run, declared, parent.parent, frame as Frame);
  if (!initializer) return unknownAt(run, declared, frame);
  const isConstant = (ts.getCombinedNodeFlags(parent) & ts.NodeFlags.Const) !== 0;
  if (frame?.isRun || !scopeOf(declared)) return evaluate(run, initializer, frame);
  return isConstant ? filledValue(run, declared, initializer, frame) : changedValue(run, declared, initializer, frame);
}

/** A parameter is what a caller gives: whoever it is, where that is known. */
function parameterValue(run: Run, parameter: ts.ParameterDeclaration, frame: Frame): unknown {
  const signature = parameter.parent;
  const at = signature.parameters.indexOf(parameter);
  const given = (): unknown => {
    const args = frame.args?.() ?? [];
    if (parameter.dotDotDotToken) return args.slice(at).map((read) => read());
    const value = args[at]?.();
    return value === undefined && parameter.initializer ? evaluate(run, parameter.initializer, frame) : value;
  };
  if (frame.args) return given();
  return unknownAt(run, parameter.name, frame, () => {
    run.varied += 1;
    if (!frame.args && run.isStill) return unknownAt(run, parameter.name, frame);
    if (!frame.args) {
      const callers = callersOf(run, signature, frame);
      if (callers.length === 0) return unknownAt(run, parameter.name, frame);
      const taken = choose(run, signature, "caller", callers.length);
      run.callers += `${callers.length > 1 ? taken : ""}<`;
      frame.args = callers[taken];
      frame.locals.clear();
    }
    return given();
  });
}

/** A part of something that was taken apart: `const { a, b: [c] } = whole`. */
function boundValue(run: Run, element: ts.BindingElement, frame: Frame | null): unknown {
  const pattern = element.parent;
  const whole = declaredValue(run, pattern.parent, frame);
  return boundOf(run, element, whole, frame);
}

function boundOf(run: Run, element: ts.BindingElement, whole: unknown, frame: Frame | null): unknown {
  if (isUnknown(whole) && whole.look) {
    const { look } = whole;
    const unknown = new Unknown(
      `${whole.key}/${element.getText()}`,
      () => run.program.typeOf(element),
      () => boundOf(run, element, look(), frame),
    );
    return unknown;
  }
  const pattern = element.parent;
  if (ts.isArrayBindingPattern(pattern)) {
    const at = pattern.elements.indexOf(element);
    if (isUnknown(whole)) return unknownPart(run, whole, String(at), () => undefined);
    const list = elementsOf(run, whole);
    return element.dotDotDotToken ? list.slice(at) : (list[at] ?? defaultOf(run, element, frame));
  }
  if (element.dotDotDotToken) return restOf(run, element, pattern, whole, frame);
  const name = element.propertyName
    ? propertyName(run, element.propertyName, frame)
    : (element.name as ts.Identifier).text;
  const value = name === undefined ? undefined : partOf(run, whole, name);
  return value === undefined ? defaultOf(run, element, frame) : value;
}

const defaultOf = (run: Run, { initializer }: ts.BindingElement, frame: Frame | null): unknown =>
  initializer && evaluate(run, initializer, frame);

function restOf(
  run: Run,
  element: ts.BindingElement,
  pattern: ts.ObjectBindingPattern,
  whole: unknown,
  frame: Frame | null,
): unknown {
  const taken = pattern.elements.map((one) => (one.propertyName ?? one.name).getText());
  if (isUnknown(whole)) return unknownAt(run, element, frame);
  return Object.fromEntries(
    namesOf(run, whole).flatMap((name) => (taken.includes(name) ? [] : [[name, partOf(run, whole, name)]])),
  );
}

/** What a round of a loop is about: any of the list. */
function loopValue(run: Run, declared: ts.VariableDeclaration, loop: ts.ForOfStatement, frame: Frame): unknown {
  if (frame.args) return frame.args()[0]?.();
  const whole = evaluate(run, loop.expression, frame.parent);
  return unknownAt(run, declared, frame, () => {
    run.varied += 1;
    if (!frame.args) {
      const list = elementsOf(run, looked(whole));
      if (list.length === 0) throw new Refused();
      const taken = choose(run, loop, "round", list.length);
      run.callers += `${taken}.`;
      frame.args = () => [() => list[taken]];
    }
    return frame.args()[0]?.();
  });
}

/** A list that is begun empty and filled by and by. */
function filledValue(run: Run, declared: ts.VariableDeclaration, first: ts.Expression, frame: Frame | null): unknown {
  const value = evaluate(run, first, frame);
  if (!Array.isArray(value) || !ts.isArrayLiteralExpression(first)) return value;
  for (const { parent } of run.program.mentions(declared)) {
    if (!ts.isPropertyAccessExpression(parent) || parent.name.text !== "push" || !ts.isCallExpression(parent.parent))
      continue;
    const within = frameAt(run, parent, frame);
    for (const given of parent.parent.arguments) {
      if (ts.isSpreadElement(given)) value.push(...elementsOf(run, evaluate(run, given.expression, within)));
      else value.push(evaluate(run, given, within));
    }
  }
  grown.add(value);
  return value;
}

/** A variable: as it was made, or after any of its changes. */
function changedValue(run: Run, declared: ts.VariableDeclaration, first: ts.Expression, frame: Frame | null): unknown {
  const changes = run.program
    .mentions(declared)
    .flatMap(({ parent }) =>
      ts.isBinaryExpression(parent) &&
      parent.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      isOf(parent.left, declared)
        ? [parent.right]
        : [],
    );
  let value = evaluate(run, first, frame);
  for (const change of changes) {
    if (choose(run, change, "changed", 2) === 1) continue;
    frame?.locals.set(declared, { value, way: run.way });
    value = evaluate(run, change, frameAt(run, change, frame));
  }
  return value;
}

const isOf = (left: ts.Expression, { name }: ts.VariableDeclaration): boolean => left.getText() === name.getText();
