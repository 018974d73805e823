/** One way through the code after another: what was decided on it, what is so on all, and where names have their scope. */
import ts from "typescript";
import type { Choose } from "./sql-choices.ts";
import { placeOf, remembered, type SqlProgram } from "./sql-program.ts";
import { type Frame, type Given, isUnknown, type Known, looked, Unknown } from "./sql-unknown.ts";

export interface Run {
  readonly program: SqlProgram;
  /** Which way it is. */
  way: number;
  /** How often something was asked, or found, that may be otherwise on another way. */
  varied: number;
  /** What was decided of unknown values, by their keys, so that it is decided once. */
  readonly decided: Map<string, unknown>;
  /** How deep calls are in each other. */
  depth: number;
  /** By which callers this way came. */
  callers: string;
  frames: number;
  /** What modules hold, as far as it was asked for. */
  readonly constants: Map<ts.Node, Known>;
  pick: Choose;
  /** What stands is looked at, and nothing more is decided. */
  isStill: boolean;
  /** Where the statement is run, and the calls that led there, each with its frame. */
  readonly stations: { readonly node: ts.Node; readonly frame: Frame | null }[];
}

export const newRun = (program: SqlProgram): Run => ({
  program,
  way: 0,
  varied: 0,
  decided: new Map(),
  depth: 0,
  callers: "",
  frames: 0,
  constants: new Map(),
  pick: () => 0,
  isStill: false,
  stations: [],
});

/** Begins another way. */
export function begin(run: Run, pick: Choose): void {
  run.way += 1;
  run.pick = pick;
  run.depth = 0;
  run.callers = "";
  run.isStill = false;
  run.decided.clear();
  run.stations.length = 0;
}

/** What was found out before, if it is so on this way. */
export function knownOn(run: Run, known: Known | undefined): Known | undefined {
  if (known?.way === "every") return known;
  if (known?.way !== run.way) return undefined;
  run.varied += 1;
  return known;
}

/** Finds something out, and whether it is so on every way; nothing to keep where a question was left open. */
export function found(run: Run, find: () => unknown): { value: unknown; known: Known | undefined } {
  const { varied } = run;
  const value = find();
  if (run.varied === varied) return { value, known: { value, way: "every" } };
  return { value, known: run.isStill ? undefined : { value, way: run.way } };
}

/** A question that is open still, where none may be answered: no error, whose trace would take long. */
export class Undecided {}

/** Takes one of some alternatives; the same question asked on behalf of another caller is another one. */
export function choose(run: Run, node: ts.Node, question: string, count: number): number {
  run.varied += 1;
  if (count <= 1) return 0;
  if (run.isStill) throw new Undecided();
  return run.pick(`${placeOf(node)} ${question}`, run.callers, count);
}

export function newFrame(run: Run, scope: ts.Node, parent: Frame | null, args?: () => Given, isRun = false): Frame {
  run.frames += 1;
  // Who calls is found out on each way.
  if (!args) run.varied += 1;
  return { id: String(run.frames), scope, parent, locals: new Map(), args, isRun };
}

/** The function or loop whose own names a node sees first. */
export const scopeOf = remembered((node: ts.Node): ts.Node | null => {
  for (let above = node.parent; above && !ts.isSourceFile(above); above = above.parent)
    if ((ts.isFunctionLike(above) && "body" in above) || ts.isForOfStatement(above)) return above;
  return null;
});

/** The frame of a scope, of those that are open. */
export function openFrame(frame: Frame | null, scope: ts.Node): Frame | undefined {
  for (let one = frame; one; one = one.parent) if (one.scope === scope) return one;
  return undefined;
}

/** A frame for code whose caller is not known yet; scopes that are open already are shared. */
export function frameAt(run: Run, node: ts.Node, open: Frame | null): Frame | null {
  const scope = scopeOf(node);
  if (!scope) return null;
  return openFrame(open, scope) ?? newFrame(run, scope, frameAt(run, scope, open));
}

/** What an expression is, where nothing but its type is known. */
export const unknownAt = (run: Run, node: ts.Node, frame: Frame | null, look?: () => unknown): Unknown =>
  new Unknown(`${frame?.id ?? ""}:${placeOf(node)}`, () => run.program.typeOf(node), look);

/** A part of something unknown. */
export function unknownPart(run: Run, whole: Unknown, name: string, part: (of: unknown) => unknown): Unknown {
  const { checker } = run.program;
  const typeOf = () => {
    const type = whole.typeOf();
    if (!type) return undefined;
    const apparent = checker.getApparentType(checker.getNonNullableType(type));
    const property = checker.getPropertyOfType(apparent, name);
    if (property) return checker.getTypeOfSymbol(property);
    const index = /^\d+$/.test(name) ? ts.IndexKind.Number : ts.IndexKind.String;
    return checker.getIndexTypeOfType(apparent, index);
  };
  const { look } = whole;
  return new Unknown(`${whole.key}.${name}`, typeOf, look && (() => part(look())));
}

/** Whether a type holds parts of statements, rather than values. */
export function isFragment(type: ts.Type | undefined): boolean {
  if (!type) return false;
  if (type.isUnion()) return type.types.some(isFragment);
  return type.getProperty("toOperationNode") !== undefined;
}

/** The texts that a type allows, where they are few. */
export function textsOf(type: ts.Type | undefined): string[] {
  if (!type) return [];
  const types = type.isUnion() ? type.types : [type];
  const texts = types.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
  return texts.length === types.length && texts.length <= 60 ? texts : [];
}

/** Any of the texts that something unknown may be by its type; undefined where there are too many. */
export function anyText(run: Run, value: Unknown, node: ts.Node): string | undefined {
  const key = `${value.key} is`;
  const before = decided(run).get(key);
  if (typeof before === "string") return before;
  const texts = textsOf(value.typeOf());
  const text = texts[choose(run, node, "text", texts.length)];
  if (text !== undefined) run.decided.set(key, text);
  return text;
}

/** What was decided on this way. */
export function decided(run: Run): ReadonlyMap<string, unknown> {
  run.varied += 1;
  return run.decided;
}

/** Whether something is so, in the words of the code: decided once for each unknown value. */
export function decide(run: Run, value: unknown, node: ts.Node): boolean {
  if (isUnknown(value) && value.look && isDeed(value.typeOf())) return decide(run, looked(value), node);
  if (!isUnknown(value)) return Boolean(value);
  const before = decided(run).get(value.key);
  if (before !== undefined) return Boolean(before);
  const answer = !canBeFalse(value.typeOf()) || choose(run, node, "if", 2) === 0;
  run.decided.set(value.key, answer);
  return answer;
}

/** Whether it is a function or a part of a statement, of which it can be told whether it is there. */
function isDeed(type: ts.Type | undefined): boolean {
  if (!type) return false;
  if (type.isUnion()) return type.types.some(isDeed);
  return type.getCallSignatures().length > 0 || isFragment(type);
}

function canBeFalse(type: ts.Type | undefined): boolean {
  if (!type) return true;
  if (type.isUnion()) return type.types.some(canBeFalse);
  return !(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive | ts.TypeFlags.ESSymbolLike));
}

/** Whether two values are the same, where one of them may be unknown. */
export function isSame(run: Run, left: unknown, right: unknown, node: ts.Node): boolean {
  if (!isUnknown(left) && !isUnknown(right)) return left === right;
  const [one, other] = isUnknown(left) ? [left, right] : [right as Unknown, left];
  if (isUnknown(other)) return decideNamed(run, `${one.key} = ${other.key}`, node);
  if (decided(run).has(`${one.key} is`)) return run.decided.get(`${one.key} is`) === other;
  if (typeof other === "string" && textsOf(one.typeOf()).length > 0) return anyText(run, one, node) === other;
  const answer = decideNamed(run, `${one.key} = ${String(other)}`, node);
  if (answer) run.decided.set(`${one.key} is`, other);
  return answer;
}

function decideNamed(run: Run, name: string, node: ts.Node): boolean {
  const before = decided(run).get(name);
  if (before !== undefined) return Boolean(before);
  const answer = choose(run, node, "same", 2) === 0;
  run.decided.set(name, answer);
  return answer;
}
