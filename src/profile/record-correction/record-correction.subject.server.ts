import type * as v from "valibot";
import type { Database } from "#platform/database/connect.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import type { CorrectableThing } from "./record-correction.contract.ts";

/** A thing that can be corrected, with the form that judges what is to stand there. */
export interface Correctable extends CorrectableThing {
  /** Over the names of `fields`; its output is what is kept, null where an optional field is empty. */
  readonly form: v.GenericSchema<unknown, Readonly<Record<string, string | null | undefined>>>;
  /** Why the record, as it stands, does not take these changes, by field. Asked once more before they are made. */
  hindrances(after: Values): Readonly<Record<string, string>>;
}

/** A record that somebody may ask to have corrected. */
export interface SubjectRecord {
  readonly record: string;
  readonly applicant: string;
  /** "NCE Biology, 2026/2027". */
  readonly title: string;
  readonly code: string;
  readonly name: string;
  readonly jamb: string;
  /** Rises with whatever happens to the record: who decides is held against the one that was on the screen. */
  readonly version: number;
  readonly things: readonly Correctable[];
}

/** What is to be done to a record. */
export interface RecordChange {
  readonly _id: string;
  readonly record: string;
  readonly applicant: string;
  readonly kind: string;
  readonly item: string | null;
  readonly before: Values;
  readonly after: Values;
}

export type Values = Readonly<Record<string, string | null>>;

/**
 * A kind of record that can be corrected, such as an application. A noun hands one of these over, and has asking, evidence,
 * the second person, lists, history and letters from here.
 */
export interface CorrectionSubject {
  readonly noun: string;
  /** The lists that choices of its fields stand in. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** What of an applicant's can be corrected, the newest first. */
  ofApplicant(db: Database, owner: string): Promise<readonly SubjectRecord[]>;
  /** One record; undefined where there is none. */
  find(db: Database, record: string): Promise<SubjectRecord | undefined>;
  /** Makes the change; the applicant is locked, and the correction is kept as approved or changed by its owner. */
  make(work: Work, change: RecordChange): Promise<void>;
  /** What stays as it is although this is changed, in sentences: nothing that was agreed on or released changes silently. */
  stays(db: Database, change: Omit<RecordChange, "_id">): Promise<readonly string[]>;
}
