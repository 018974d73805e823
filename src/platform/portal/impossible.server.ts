import type { RawBuilder } from "kysely";

/**
 * What must never be, as the query that finds it. Beside the noun that it belongs to; the
 * portal looks for each every hour, and the tests after what they do.
 */
export interface Impossible {
  /** Short and lasting: what is found is kept under it. */
  readonly name: string;
  /** What holds, as a fact: "A verified payment is used by one application at most". */
  readonly sentence: string;
  /** Rows of `subject`, each `noun:id` as the audit names things. No rows is well. Reads in a second at 100,000 applications. */
  readonly rows: RawBuilder<unknown>;
}
