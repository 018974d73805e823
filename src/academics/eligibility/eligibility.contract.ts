import * as v from "valibot";
import { programmeEntries } from "#college/programme/programme.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";

/**
 * Where somebody stands with a programme on what is typed: `nearly` is one subject short, `short` more than one. Nobody
 * can tell while no result is typed, or where the college has not published the rules.
 */
export const standings = ["qualifies", "nearly", "short", "untyped", "unpublished"] as const;

/** Whether what is typed does, or nobody can say because the college has not published the rules. */
export const isEntered = (standing: (typeof standings)[number]): boolean =>
  standing === "qualifies" || standing === "unpublished";

const verdict = v.strictObject({
  standing: v.picklist(standings),
  /** Credits that count for this programme, at most those that it needs. */
  credits: v.number(),
  needed: v.number(),
  /** What is still to be earned, such as "credit in Mathematics". */
  missing: v.array(v.string()),
  /** All of it in words, such as "4 of 5 credits. Missing: credit in Mathematics". */
  sentence: v.string(),
});

/** Of one mode of entry, beside the O-Level; `unjudged` where the college's rule stands in words alone. */
const modeVerdict = v.strictObject({
  mode: v.picklist(modesOfEntry),
  standing: v.picklist(["qualifies", "short", "untyped", "unjudged"]),
  sentence: v.string(),
});

export type ModeVerdict = v.InferOutput<typeof modeVerdict>;

export type Verdict = v.InferOutput<typeof verdict>;

const { _id, award, name, college } = programmeEntries;

const eligibility = { _id, award, name, college, verdict };

const programmeEligibility = v.strictObject(eligibility);

export type ProgrammeEligibility = v.InferOutput<typeof programmeEligibility>;

const path = "/ms_programme_eligibility";

export const listEligibility = get(
  path,
  "The applicant's own O-Level results held against the entry rules of every programme that takes applicants. Advice: the college decides",
  v.array(programmeEligibility),
);

export const readEligibility = get(
  `${path}/:programmeId`,
  "The same for one programme, with what it asks for in words",
  v.strictObject({
    ...eligibility,
    /** The entry rules in words, one sentence per examination. */
    asks: v.array(v.string()),
    /** What Direct Entry asks for beside the O-Level; null where it asks for nothing. */
    also: v.nullable(v.string()),
    /** What each mode of entry makes of the rest that is typed, where it asks for something. */
    modes: v.array(modeVerdict),
    /** What becomes of results that are awaited; null where none are. */
    awaited: v.nullable(v.string()),
  }),
);

/** Stands beside every verdict that is not a yes. */
export const COLLEGE_DECIDES = "The college decides. You may still pay and apply";
