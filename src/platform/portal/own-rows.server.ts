import type { RawBuilder } from "kysely";

type OwnRow = Readonly<Record<string, unknown>>;

/** What a noun holds of an applicant: for the copy that people may take of their own data, and for its end. */
export interface OwnRows {
  /** What it is called in the copy. */
  readonly name: string;
  /** Where it stands; a test holds all of them against the database, so that nothing is forgotten. */
  readonly tables: readonly string[];
  /** Rows of `row`, as they are stored, without secrets. */
  readonly rows: (owner: string) => RawBuilder<{ row: OwnRow }>;
  /** What must stay, in words made of those rows, and why: while there is any of it, the account stays too. */
  readonly stays?: { readonly what: (rows: readonly OwnRow[]) => readonly string[]; readonly why: string };
  /** What of it no submitted application relies on: in words, and the statement that deletes it. Nothing where all must stay. */
  readonly unused?: { readonly what: string; readonly drop: (owner: string) => RawBuilder<unknown> };
}
