/** What a function answers: its statements are gone through as far as they bear on it. */
import ts from "typescript";
import { elementsOf, evaluate, isSo } from "./sql-evaluate.ts";
import { isSame, newFrame, type Run } from "./sql-run.ts";
import { type Frame, isUnknown, looked, Refused } from "./sql-unknown.ts";
import { may } from "./sql-ways.ts";

type End = { readonly answer: unknown } | undefined;

export function bodyValue(run: Run, node: ts.SignatureDeclaration, frame: Frame): unknown {
  const { body } = node as ts.FunctionLikeDeclaration;
  if (!body) return undefined;
  return ts.isBlock(body) ? through(run, body.statements, frame)?.answer : evaluate(run, body, frame);
}

function through(run: Run, statements: readonly ts.Statement[], frame: Frame): End {
  for (const statement of statements) {
    const end = step(run, statement, frame);
    if (end) return end;
  }
  return undefined;
}

function step(run: Run, node: ts.Statement, frame: Frame): End {
  if (ts.isReturnStatement(node)) return { answer: node.expression && evaluate(run, node.expression, frame) };
  if (ts.isThrowStatement(node)) throw new Refused();
  if (ts.isBlock(node)) return through(run, node.statements, frame);
  if (ts.isIfStatement(node)) return either(run, node, frame);
  if (ts.isForOfStatement(node)) return rounds(run, node, frame);
  if (ts.isSwitchStatement(node)) return cases(run, node, frame);
  if (ts.isTryStatement(node)) return through(run, node.tryBlock.statements, frame);
  if (ts.isExpressionStatement(node)) effect(run, node.expression, frame);
  return undefined;
}

function either(run: Run, node: ts.IfStatement, frame: Frame): End {
  const { expression } = node;
  const isMissing = ts.isPrefixUnaryExpression(expression) && expression.operator === ts.SyntaxKind.ExclamationToken;
  // What must be there is looked for: without it there is no statement.
  if (isRefusal(node.thenStatement) && isMissing && ts.isIdentifier(expression.operand)) {
    const value = looked(evaluate(run, expression.operand, frame));
    if (!isUnknown(value) && !value) throw new Refused();
  }
  if (isRefusal(node.thenStatement) && !may(run, node.expression, false, frame)) throw new Refused();
  // A refusal is no way to a statement.
  if (isRefusal(node.thenStatement)) return node.elseStatement && step(run, node.elseStatement, frame);
  if (isSo(run, node.expression, frame)) return step(run, node.thenStatement, frame);
  return node.elseStatement && step(run, node.elseStatement, frame);
}

function isRefusal(node: ts.Statement): boolean {
  const last = ts.isBlock(node) ? node.statements.at(-1) : node;
  return last !== undefined && ts.isThrowStatement(last);
}

function rounds(run: Run, node: ts.ForOfStatement, frame: Frame): End {
  for (const element of elementsOf(run, evaluate(run, node.expression, frame))) {
    const end = step(
      run,
      node.statement,
      newFrame(run, node, frame, () => [() => element], true),
    );
    if (end) return end;
  }
  return undefined;
}

function cases(run: Run, node: ts.SwitchStatement, frame: Frame): End {
  const value = looked(evaluate(run, node.expression, frame));
  const { clauses } = node.caseBlock;
  const chosen = clauses.findIndex(
    (clause) =>
      ts.isDefaultClause(clause) || isSame(run, value, looked(evaluate(run, clause.expression, frame)), clause),
  );
  if (chosen < 0) return undefined;
  for (const clause of clauses.slice(chosen)) {
    const end = through(run, clause.statements, frame);
    if (end || clause.statements.some(ts.isBreakStatement)) return end;
  }
  return undefined;
}

/** What a statement changes of a name of this function: a list that grows, a variable. */
function effect(run: Run, node: ts.Expression, frame: Frame): void {
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    ts.isIdentifier(node.left)
  ) {
    const declaration = run.program.symbolOf(node.left)?.declarations?.[0];
    for (let one: Frame | null = frame; one && declaration; one = one.parent)
      if (one.locals.has(declaration) || one.isRun) {
        one.locals.set(declaration, { value: evaluate(run, node.right, frame), way: run.way });
        return;
      }
  }
  if (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "push"
  )
    evaluate(run, node, frame);
}
