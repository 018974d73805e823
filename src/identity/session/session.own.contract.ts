import * as v from "valibot";
import { done, fields, get, post, remove } from "#kit/wire/endpoint.contract.ts";

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

export type OwnSignIn = v.InferOutput<typeof ownSignIn>;

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
});

export type SignInsCalls = ReturnType<typeof signInsBelow<string>>;

/** The same for an account, which several areas may open. */
export const accountSignInsBelow = <Path extends string>(path: Path) => ({
  ...signInsBelow(path),
  endAll: post(`${path}/end_all`, "Ends every sign-in of the caller, this one too", v.nullish(fields({})), done({})),
});

export type AccountSignInsCalls = ReturnType<typeof accountSignInsBelow<string>>;

export const applicantSignIns = accountSignInsBelow("/ms_applicant/sign_in");
