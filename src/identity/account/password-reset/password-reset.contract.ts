import { email } from "#kit/field/fields.contract.ts";
import { done, fields, put } from "#kit/wire/endpoint.contract.ts";
import { linkedPasswordForm } from "../../credential/credential.contract.ts";

export const forgotForm = fields({ emailaddress: email("Email Address") });

export const forgotPassword = put(
  "/ms_applicant/forgot",
  "Mails a link for a new password, if there is an account",
  forgotForm,
  done({}),
);
export const resetPassword = put(
  "/ms_applicant/reset",
  "Sets a new password and ends every sign-in",
  linkedPasswordForm,
  done({}),
);
