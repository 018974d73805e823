import * as v from "valibot";
import { email } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";

/** No 0, 1, I, L, O: nobody takes one sign for another. Ten of 31 are 49 bits. Contract 3.5. */
export const CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
export const CODE_LENGTH = 10;

const NOT_FILLED = "Please fill the form properly";

/** Taken without regard to case, dashes and spaces. A code of another shape is simply wrong: the server says so. */
export const codeForm = v.pipe(
  fields({
    code: v.pipe(
      v.string("Verification code must be text"),
      v.transform((typed) => typed.replace(/[\s\p{Pd}]/gu, "").toUpperCase()),
      v.nonEmpty("Verification code is required"),
      v.maxLength(64, "Verification code must be at most 64 characters"),
      v.title("Verification code"),
    ),
  }),
  v.description(NOT_FILLED),
);

export const resendForm = v.pipe(fields({ emailaddress: email("Email Address") }), v.description(NOT_FILLED));

const link = fields({
  id: v.pipe(
    v.string("Link must be text"),
    v.nonEmpty("Link is required"),
    v.maxLength(64, "Link must be at most 64 characters"),
    v.title("Link"),
  ),
});

const verified = done({
  /** Another password may be a stranger's: a link to choose one is on its way. Absent otherwise. */
  choose: v.optional(v.literal(true)),
});

export const activateAccount = post(
  "/ms_applicant/activate",
  "Verifies an account by the link of the mail",
  link,
  verified,
);
export const verifyCode = post("/ms_applicant/codeverify", "Verifies an account by its code", codeForm, verified);
export const resendCode = post(
  "/ms_applicant/reverify",
  "Mails a new code and link, if there is an account",
  resendForm,
  done({}),
);
