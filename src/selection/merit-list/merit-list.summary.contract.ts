import * as v from "valibot";
import { namedRecord } from "../merit-scheme/merit-scheme.contract.ts";

const count = v.number();

export const quotaSummary = v.strictObject({
  name: v.string(),
  /** Of the scheme, in percent. */
  share: count,
  /** Of its own. */
  seats: count,
  /** That other quotas left to it. */
  more: count,
  /** Of its own, those that it left to merit. */
  gone: count,
  placed: count,
  /** The aggregate of the last who was placed; null while nobody is. */
  last: v.nullable(v.string()),
});

export const programmeSummary = v.strictObject({
  programme: namedRecord,
  /** Null while nobody has said how many. */
  seats: v.nullable(count),
  /** Those that earlier offers hold. */
  taken: count,
  applications: count,
  ranked: count,
  offers: count,
  /** Of the offers, those that were entered by hand. */
  byhand: count,
  waiting: count,
  quotas: v.array(quotaSummary),
  /** Why the others are not ranked, most frequent first. */
  why: v.array(v.strictObject({ why: v.string(), count })),
  /** Of the ranked, those for whom nobody has told a score. */
  withoututme: count,
  withoutscreening: count,
});

export type ProgrammeSummary = v.InferOutput<typeof programmeSummary>;

export const listTotals = v.strictObject({
  applications: count,
  ranked: count,
  /** That nobody held before. */
  free: count,
  offers: count,
  waiting: count,
});

export type ListTotals = v.InferOutput<typeof listTotals>;
