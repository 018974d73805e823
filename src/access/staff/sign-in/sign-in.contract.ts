import * as v from "valibot";
import { email, optional, password } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
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
