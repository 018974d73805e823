import * as v from "valibot";
import { done, fields, get, post, remove } from "#kit/wire/endpoint.contract.ts";

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

/** A living sign-in, as its owner sees it. */
const ownSignIn = v.strictObject({
  _id: v.string(),
  /** In words: "Chrome on Android". */
  browser: v.string(),
  /** The internet address that signed in; empty where it was not written down. */
  address: v.string(),
  createdAt: v.string(),
  seenAt: v.string(),
  /** On a device of others. */
  shared: v.boolean(),
  /** The one that asks. */
  current: v.boolean(),
});

/** The calls by which somebody sees and ends the own sign-ins, below a path of the area's own. */
export const signInsBelow = <Path extends string>(path: Path) => ({
  list: get(path, "Where the caller is signed in, seen last first", v.array(ownSignIn)),
  end: remove(`${path}/:id`, "Ends one of the caller's own sign-ins at once"),
  endOthers: post(
    `${path}/end_others`,
    "Ends every sign-in of the caller but this one",
    v.nullish(fields({})),
    done({}),
  ),
  endAll: post(`${path}/end_all`, "Ends every sign-in of the caller, this one too", v.nullish(fields({})), done({})),
});

export type SignInsCalls = ReturnType<typeof signInsBelow<string>>;

export const applicantSignIns = signInsBelow("/ms_applicant/sign_in");
