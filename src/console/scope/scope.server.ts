import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#kit/wire/handle.server.ts";
import { Refusal } from "#kit/wire/refusal.server.ts";

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

/** Refuses a right that reaches some departments or colleges only: what follows touches them all. 403. */
export function requireWholeCollege({ scope }: Pick<Officer, "scope">): void {
  if (scope !== "all")
    throw new Refusal(
      "whole-college-only",
      403,
      "This touches every department, and your right reaches your own only. Ask the registry",
    );
}

/** Of records that touch every department: a narrow right reaches none of their rows. */
export const wholeCollege = (): RawBuilder<unknown> => sql`false`;
