import * as v from "valibot";

/** Why not longer: decision record on passwords. Specification 5. */
export const PASSWORD_HINT = "8 to 32 characters. A few words that mean nothing to others are easy to keep in mind";

export const passwordAgain = v.pipe(
  v.string("Confirm password must be text"),
  v.nonEmpty("Confirm password is required"),
  v.title("Confirm password"),
);

export const samePasswords = (typed: { password: string; confirmpassword: string }): boolean =>
  typed.password === typed.confirmpassword;
