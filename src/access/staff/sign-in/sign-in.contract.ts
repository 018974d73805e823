import * as v from "valibot";
import { email, optional, password } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put } from "#kit/wire/endpoint.contract.ts";
import { secondFactorCode } from "../second-factor/second-factor.contract.ts";

const signInForm = fields({
  emailaddress: email("Email Address"),
  password: password("Password"),
  code: optional(secondFactorCode),
});

/** The sign-in itself is a cookie that no script can read. Contract 1. */
const signedIn = done({
  firstname: v.string(),
  /** The college asks for a second factor and this person has none: only what leads to one is open. */
  mustEnrol: v.boolean(),
});

/** A refusal that knows how to go on: the password is right, and the code of the second factor is wanted. */
export const toCode = v.strictObject({
  type: v.literal("error"),
  code: v.literal("second-factor-asked"),
  message: v.string(),
  next: v.literal("code"),
});

export const staffSignIn = post(
  "/staff/ms_staff/login",
  "Signs a member of staff in by a cookie",
  signInForm,
  v.union([signedIn, toCode]),
);

/** The provider by which staff may sign in, or nothing: then there is no button. */
export const askStaffProvider = get(
  "/staff/ms_staff/loginauth",
  "The provider by which staff may sign in, or nothing",
  v.union([v.strictObject({ issuer: v.string() }), v.strictObject({})]),
);

export const staffIdentitySignIn = put(
  "/staff/ms_staff/loginauth",
  "Signs a member of staff in by an OpenID Connect ID token; where a code is asked for, the same token is sent again with it",
  fields({
    token: v.pipe(
      v.string("Token must be text"),
      v.nonEmpty("Token is required"),
      v.maxLength(8_192, "Token must be at most 8192 characters"),
      v.title("Token"),
    ),
    code: optional(secondFactorCode),
  }),
  v.union([signedIn, toCode]),
);

/** Leads the browser to the provider. */
export const STAFF_DOOR = "/staff/signing-in";
/** Where the provider sends the browser back to, with the token behind the #. */
export const STAFF_WAY_BACK = "/staff/signed-in";
