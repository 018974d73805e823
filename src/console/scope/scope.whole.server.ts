import { type RawBuilder, sql } from "kysely";
import { Refusal } from "#kit/wire/refusal.server.ts";
import type { Officer } from "./scope.server.ts";

/** Refuses a right that reaches some departments or colleges only: what follows touches them all. 403. */
export function requireWholeCollege({ scope }: Pick<Officer, "scope">): void {
  if (scope !== "all")
    throw new Refusal(403, "This touches every department, and your right reaches your own only. Ask the registry");
}

/** Of records that touch every department: a narrow right reaches none of their rows. */
export const wholeCollege = (): RawBuilder<unknown> => sql`false`;
