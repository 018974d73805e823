/** The sentences in a piece of source, as the applicants' pages come to look them up: `src/kit/language`. */
import ts from "typescript";
import { isFigure } from "../src/kit/language/sentence.holes.rules.ts";

/** What a JSX element or a template comes to: its words, and what the page fills in. */
type Piece =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "hole"; readonly name: string }
  | { readonly is: "mark"; readonly words: readonly Piece[] };

const MOST_WORDINGS = 8;

/** Attributes of which no word reaches a reader. */
const silent =
  /^(className|class|id|to|href|type|name|role|rel|target|method|action|accept|autoComplete|inputMode|pattern|look|key|path|d|viewBox|width|height|src|value|htmlFor|form|as|enterKeyHint|autoCapitalize|lang|style|kind|from|size|shape|variant|aria-(?!label$|description$).*|data-.*)$/;

/** Calls whose words are for programs. */
const deaf =
  /^(sql|note|regex|includes|startsWith|endsWith|has|set|querySelector(All)?|closest|getElementById|addEventListener|removeEventListener|setProperty|Error|TypeError|getItem|setItem|keep|kept|forget|DateTimeFormat|NumberFormat|toLocaleString|toLocaleDateString|matchMedia|RegExp|split|join|replace|replaceAll|test|match|matched|mark|measure|warn|debug|info|header|redirect|enqueue|onConstraint|createHash|digest|literal|screen|limit)$/;

/** A call of the wire: its path, and what it does, in the words of the interface's description. */
const wire = /^(get|post|put|patch|remove|del|upload|download)$/;

/** Where refusals have their sentence behind the code. */
const coded = /^(refuse|refuseFields|refuseForm|refuseFile|stale|tooMany|wrongGuess|Refusal)$/;

const isWords = (text: string) => /\p{L}{2}/u.test(text);

/** A literal that is for a reader: it begins as a sentence does. Mails stay English, and a day is as on the papers. */
const isSentence = (text: string): boolean =>
  /^[“‘("]?(\{\w+\}|[A-Z0-9])/.test(text) &&
  /[A-Za-z]{2}/.test(text) &&
  !/^[A-Z0-9_]+$|^\S*[a-z][A-Z]\S*$|^[A-Z]\S*[/_=:]\S*$|^[\w.-]+\.\w+$|^[A-Z][a-z]+-[A-Z]\S*$/.test(text) &&
  !/^(Dear \{|\{\w+\}[=;]|\d+ ([A-Z_]+|[A-Z]\w+ \d{4})$|HTTP )/.test(text) &&
  !/^(Escape|Enter|Tab|Home|End|Delete|Backspace|Arrow\w+|Page(Up|Down)|Shift|Control|Bearer.*|GET|POST|PUT)$/.test(
    text,
  );

/** Papers stay English. */
const isPaperTemplate = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && node.expression.getText() === "paperTemplate";

/** A state is shown by the name under which its look stands: `Complete: { look: "good" }`. */
const isState = (node: ts.Node): node is ts.PropertyAssignment =>
  ts.isPropertyAssignment(node) &&
  /^[A-Z][a-z]+$/.test(node.name.getText()) &&
  ts.isObjectLiteralExpression(node.initializer);

/** Words that a page puts behind others, such as `today is the last day`. */
const isPhrase = (text: string): boolean => /^[a-z][a-z’']+( ([a-z’']+|\{\w+\}))+$/.test(text);

/** Every sentence in `root`. */
export function sentencesIn(root: ts.Node): Set<string> {
  const found = new Set<string>();
  // What the server says begins as a sentence does; of its other words none is for a reader.
  const isServer = root.getSourceFile().fileName.endsWith(".server.ts");
  const isSaid = (text: string): boolean => isSentence(text) || (!isServer && isPhrase(text));
  const tell = (pieces: readonly Piece[], accepts: (text: string) => boolean): void => {
    const sentence = written(trimmed(pieces));
    if (accepts(sentence) && isTellable(sentence)) found.add(sentence);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTaggedTemplateExpression(node)) return;
    if (isPaperTemplate(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) visitElement(node);
    else if (ts.isJsxAttribute(node) && silent.test(node.name.getText())) visitFunctions(node);
    else if (ts.isCallExpression(node) || ts.isNewExpression(node)) visitCall(node);
    else {
      if (isState(node)) tell([{ is: "text", text: node.name.getText() }], isWords);
      if (ts.isStringLiteralLike(node) && isShown(node)) tell([{ is: "text", text: node.text }], isSaid);
      if (ts.isTemplateExpression(node)) for (const wording of wordingsOf(node)) tell(wording, isSaid);
      ts.forEachChild(node, visit);
    }
  };
  /** An attribute without words may hold a function or an element that says some. */
  const visitFunctions = (node: ts.Node): void => {
    const isJsx = ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node);
    if (isJsx || ts.isArrowFunction(node) || ts.isFunctionExpression(node)) visit(node);
    else ts.forEachChild(node, visitFunctions);
  };
  const visitElement = (node: ts.JsxElement | ts.JsxFragment): void => {
    if (ts.isJsxElement(node)) {
      visit(node.openingElement.attributes);
      if (isExempt(node.openingElement)) return;
    }
    for (const wording of combined(node.children.map(childWordings)))
      if (wording.some(holdsWords)) tell(wording, isWords);
    const isWorded = node.children.some((child) => ts.isJsxText(child) && isWords(child.text));
    for (const child of node.children) {
      // What is a mark of the sentence needs no translation of its own.
      if (isWorded && ts.isJsxElement(child) && isPlainMark(child)) visit(child.openingElement.attributes);
      else if (!ts.isJsxText(child)) visit(child);
    }
  };
  const visitCall = (node: ts.CallExpression | ts.NewExpression): void => {
    const name = nameOfCall(node);
    if (deaf.test(name)) {
      node.arguments?.forEach(visitFunctions);
      return;
    }
    if (name === "asCount") {
      for (const wording of countWordings(node)) tell(wording, isWords);
      return;
    }
    const first = wire.test(name) ? 2 : coded.test(name) ? 1 : 0;
    for (const argument of node.arguments?.slice(first) ?? []) visit(argument);
    visit(node.expression);
  };
  visit(root);
  return found;
}

const isExempt = ({ attributes }: ts.JsxOpeningElement): boolean =>
  attributes.properties.some(
    (one) => ts.isJsxAttribute(one) && one.name.getText() === "translate" && one.initializer?.getText() === '"no"',
  );

const nameOfCall = ({ expression }: ts.CallExpression | ts.NewExpression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();

/** Not what is compared, indexed or named by. */
function isShown({ parent }: ts.Node): boolean {
  if (ts.isBinaryExpression(parent)) return /^(\?\?|\|\||&&|\+|=)$/.test(parent.operatorToken.getText());
  if (ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent)) return true;
  return !(ts.isCaseClause(parent) || ts.isElementAccessExpression(parent) || ts.isImportDeclaration(parent));
}

/** `asCount(3, "day")` says “1 day” and “3 days”. */
function countWordings(node: ts.CallExpression | ts.NewExpression): Piece[][] {
  const [, one, many] = node.arguments ?? [];
  if (!one || !ts.isStringLiteralLike(one)) return [];
  const plural = many && ts.isStringLiteralLike(many) ? many.text : `${one.text}s`;
  return [one.text, plural].map((word) => [
    { is: "hole", name: "count" },
    { is: "text", text: ` ${word}` },
  ]);
}

/** What stands between an element's tags, as JSX reads its lines. */
function childWordings(child: ts.JsxChild): Piece[][] {
  if (ts.isJsxText(child)) return [[{ is: "text", text: textOf(child) }]];
  if (ts.isJsxExpression(child)) return child.expression ? wordingsOf(child.expression) : [[]];
  return [[markOf(child)]];
}

function textOf(child: ts.JsxText): string {
  const lines = child.text.replaceAll("&nbsp;", "\u00a0").replaceAll("&amp;", "&").split("\n");
  return lines
    .map((line, place) => {
      const start = place === 0 ? line : line.trimStart();
      return place === lines.length - 1 ? start : start.trimEnd();
    })
    .filter((line) => line !== "")
    .join(" ");
}

/** An element within a sentence. It has words where it holds nothing else. */
function markOf(element: ts.JsxElement | ts.JsxSelfClosingElement | ts.JsxFragment): Piece {
  if (ts.isJsxSelfClosingElement(element)) return { is: "mark", words: [] };
  const [wording, ...others] = combined(element.children.map(childWordings));
  const isPlain = wording?.every(({ is }) => is !== "mark") && others.length === 0;
  return { is: "mark", words: isPlain && wording ? trimmedOf(wording) : [] };
}

const isPlainMark = (element: ts.JsxElement): boolean => {
  const mark = markOf(element);
  return mark.is === "mark" && mark.words.length > 0;
};

const trimmedOf = (pieces: readonly Piece[]) => pieces.filter((piece) => piece.is !== "text" || piece.text !== "");

/** What an expression may come to; one wording of placeholders where there are too many. */
function wordingsOf(node: ts.Expression): Piece[][] {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return wordingsOf(node.expression);
  if (ts.isStringLiteralLike(node)) return [[{ is: "text", text: node.text }]];
  if (ts.isTemplateExpression(node))
    return combined([
      [[{ is: "text", text: node.head.text }]],
      ...node.templateSpans.flatMap(({ expression, literal }): Piece[][][] => [
        wordingsOf(expression),
        [[{ is: "text", text: literal.text }]],
      ]),
    ]);
  if (ts.isConditionalExpression(node)) return [...wordingsOf(node.whenTrue), ...wordingsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken.getText();
    if (operator === "&&") return [...wordingsOf(node.right), []];
    if (operator === "+") return combined([wordingsOf(node.left), wordingsOf(node.right)]);
  }
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return [[markOf(node)]];
  if (node.kind === ts.SyntaxKind.NullKeyword || node.getText() === "undefined") return [[]];
  if (ts.isCallExpression(node) && nameOfCall(node) === "map") return [[{ is: "mark", words: [] }]];
  return [[{ is: "hole", name: holeName(node) }]];
}

function holeName(node: ts.Node): string {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isElementAccessExpression(node)) return holeName(node.expression);
  if (ts.isNonNullExpression(node) || ts.isParenthesizedExpression(node)) return holeName(node.expression);
  if (ts.isBinaryExpression(node))
    return /^[-*/+]$/.test(node.operatorToken.getText()) ? "number" : holeName(node.left);
  if (!ts.isCallExpression(node)) return "value";
  const name = nameOfCall(node);
  if (/^as(Naira|Money)$/.test(name)) return "naira";
  if (name === "asFigure") return "number";
  const [first] = node.arguments;
  if (!first && ts.isPropertyAccessExpression(node.expression)) return holeName(node.expression.expression);
  const inner = first ? holeName(first) : "";
  // What is counted says its unit too, and is no bare figure.
  return (inner && inner !== "value" && !isFigure(inner) ? inner : name).replace(/\W/g, "");
}

/** Every way to put one wording of each behind the other. */
function combined(choices: readonly (readonly Piece[][])[]): Piece[][] {
  const ways = choices.reduce((product, list) => product * Math.max(1, list.length), 1);
  const bounded = choices.map((list) => (ways > MOST_WORDINGS && list.length > 1 ? [[hole("value")]] : list));
  return bounded.reduce<Piece[][]>(
    (begun, list) => begun.flatMap((start) => list.map((next) => [...start, ...next])),
    [[]],
  );
}

const hole = (name: string): Piece => ({ is: "hole", name });

const holdsWords = (piece: Piece): boolean => piece.is === "text" && isWords(piece.text);

/** Without what has no words at either end: a sentence that an icon stands before is the same without it. */
function trimmed(pieces: readonly Piece[]): Piece[] {
  const isOpen = (piece: Piece) =>
    (piece.is === "mark" && piece.words.length === 0) || (piece.is === "text" && piece.text.trim() === "");
  const from = pieces.findIndex((piece) => !isOpen(piece));
  return from < 0 ? [] : pieces.slice(from, pieces.findLastIndex((piece) => !isOpen(piece)) + 1);
}

function written(pieces: readonly Piece[]): string {
  let marks = 0;
  const used = new Map<string, number>();
  const write = (piece: Piece): string => {
    if (piece.is === "text") return piece.text;
    if (piece.is === "hole") {
      const times = (used.get(piece.name) ?? 0) + 1;
      used.set(piece.name, times);
      return `{${piece.name}${times > 1 ? times : ""}}`;
    }
    const mark = marks++;
    return piece.words.length === 0 ? `<${mark}/>` : `<${mark}>${piece.words.map(write).join("")}</${mark}>`;
  };
  return pieces.map(write).join("").replace(/\s+/g, " ").trim();
}

/** A sentence that is nearly all placeholder would be found in everything. */
function isTellable(sentence: string): boolean {
  if (!sentence.includes("{")) return true;
  const own = sentence.replace(/\{\w+\}|<\/?\d+\/?>/g, " ");
  const words = own.match(/\p{L}{2,}/gu) ?? [];
  const open = Array.from(sentence.matchAll(/\{(\w+)\}/g)).some(([, name = ""]) => !isFigure(name));
  return (
    words.length > 0 &&
    sentence.includes(" ") &&
    (!open || words.length > 1 || /^(\p{Lu}.{3}|.{5})/u.test(words[0] ?? ""))
  );
}
