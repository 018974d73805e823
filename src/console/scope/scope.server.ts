import type { RawBuilder } from "kysely";
import type { Actor } from "#kit/wire/handle.server.ts";

/**
 * How far a right reaches: everything, or some departments and colleges by `_id`. A dean's departments are those of the
 * college.
 */
export type Scope =
  | "all"
  | {
      readonly departments: readonly string[];
      /** Those whose dean one is. */
      readonly colleges: readonly string[];
      /** Colleges to look at: also those of the departments that one heads. */
      readonly shown: readonly string[];
    };

/** A signed-in member of staff who holds the right that a call asks for. */
export interface Officer {
  readonly actor: Actor;
  /** The member's `_id`. */
  readonly staff: string;
  /** Of the sign-in. */
  readonly session: string;
  readonly scope: Scope;
}

/** Whether a right reaches what a column refers to, as an SQL condition. */
export type Reached = (column: RawBuilder<unknown>) => RawBuilder<unknown>;
