import * as v from "valibot";
import { done, fields, put } from "#kit/endpoint.contract.ts";
import { email, password } from "#kit/fields.contract.ts";
import { passwordAgain, samePasswords } from "../password/password.contract.ts";

export const forgotForm = fields({ emailaddress: email("Email Address") });

const newPassword = password("New password");

/** What the page asks; the link stands in its address, and the second password is never sent. */
export const newPasswordForm = v.pipe(
  fields({ password: newPassword, confirmpassword: passwordAgain }),
  samePasswords("password"),
);

const resetForm = fields({
  id: v.pipe(
    v.string("Link must be text"),
    v.nonEmpty("Link is required"),
    v.maxLength(64, "Link must be at most 64 characters"),
    v.title("Link"),
  ),
  password: newPassword,
});

export const forgot = put(
  "/ms_applicant/forgot",
  "Mails a link for a new password, if there is an account",
  forgotForm,
  done({}),
);
export const reset = put("/ms_applicant/reset", "Sets a new password and ends every sign-in", resetForm, done({}));
