import type { FastifyInstance } from "fastify";
import type { Expression, RawBuilder } from "kysely";
import type { AnyJob, Round } from "#platform/jobs/jobs.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import type { AnyAssignment, AnyListing, AnyRecord } from "../record/record.contract.ts";
import type { RecordRules } from "../record/record.server.ts";
import type { Officer } from "../scope/scope.server.ts";
import type { MessageTemplate } from "./noun.template.rules.ts";

/** All that a noun brings to the portal. The app lists nouns once; whatever stands here is served, run and watched. */
export interface Noun {
  /** As its folder is called. */
  readonly name: string;
  /** Registers the calls that it answers itself. */
  readonly calls?: (app: FastifyInstance) => void;
  /** Plain records of the console: list, form, import, export and history come by themselves. */
  readonly records?: readonly RecordRules<AnyRecord>[];
  readonly assignments?: readonly RecordRules<AnyAssignment>[];
  /** What is only looked at. */
  readonly listings?: readonly RecordRules<AnyListing>[];
  readonly jobs?: readonly AnyJob[];
  /** Work by the clock. */
  readonly rounds?: readonly Round[];
  /** What it holds of an applicant. */
  readonly ownRows?: readonly OwnRows[];
  /** What waits for whoever may decide or do it. */
  readonly waiting?: readonly WaitingLine[];
  /** What a student may have to do next, for the first page of the student's area. */
  readonly studentSteps?: readonly StudentStep<unknown>[];
  /** What it holds of students, for when two records of one person become one. */
  readonly merges?: readonly MergePart[];
  /** Refuses a form that was submitted before, where what became of its application is to be said instead of "submitted". */
  readonly resubmitted?: (trx: Trx, application: string) => Promise<void>;
  /** Refuses names of the own account that its owner types otherwise than they stand fast. The applicant is locked. */
  readonly namesTyped?: (trx: Trx, owner: string, typed: TypedNames) => Promise<void>;
  /** The mails, texts and papers that it words, for the office to word anew. */
  readonly templates?: readonly MessageTemplate[];
  /** Its papers that are about one application or student, by the key of their template: for a test print of a real one. */
  readonly papers?: Readonly<Record<string, PaperOfFile>>;
  /** What must never be. How each could come about stands in `testing/impossible-seeds.ts`. */
  readonly impossible?: readonly Impossible[];
}

/** What is absent is not changed. */
export type TypedNames = Readonly<Partial<Record<"firstname" | "middlename" | "lastname", string | null>>>;

/** Whose paper is read, for a test print by somebody who may open that file. */
export interface FileOfPaper {
  /** The application with the account that submitted it; null for a student. */
  readonly application: { readonly _id: string; readonly applicant: string } | null;
  /** The student; null for an application. */
  readonly student: { readonly _id: string } | null;
}

export interface PaperOfFile {
  /** The page whose right reads it, beside the right to the file. */
  readonly right: string;
  /** What it prints, as its own call answers; null where this file has none. It issues nothing and counts nothing. */
  read(app: FastifyInstance, file: FileOfPaper): Promise<object | null>;
}

/** Something that waits for whoever holds a right: a line of that person's dashboard, with the way to it. */
export interface WaitingLine {
  readonly right: string;
  /** The list that it leads into, where its rows are counted as far as that list's right reaches; else the right must reach the whole college. */
  readonly list?: string;
  /** What waits for this person. */
  rows(who: Pick<Officer, "scope" | "staff">): RawBuilder<unknown>;
  /** One of them, as a sentence. */
  readonly one: string;
  /** Several, after their number. */
  readonly many: string;
  readonly deed: string;
  readonly link: string;
}

/** Of whom a step is asked: the `_id`s of the student and of the account, in a larger query. */
export interface StepOf {
  readonly student: Expression<string>;
  readonly account: Expression<string>;
}

export interface NextStep {
  /** What is to be done, and why or by when. */
  readonly sentence: string;
  /** The words of the button, and where it leads. */
  readonly deed: string;
  readonly link: string;
}

/** Something that a student may have to do: what is found of it, and how it is said. */
export interface StudentStep<Found> {
  /** The lowest is said: what keeps a student from more stands before what does not. */
  readonly rank: number;
  /** One value, read with the sign-in: so a fragment of SQL. Null where there is nothing to do. */
  found(of: StepOf): RawBuilder<Found | null>;
  say(found: Found): NextStep;
}

/** A record of a student that takes part in a merge. */
export interface MergeSide {
  readonly _id: string;
  readonly name: string;
  readonly matric: string | null;
  /** The account that signed in for it. */
  readonly applicant: string | null;
}

/** Two records of one person: `gone` is merged into `kept`. */
export interface MergePair {
  readonly kept: MergeSide;
  readonly gone: MergeSide;
  /** The account that signs in afterwards. */
  readonly account: string | null;
}

/** What a merge would come to, a sentence each. */
export interface MergePlan {
  readonly moves?: readonly string[];
  /** What stays where it is, and is found there. */
  readonly stays?: readonly string[];
  /** What is to be settled first: while there is one, nothing is merged. */
  readonly stops?: readonly string[];
}

/** What one noun holds of students: what a merge means for it, said before and done then. */
export interface MergePart {
  /** Its tables that name a student; a test holds all of them against the database, so that none is forgotten. */
  readonly tables: readonly string[];
  readonly plan?: (trx: Trx, pair: MergePair) => Promise<MergePlan>;
  /** In the transaction of the approval: both students are locked, and the one that goes is merged already. */
  readonly move?: (work: Work, pair: MergePair, by: { readonly staff: string }) => Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Every noun of this portal. */
    readonly nouns: readonly Noun[];
  }
}
