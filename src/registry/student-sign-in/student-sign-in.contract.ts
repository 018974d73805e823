import * as v from "valibot";
import { linkedPasswordForm } from "#identity/credential/credential.contract.ts";
import { accountSignInsBelow } from "#identity/session/session.own.contract.ts";
import { sharedDevice, signedIn } from "#identity/sign-in/sign-in.contract.ts";
import { email, optional, password, text } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put } from "#kit/wire/endpoint.contract.ts";

const WHO = "Email address or matric number is required";

const signInForm = v.pipe(
  fields({
    emailaddress: optional(email("Email Address")),
    matric: optional(text("Matric number", 40)),
    password: password("Password"),
    shared: sharedDevice,
  }),
  v.forward(
    v.check(({ emailaddress, matric }) => (emailaddress === undefined) !== (matric === undefined), WHO),
    ["emailaddress"],
  ),
);

/** What the page asks: an at sign tells an address from a number. */
export const studentDoorForm = fields({
  name: v.pipe(
    v.string("Matric number or email address must be text"),
    v.trim(),
    v.nonEmpty("Matric number or email address is required"),
    v.maxLength(120, "Matric number or email address must be at most 120 characters"),
    v.title("Matric number or email address"),
  ),
  password: password("Password"),
  shared: sharedDevice,
});

/** The sign-in itself is a cookie that no script can read. Contract 1. */
export const studentSignIn = post("/student/login", "Signs a student in by a cookie", signInForm, done({}));

/** For whoever is signed in to the applicant's area already. */
export const enterStudentArea = post(
  "/student/enter",
  "Gives the browser of a signed-in applicant, who is a student, the cookie of the same sign-in",
  v.nullish(fields({})),
  done({}),
);

export const toApplicantArea = post(
  "/student/applicant_area",
  "Answers what opens the applicant's area with the same sign-in",
  v.nullish(fields({})),
  v.strictObject({ ...signedIn.entries, shared: v.boolean() }),
);

export const forgotStudentPassword = put(
  "/student/forgot",
  "Mails a link for a new password, if there is an account",
  fields({ emailaddress: email("Email Address") }),
  done({}),
);

export const resetStudentPassword = put(
  "/student/reset",
  "Sets the password by the link of an invitation or of a forgotten password, and ends every sign-in",
  linkedPasswordForm,
  done({}),
);

export const studentSignOut = post(
  "/student/logout",
  "Ends this sign-in at once, in the applicant's area too",
  v.nullish(fields({})),
  done({}),
);

export const readStudentPermit = get(
  "/student/permit",
  "Whether the caller is signed in as a student",
  v.strictObject({ permit: v.literal(true), student: v.string(), shared: v.boolean() }),
);

export const studentSignIns = accountSignInsBelow("/student/sign_in");
