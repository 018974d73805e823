import * as v from "valibot";
import { asBegin, asEnd } from "./session.rules.ts";

/** A session that admits, with the times between which it takes applications. Contract 3.13. */
export const admittingSession = v.strictObject({
  _id: v.string(),
  code: v.string(),
  name: v.string(),
  opens: v.string(),
  closes: v.string(),
});

export type AdmittingSession = v.InferOutput<typeof admittingSession>;

export const admissionStates = ["open", "early", "closed", "none"] as const;

export type Admission =
  | { readonly state: "open" | "early" | "closed"; readonly session: AdmittingSession }
  | { readonly state: "none"; readonly session: null };

/** Where applications stand, in a sentence that says what to do. */
export function admissionSentence({ state, session }: Admission): string {
  if (state === "none") return "Applications are not open at the moment. Please check back later";
  const { name, opens, closes } = session;
  if (state === "early") return `Applications for ${name} open on ${asBegin(opens)}. Please come back then`;
  if (state === "closed")
    return `Applications for ${name} closed at ${asEnd(closes)}. Please ask the admissions office`;
  return `Applications for ${name} are open until ${asEnd(closes)}`;
}
