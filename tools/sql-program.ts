/** The server's program as the compiler sees it, with what the check of SQL asks of it: symbols, places, who mentions a name. */
import { relative } from "node:path";
import ts from "typescript";

export type Template = ts.TaggedTemplateExpression;

export interface SqlProgram {
  readonly checker: ts.TypeChecker;
  /** Every `sql` template below src/. */
  readonly templates: readonly Template[];
  /** Every call below src/ of a method, by the method's name. */
  methodCalls(...names: string[]): MethodCall[];
  /** What an identifier means, through imports. */
  symbolOf(name: ts.Node): ts.Symbol | undefined;
  /** The names of constants of modules that are declared as a type of that name. */
  constantsTyped(type: string): ts.Identifier[];
  typeOf(node: ts.Node): ts.Type;
  /** Every other place that mentions what is declared there. */
  mentions(declaration: ts.Declaration & { readonly name?: ts.Node }): ts.Identifier[];
}

export type MethodCall = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression };

const root = process.cwd();

/** `src/college/college.server.ts:12:5`. */
export const placeOf = remembered((node: ts.Node): string => {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return `${relative(root, file.fileName)}:${line + 1}:${character + 1}`;
});

/** The name of the function or constant of the module in which something stands. */
export function declaredIn(node: ts.Node): string {
  let at = node;
  while (at.parent && !ts.isSourceFile(at.parent)) at = at.parent;
  const declared = ts.isVariableStatement(at) ? at.declarationList.declarations[0] : (at as ts.NamedDeclaration);
  return declared && "name" in declared && declared.name ? (declared.name as ts.Node).getText() : "";
}

export const isOurs = (file: ts.SourceFile): boolean => file.fileName.startsWith(`${root}/src/`);

export function loadProgram(): SqlProgram {
  const config = ts.getParsedCommandLineOfConfigFile(
    "tsconfig.server.json",
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  );
  if (!config) throw new Error("tsconfig.server.json could not be read");
  const options = {
    ...config.options,
    composite: false,
    incremental: false,
    emitDeclarationOnly: false,
    declaration: false,
    noEmit: true,
  };
  const host = ts.createCompilerHost(options);
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  const program = ts.createProgram(config.fileNames, options, host);
  const checker = program.getTypeChecker();
  const templates: Template[] = [];
  const calls = new Map<string, MethodCall[]>();
  const constants = new Map<string, ts.Identifier[]>();
  const identifiers = new Map<string, ts.Identifier[]>();

  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) added(identifiers, node.text, node);
    else if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "sql") templates.push(node);
    else if (isMethodCall(node)) added(calls, node.expression.name.text, node);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && ts.isSourceFile(node.parent.parent.parent)) {
      const { type } = node;
      if (type && ts.isTypeReferenceNode(type)) added(constants, type.typeName.getText(), node.name);
    }
    ts.forEachChild(node, visit);
  };
  for (const file of program.getSourceFiles()) if (isOurs(file) && file.fileName.endsWith(".server.ts")) visit(file);

  const symbolOf = remembered((name: ts.Node): ts.Symbol | undefined => {
    const symbol =
      ts.isIdentifier(name) && ts.isShorthandPropertyAssignment(name.parent)
        ? checker.getShorthandAssignmentValueSymbol(name.parent)
        : checker.getSymbolAtLocation(name);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  });
  /** Told without types, which take long; of a module that is imported as a whole it is none. */
  const isProperty = (name: ts.Identifier): boolean => {
    const { parent } = name;
    if (!ts.isPropertyAccessExpression(parent) || parent.name !== name) return false;
    const { expression } = parent;
    return !ts.isIdentifier(expression) || !((symbolOf(expression)?.flags ?? 0) & ts.SymbolFlags.Module);
  };
  const mentions = remembered((declaration: ts.Declaration & { readonly name?: ts.Node }): ts.Identifier[] => {
    const { name } = declaration;
    if (!name || !ts.isIdentifier(name)) return [];
    return (identifiers.get(name.text) ?? []).filter(
      (one) =>
        one !== name && !isProperty(one) && !isImported(one) && symbolOf(one)?.declarations?.includes(declaration),
    );
  });

  return {
    checker,
    templates,
    symbolOf,
    methodCalls: (...names) => names.flatMap((name) => calls.get(name) ?? []),
    constantsTyped: (type) => constants.get(type) ?? [],
    mentions,
    typeOf: remembered((node: ts.Node) => checker.getTypeAtLocation(node)),
  };
}

const isMethodCall = (node: ts.Node): node is MethodCall =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);

/** A function that is asked the same again and again, and answers what it found the first time. */
export function remembered<K extends object, V>(find: (of: K) => V): (of: K) => V {
  const known = new Map<K, V>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined || known.has(of)) return before as V;
    const found = find(of);
    known.set(of, found);
    return found;
  };
}

const isImported = ({ parent }: ts.Node) => ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent);

function added<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
