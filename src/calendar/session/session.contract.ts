import * as v from "valibot";

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

export type AdmissionState =
  | { readonly state: "open" | "early" | "closed"; readonly session: AdmittingSession }
  | { readonly state: "none"; readonly session: null };
