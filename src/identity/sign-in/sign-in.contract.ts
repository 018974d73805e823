import * as v from "valibot";
import { email, password } from "#kit/field/fields.contract.ts";
import { fields, post } from "#kit/wire/endpoint.contract.ts";

/** Asked for on a device of others: a short sign-in that leaves nothing behind. Contract 4. */
export const sharedDevice = v.pipe(
  v.optional(v.boolean("This is a shared device must be true or false")),
  v.title("This is a shared device"),
);

export const signInForm = fields({
  emailaddress: email("Email Address"),
  password: password("Password"),
  shared: sharedDevice,
});

/** Who is signed in, as the pages greet. */
export const signedInUser = v.strictObject({
  _id: v.string(),
  firstname: v.string(),
  middlename: v.nullable(v.string()),
  lastname: v.string(),
  emailaddress: v.string(),
});

export type SignedInUser = v.InferOutput<typeof signedInUser>;

/** What a sign-in answers that succeeds. Without `type`, unlike other commands. Contract 1 and 2. */
export const signedIn = v.strictObject({
  token: v.string(),
  user: signedInUser,
  verify: v.literal(true),
  message: v.string(),
});

/** An unverified account gets no token. */
export const loginResult = v.variant("verify", [
  signedIn,
  v.strictObject({ verify: v.literal(false), message: v.string() }),
]);

export const SIGNED_IN = "Your login is successful";
export const NOT_VERIFIED = "Your login is successful, but your account is not verified";

export const signIn = post("/ms_applicant/login", "Signs an applicant in", signInForm, loginResult);
