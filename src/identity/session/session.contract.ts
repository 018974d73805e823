import * as v from "valibot";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

/** Under which names a browser keeps its sign-in. Specification 3. */
export const storedNames = { token: "isApplicant", user: "isApplicantData", application: "applicationId" } as const;

/** Under which name a tab keeps the page that a sign-in stands in the way of. */
export const ASKED = "askedFor";

/** Why somebody stands on the first page: marks of its address, which need no storage. */
export const ENDED = "#session-ended";
export const ELSEWHERE = "#signed-out-elsewhere";
export const SIGNED_OUT = "#signed-out";
export const FIRST = "#sign-in";

/** After so many minutes without a touch a sign-in on a device of others ends. Contract 4. */
export const SHARED_IDLE_MINUTES = 20;

export const readPermit = get(
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
