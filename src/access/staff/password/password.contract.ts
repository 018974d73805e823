import * as v from "valibot";
import {
  linkedPasswordForm,
  newPassword,
  passwordAgain,
  samePasswords,
} from "#identity/credential/credential.contract.ts";
import { email, password } from "#kit/field/fields.contract.ts";
import { done, fields, put } from "#kit/wire/endpoint.contract.ts";

const forgotForm = fields({ emailaddress: email("Email Address") });

const currentPassword = password("Current password");

const changeForm = fields({ password: currentPassword, newpassword: newPassword });

/** What the page asks; the second one is never sent. */
export const changedPasswordForm = v.pipe(
  fields({ password: currentPassword, newpassword: newPassword, confirmpassword: passwordAgain }),
  samePasswords("newpassword"),
);

export const forgotStaffPassword = put(
  "/staff/ms_staff/forgot",
  "Mails a link for a new password, if a member of staff has the address",
  forgotForm,
  done({}),
);
export const resetStaffPassword = put(
  "/staff/ms_staff/reset",
  "Sets the password by the link of an invitation or of a forgotten password, and ends every sign-in",
  linkedPasswordForm,
  done({}),
);
export const changeStaffPassword = put(
  "/staff/ms_staff/password",
  "Changes the caller's own password and ends every other sign-in",
  changeForm,
  done({}),
);
