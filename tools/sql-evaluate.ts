/** What an expression of the server is, as far as it can be known before the portal runs: above all, parts of statements. */
import { createRequire } from "node:module";
import { sql } from "kysely";
import ts from "typescript";
import { callOf, closureOf } from "./sql-calls.ts";
import { nameValue } from "./sql-names.ts";
import { placeOf, type Template } from "./sql-program.ts";
import {
  choose,
  decide,
  decided,
  found,
  isFragment,
  isSame,
  knownOn,
  type Run,
  unknownAt,
  unknownPart,
} from "./sql-run.ts";
import { type Frame, isUnknown, type Known, looked, Unknown, Unresolved } from "./sql-unknown.ts";

/** Which template a part of a statement comes from, by Kysely's node of it. */
export const templateOf = new WeakMap<object, Template>();

export function evaluate(run: Run, node: ts.Expression, frame: Frame | null): unknown {
  if (ts.isIdentifier(node)) return nameValue(run, node, frame);
  if (ts.isPropertyAccessExpression(node)) {
    const whole = evaluate(run, node.expression, frame);
    return (isUnknown(whole) && decorated(run, node.name.text)) || partOf(run, whole, node.name.text);
  }
  if (ts.isCallExpression(node)) return callOf(run, node, frame);
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
  )
    return evaluate(run, node.expression, frame);
  if (ts.isAwaitExpression(node)) return awaitedValue(run, node, frame);
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll("_", ""));
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
  if (node.kind === ts.SyntaxKind.NullKeyword) return null;
  if (ts.isTaggedTemplateExpression(node)) return templateValue(run, node, frame);
  if (ts.isTemplateExpression(node)) return textValue(run, node, frame);
  if (ts.isElementAccessExpression(node)) return elementValue(run, node, frame);
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return closureOf(run, node, frame);
  if (ts.isObjectLiteralExpression(node)) return objectValue(run, node, frame);
  if (ts.isArrayLiteralExpression(node)) {
    // It may be filled on the way.
    if (node.elements.length === 0) run.varied += 1;
    return arrayValue(run, node.elements, frame);
  }
  if (ts.isConditionalExpression(node))
    return evaluate(run, isSo(run, node.condition, frame) ? node.whenTrue : node.whenFalse, frame);
  if (ts.isBinaryExpression(node)) return binaryValue(run, node, frame);
  if (ts.isPrefixUnaryExpression(node)) return prefixValue(run, node, frame);
  if (ts.isNewExpression(node)) return newValue(run, node, frame);
  if (ts.isRegularExpressionLiteral(node)) {
    const [, source = "", flags] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? [];
    return new RegExp(source, flags);
  }
  return unknownAt(run, node, frame);
}

/** A list that the server is decorated with when it starts, such as its nouns. */
function decorated(run: Run, name: string): unknown[] | undefined {
  const calls = run.program
    .methodCalls("decorate")
    .filter(({ arguments: [called] }) => called?.getText() === `"${name}"`);
  for (const call of calls) {
    const given = call.arguments[1];
    const list = given && ts.isIdentifier(given) ? evaluate(run, given, null) : undefined;
    if (Array.isArray(list)) return list;
  }
  return undefined;
}

function awaitedValue(run: Run, node: ts.AwaitExpression, frame: Frame | null): unknown {
  const value = evaluate(run, node.expression, frame);
  return isUnknown(value) ? new Unknown(value.key, () => run.program.typeOf(node), value.look) : value;
}

/** A template of `sql`: parts of statements stand in it as they are, all else is a parameter. */
function templateValue(run: Run, node: Template, frame: Frame | null): unknown {
  if (node.tag.getText() !== "sql") return unknownAt(run, node, frame);
  const { template } = node;
  const spans = ts.isTemplateExpression(template) ? template.templateSpans : [];
  const texts = ts.isTemplateExpression(template)
    ? [template.head.text, ...spans.map(({ literal }) => literal.text)]
    : [template.text];
  const values = spans.map(({ expression }) => {
    if (!isPart(run, expression)) return new Unknown(placeOf(expression), () => undefined);
    return fragment(evaluate(run, expression, frame), expression);
  });
  const built = sql(Object.assign(texts, { raw: texts }), ...values);
  templateOf.set(built.toOperationNode(), node);
  return built;
}

const parts = new WeakMap<ts.Node, boolean>();

function isPart(run: Run, node: ts.Expression): boolean {
  const known = parts.get(node);
  if (known !== undefined) return known;
  const is = isFragment(run.program.typeOf(node));
  parts.set(node, is);
  return is;
}

/** What must be a part of a statement, or a value where it may be either. */
export function fragment(given: unknown, node: ts.Node): unknown {
  const value = looked(given);
  if (isUnknown(value) && isFragment(value.typeOf()))
    throw new Unresolved(node, `which part of a statement \`${node.getText().slice(0, 60)}\` is cannot be told`);
  return value;
}

function textValue(run: Run, node: ts.TemplateExpression, frame: Frame | null): unknown {
  const values = node.templateSpans.map(({ expression }) => looked(evaluate(run, expression, frame)));
  if (values.some(isUnknown)) return unknownAt(run, node, frame);
  return node.head.text + node.templateSpans.map(({ literal }, at) => String(values[at]) + literal.text).join("");
}

/** Lists of which nobody knows how long they are. */
export const grown = new WeakSet<object>();

/** A property, also of what is unknown. */
export function partOf(run: Run, whole: unknown, name: string): unknown {
  if (isUnknown(whole)) return unknownPart(run, whole, name, (of) => partOf(run, of, name));
  if (whole === null || whole === undefined) return undefined;
  if (name === "length" && Array.isArray(whole) && grown.has(whole)) return new Unknown("a length", () => undefined);
  const part = (whole as Record<string, unknown>)[name];
  return typeof part === "function" && !isClosure(whole, name) ? part.bind(whole) : part;
}

const isClosure = (whole: unknown, name: string): boolean =>
  Object.hasOwn(whole as object, name) || typeof whole === "function";

function elementValue(run: Run, node: ts.ElementAccessExpression, frame: Frame | null): unknown {
  const whole = looked(evaluate(run, node.expression, frame));
  const key = looked(evaluate(run, node.argumentExpression, frame));
  if (!isUnknown(key)) return partOf(run, whole, String(key));
  if (isUnknown(whole) || whole === null || typeof whole !== "object") return unknownAt(run, node, frame);
  const keyIs = `${key.key} is`;
  if (decided(run).has(keyIs)) return partOf(run, whole, String(run.decided.get(keyIs)));
  const names = Object.keys(whole);
  if (names.length === 0) return undefined;
  const name = names[choose(run, node, "key", names.length)] as string;
  run.decided.set(keyIs, name);
  return partOf(run, whole, name);
}

function objectValue(run: Run, node: ts.ObjectLiteralExpression, frame: Frame | null): unknown {
  const whole: Record<string, unknown> = {};
  // Read when it is asked for: most of what an object holds is no matter of statements.
  const lazily = (name: string, read: () => unknown) => {
    let kept: Known | undefined;
    const get = () => {
      const known = knownOn(run, kept);
      if (known) return known.value;
      const { value, known: now } = found(run, read);
      kept = now;
      return value;
    };
    Object.defineProperty(whole, name, { get, enumerable: true, configurable: true });
  };
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const spread = looked(evaluate(run, property.expression, frame));
      for (const name of namesOf(run, spread)) lazily(name, () => partOf(run, spread, name));
    } else if (ts.isShorthandPropertyAssignment(property))
      lazily(property.name.text, () => nameValue(run, property.name, frame));
    else if (ts.isPropertyAssignment(property)) {
      const name = propertyName(run, property.name, frame);
      if (name !== undefined) lazily(name, () => evaluate(run, property.initializer, frame));
    } else if (ts.isMethodDeclaration(property))
      lazily(propertyName(run, property.name, frame) ?? "", () => closureOf(run, property, frame));
  }
  return whole;
}

export function propertyName(run: Run, name: ts.PropertyName, frame: Frame | null): string | undefined {
  if (!ts.isComputedPropertyName(name)) return name.text;
  const value = looked(evaluate(run, name.expression, frame));
  return isUnknown(value) ? undefined : String(value);
}

/** The names of what an object holds; of something unknown those that its type says. */
export function namesOf(run: Run, whole: unknown): string[] {
  if (!isUnknown(whole)) return Object.keys(whole ?? {});
  const type = whole.typeOf();
  if (!type) return [];
  const { checker } = run.program;
  const names = checker.getPropertiesOfType(checker.getNonNullableType(type)).map(({ name }) => name);
  return names.filter((name) => !(name in Object.prototype));
}

export function arrayValue(run: Run, nodes: readonly ts.Expression[], frame: Frame | null): unknown[] {
  return nodes.flatMap((one) =>
    ts.isSpreadElement(one) ? elementsOf(run, evaluate(run, one.expression, frame)) : [evaluate(run, one, frame)],
  );
}

/** What a list holds; of an unknown one, one unknown element stands for all. */
export function elementsOf(run: Run, given: unknown): unknown[] {
  const list = looked(given);
  if (isUnknown(list)) return [unknownPart(run, list, "0", (of) => partOf(run, of, "0"))];
  if (list !== null && typeof list === "object" && Symbol.iterator in list) return [...(list as Iterable<unknown>)];
  return [];
}

/** Whether a condition holds: decided where it cannot be known. */
export function isSo(run: Run, node: ts.Expression, frame: Frame | null): boolean {
  if (ts.isParenthesizedExpression(node)) return isSo(run, node.expression, frame);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return !isSo(run, node.operand, frame);
  return decide(run, evaluate(run, node, frame), node);
}

function binaryValue(run: Run, node: ts.BinaryExpression, frame: Frame | null): unknown {
  const { left, right, operatorToken } = node;
  switch (operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return isSo(run, left, frame) ? evaluate(run, right, frame) : false;
    case ts.SyntaxKind.BarBarToken:
      return isSo(run, left, frame) ? evaluate(run, left, frame) : evaluate(run, right, frame);
    case ts.SyntaxKind.QuestionQuestionToken: {
      const value = looked(evaluate(run, left, frame));
      if (!isUnknown(value)) return value ?? evaluate(run, right, frame);
      return decide(run, new Unknown(`${value.key} ??`, () => value.typeOf()), node)
        ? value
        : evaluate(run, right, frame);
    }
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken: {
      const isEqual = isSame(run, looked(evaluate(run, left, frame)), looked(evaluate(run, right, frame)), node);
      return isEqual === (operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken);
    }
    case ts.SyntaxKind.InKeyword: {
      const [name, whole] = [evaluate(run, left, frame), looked(evaluate(run, right, frame))];
      if (!isUnknown(whole) && typeof name === "string" && whole !== null && typeof whole === "object")
        return name in whole;
      return unknownAt(run, node, frame);
    }
    default:
      return sumValue(run, node, frame);
  }
}

function sumValue(run: Run, node: ts.BinaryExpression, frame: Frame | null): unknown {
  const left = looked(evaluate(run, node.left, frame));
  const right = looked(evaluate(run, node.right, frame));
  if (isUnknown(left) || isUnknown(right)) return unknownAt(run, node, frame);
  const [a, b] = [left as number, right as number];
  switch (node.operatorToken.kind) {
    case ts.SyntaxKind.PlusToken:
      return a + b;
    case ts.SyntaxKind.MinusToken:
      return a - b;
    case ts.SyntaxKind.AsteriskToken:
      return a * b;
    case ts.SyntaxKind.SlashToken:
      return a / b;
    case ts.SyntaxKind.LessThanToken:
      return a < b;
    case ts.SyntaxKind.GreaterThanToken:
      return a > b;
    case ts.SyntaxKind.LessThanEqualsToken:
      return a <= b;
    case ts.SyntaxKind.GreaterThanEqualsToken:
      return a >= b;
    default:
      return unknownAt(run, node, frame);
  }
}

function prefixValue(run: Run, node: ts.PrefixUnaryExpression, frame: Frame | null): unknown {
  if (node.operator === ts.SyntaxKind.ExclamationToken) return !isSo(run, node.operand, frame);
  const value = looked(evaluate(run, node.operand, frame));
  return node.operator === ts.SyntaxKind.MinusToken && typeof value === "number" ? -value : unknownAt(run, node, frame);
}

function newValue(run: Run, node: ts.NewExpression, frame: Frame | null): unknown {
  const name = node.expression.getText();
  if (name !== "Set" && name !== "Map") return unknownAt(run, node, frame);
  const [given] = node.arguments ?? [];
  const list = given && looked(evaluate(run, given, frame));
  if (name === "Map" && Array.isArray(list) && list.some(isUnknown)) return unknownAt(run, node, frame);
  return isUnknown(list)
    ? unknownAt(run, node, frame)
    : name === "Set"
      ? new Set((list ?? []) as [])
      : new Map((list ?? []) as []);
}

export const realModule = createRequire(import.meta.url);
