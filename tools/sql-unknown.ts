/** What is not known before the portal runs: mostly a value, which becomes a parameter. */
import type ts from "typescript";

export class Unknown {
  /** Two with the same key are the same. */
  readonly key: string;
  readonly typeOf: () => ts.Type | undefined;
  /** Where more can be known by looking at who calls the function: looks. */
  readonly look: (() => unknown) | undefined;

  constructor(key: string, typeOf: () => ts.Type | undefined, look?: () => unknown) {
    this.key = key;
    this.typeOf = typeOf;
    this.look = look;
  }
}

export const isUnknown = (value: unknown): value is Unknown => value instanceof Unknown;

/** As much as can be known of a value by looking at callers. */
export function looked(value: unknown): unknown {
  let now = value;
  for (let steps = 0; isUnknown(now) && now.look && steps < 50; steps += 1) now = now.look();
  return now;
}

/** Where a statement cannot be followed. */
export class Unresolved extends Error {
  readonly node: ts.Node;
  constructor(node: ts.Node, reason: string) {
    super(reason);
    this.node = node;
  }
}

/** A way through the code that ends in a refusal, before any statement: no error, whose trace would take long. */
export class Refused {}

/** Something found out: on this way alone, or on every way, where no choice bore on it. */
export interface Known {
  readonly value: unknown;
  readonly way: number | "every";
}

/** Where the scope of a name was entered: a function that was called, or a round of a loop. */
export interface Frame {
  readonly id: string;
  readonly scope: ts.Node;
  readonly parent: Frame | null;
  readonly locals: Map<ts.Node, Known>;
  /** Its statements are being run in order; else only what is asked for is looked at. */
  readonly isRun: boolean;
  /** Undefined until it is known who calls. */
  args: (() => Given) | undefined;
}

/** What a function is given, each read when it is asked for. */
export type Given = readonly (() => unknown)[];
