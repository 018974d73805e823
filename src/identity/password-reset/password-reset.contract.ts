import * as v from "valibot";
import { done, fields, put } from "#kit/endpoint.contract.ts";
import { email, password } from "#kit/fields.contract.ts";
import { GUESSABLE, isGuessable } from "../password/password.contract.ts";

export const forgotForm = fields({ emailaddress: email("Email Address") });

const resetForm = fields({
  id: v.pipe(
    v.string("Link must be text"),
    v.nonEmpty("Link is required"),
    v.maxLength(64, "Link must be at most 64 characters"),
    v.title("Link"),
  ),
  password: v.pipe(
    password("New password"),
    v.check((typed) => !isGuessable(typed, {}), GUESSABLE),
  ),
});

export const forgot = put(
  "/ms_applicant/forgot",
  "Mails a link for a new password, if there is an account",
  forgotForm,
  done({}),
);
export const reset = put("/ms_applicant/reset", "Sets a new password and ends every sign-in", resetForm, done({}));
