import * as v from "valibot";
import { done, fields, get, post } from "#kit/endpoint.contract.ts";

/** Under which names a browser keeps its sign-in. Specification 3. */
export const stored = { token: "isApplicant", user: "isApplicantData", application: "applicationId" } as const;

export const permit = get(
  "/ms_applicant/permit",
  "Whether the caller is a signed-in, verified applicant",
  v.strictObject({ permit: v.literal(true) }),
);

/** There is nothing to say, so a body may be missing. */
export const signOut = post(
  "/ms_applicant/logout",
  "Ends this sign-in at once, everywhere",
  v.nullish(fields({})),
  done({}),
);
