/** Whether the code comes to a statement at all, by what was decided: a check before it may have ended the work. */
import ts from "typescript";
import { evaluate } from "./sql-evaluate.ts";
import { decided, type Run, Undecided } from "./sql-run.ts";
import { type Frame, isUnknown, looked, Refused, Unresolved } from "./sql-unknown.ts";

export function isWayTo(run: Run): boolean {
  run.isStill = true;
  return run.stations.every(({ node, frame }) => isReached(run, node, frame));
}

function isReached(run: Run, from: ts.Node, frame: Frame | null): boolean {
  for (let at = from; at.parent && !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (
      ts.isIfStatement(parent) &&
      at !== parent.expression &&
      !may(run, parent.expression, at === parent.thenStatement, frame)
    )
      return false;
    if (
      ts.isConditionalExpression(parent) &&
      at !== parent.condition &&
      !may(run, parent.condition, at === parent.whenTrue, frame)
    )
      return false;
    if (ts.isBinaryExpression(parent) && at === parent.right) {
      const { kind } = parent.operatorToken;
      if (kind === ts.SyntaxKind.AmpersandAmpersandToken && !may(run, parent.left, true, frame)) return false;
    }
    if (ts.isBlock(parent) && !isPassed(run, parent.statements, at, frame)) return false;
  }
  return true;
}

/** Whether none of the statements before it ends the work. */
function isPassed(run: Run, statements: readonly ts.Statement[], until: ts.Node, frame: Frame | null): boolean {
  for (const one of statements) {
    if (one === until) return true;
    if (ts.isIfStatement(one) && ends(one.thenStatement) && !may(run, one.expression, false, frame)) return false;
  }
  return true;
}

function ends(node: ts.Statement): boolean {
  const last = ts.isBlock(node) ? node.statements.at(-1) : node;
  return (
    last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last))
  );
}

/** Whether a condition may be so; what is not known may be either. */
export function may(run: Run, condition: ts.Expression, wanted: boolean, frame: Frame | null): boolean {
  if (ts.isParenthesizedExpression(condition)) return may(run, condition.expression, wanted, frame);
  if (ts.isPrefixUnaryExpression(condition) && condition.operator === ts.SyntaxKind.ExclamationToken)
    return may(run, condition.operand, !wanted, frame);
  if (ts.isBinaryExpression(condition)) {
    const { kind } = condition.operatorToken;
    const isAnd = kind === ts.SyntaxKind.AmpersandAmpersandToken;
    if (isAnd || kind === ts.SyntaxKind.BarBarToken) {
      const each = [condition.left, condition.right].map((one) => may(run, one, wanted, frame));
      return isAnd === wanted ? each.every(Boolean) : each.some(Boolean);
    }
  }
  const wasStill = run.isStill;
  run.isStill = true;
  try {
    const value = looked(evaluate(run, condition, frame));
    if (!isUnknown(value)) return Boolean(value) === wanted;
    const before = decided(run).get(value.key);
    return before === undefined || Boolean(before) === wanted;
  } catch (fault) {
    if (fault instanceof Undecided || fault instanceof Unresolved || fault instanceof Refused) return true;
    throw fault;
  } finally {
    run.isStill = wasStill;
  }
}
