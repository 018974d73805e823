/** Which declarations of the sources a screen or a call can come to: what no browser of an applicant shows is not translated. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

interface Module {
  readonly source: ts.SourceFile;
  /** By the name that the module itself uses. */
  readonly declared: ReadonlyMap<string, ts.Node>;
  readonly imported: ReadonlyMap<string, Named>;
  /** By the name that others use. */
  readonly exported: ReadonlyMap<string, Named | string>;
}

interface Named {
  readonly file: string;
  /** `*` for all of a module. */
  readonly name: string;
}

const modules = new Map<string, Module | null>();

export function moduleOf(file: string): Module | null {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const read = /\.tsx?$/.test(file) && existsSync(file) ? readModule(file) : null;
  modules.set(file, read);
  return read;
}

function readModule(file: string): Module {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const declared = new Map<string, ts.Node>();
  const imported = new Map<string, Named>();
  const exported = new Map<string, Named | string>();
  for (const statement of source.statements) {
    const isExported = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      : false;
    const declare = (name: string, node: ts.Node) => {
      declared.set(name, node);
      if (isExported) exported.set(name, name);
    };
    if (ts.isImportDeclaration(statement)) readImport(statement, file, imported);
    else if (ts.isExportDeclaration(statement)) readExport(statement, file, exported);
    else if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations)
        for (const name of namesOf(one.name)) declare(name, one);
    else if ((ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name)
      declare(statement.name.text, statement);
  }
  return { source, declared, imported, exported };
}

const namesOf = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesOf(element.name)));

const target = (specifier: ts.Expression, file: string): string => {
  const { text } = specifier as ts.StringLiteral;
  return text.startsWith("#") ? `src/${text.slice(1)}` : join(dirname(file), text);
};

function readImport(
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  file: string,
  imported: Map<string, Named>,
) {
  const bindings = importClause?.namedBindings;
  if (!bindings || importClause.isTypeOnly) return;
  const from = target(moduleSpecifier, file);
  if (ts.isNamespaceImport(bindings)) return void imported.set(bindings.name.text, { file: from, name: "*" });
  for (const { isTypeOnly, name, propertyName } of bindings.elements)
    if (!isTypeOnly) imported.set(name.text, { file: from, name: (propertyName ?? name).text });
}

function readExport(
  { exportClause, moduleSpecifier, isTypeOnly }: ts.ExportDeclaration,
  file: string,
  exported: Map<string, Named | string>,
) {
  if (isTypeOnly || !exportClause || !ts.isNamedExports(exportClause)) return;
  for (const { name, propertyName } of exportClause.elements) {
    const own = (propertyName ?? name).text;
    exported.set(name.text, moduleSpecifier ? { file: target(moduleSpecifier, file), name: own } : own);
  }
}

/** A declaration, or an expression, and the file in which it stands. */
export interface Place {
  readonly file: string;
  readonly node: ts.Node;
}

/** Everything that these use at once, each once; what is loaded when it is needed is not entered, nor is what `isApart` names. */
export function reachedFrom(starts: readonly Place[], isApart: (file: string) => boolean): Place[] {
  const reached = new Map<ts.Node, Place>();
  const waiting = [...starts];
  const come = (place: Place | undefined) => {
    if (place && !reached.has(place.node)) waiting.push(place);
  };
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (reached.has(next.node)) continue;
    reached.set(next.node, next);
    const { file } = next;
    const module = moduleOf(file);
    if (!module) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return;
      if (ts.isIdentifier(node) && !isOnlyAName(node)) {
        const named = module.imported.get(node.text);
        const declared = module.declared.get(node.text);
        const local = localNamed(node);
        if (local) come({ file, node: local });
        else if (declared) come({ file, node: declared });
        else if (named) for (const place of exportsOf(named, isApart)) come(place);
      }
      ts.forEachChild(node, visit);
    };
    visit(next.node);
  }
  return [...reached.values()];
}

/** What is declared under this name within the function that uses it. */
function localNamed(name: ts.Identifier): ts.Node | undefined {
  for (let scope = name.parent; scope && !ts.isSourceFile(scope); scope = scope.parent) {
    if (!ts.isBlock(scope)) continue;
    for (const statement of scope.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name.text) return statement;
      if (!ts.isVariableStatement(statement)) continue;
      const found = statement.declarationList.declarations.find((one) => namesOf(one.name).includes(name.text));
      if (found) return found;
    }
  }
}

/** The file of `import("…")`. */
export const lazyTarget = (node: ts.Node, file: string): string | undefined =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && node.arguments[0]
    ? target(node.arguments[0], file)
    : undefined;

/** A property's name is no use of the name. */
const isOnlyAName = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node);

/** The declarations behind an exported name; behind `*` all. */
export function exportsOf({ file, name }: Named, isApart: (file: string) => boolean): Place[] {
  const module = isApart(file) ? null : moduleOf(file);
  if (!module) return [];
  if (name === "*") return [...module.exported.keys()].flatMap((one) => exportsOf({ file, name: one }, isApart));
  const found = module.exported.get(name);
  if (found === undefined) return [];
  if (typeof found !== "string") return exportsOf(found, isApart);
  const node = module.declared.get(found);
  const imported = module.imported.get(found);
  if (node) return [{ file, node }];
  return imported ? exportsOf(imported, isApart) : [];
}
