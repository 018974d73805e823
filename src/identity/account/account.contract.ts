import * as v from "valibot";
import { email, middleName, optional, password, personName, phone, reference } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put } from "#kit/wire/endpoint.contract.ts";
import { jambNumber } from "#reference/jamb-number/jamb-number.contract.ts";
import { passwordAgain, samePasswords } from "../credential/credential.contract.ts";
import { PRIVACY_VERSION } from "../privacy-notice/privacy-notice.rules.ts";
import { person } from "./account.person.contract.ts";

const registrationEntries = {
  firstname: personName("First name"),
  middlename: middleName("Middle name"),
  lastname: personName("Last name"),
  jamb: jambNumber,
  emailaddress: email("Email Address"),
  phonenumber: phone("Phone Number"),
  password: password("Password"),
};

const notice = optional(
  v.pipe(
    v.string("Version of the privacy notice must be text"),
    v.value(PRIVACY_VERSION, "The privacy notice has changed. Please read it and send this again"),
    v.title("Version of the privacy notice that is accepted"),
  ),
);

const registration = fields({ ...registrationEntries, privacy: notice });

/** What the page asks; the second password is never sent. Specification 3. */
export const registrationForm = v.pipe(
  fields({ ...registrationEntries, confirmpassword: passwordAgain }),
  samePasswords("password"),
);

export const account = v.strictObject({
  _id: v.string(),
  ...person.entries,
  createdAt: v.string(),
  /** The notice accepted last, and when; null when none was. */
  privacy: v.nullable(v.strictObject({ version: v.string(), acceptedAt: v.string() })),
});

export type Account = v.InferOutput<typeof account>;

/** What the account page changes: e-mail address and JAMB number are changed at the help desk. */
export const accountForm = fields({
  firstname: personName("First name"),
  middlename: middleName("Middle name"),
  lastname: personName("Last name"),
  phonenumber: phone("Phone Number"),
});

/** What is absent stays as it is; an empty middle name takes it away. */
const changes = v.pipe(
  fields({
    firstname: optional(accountForm.entries.firstname),
    middlename: v.pipe(
      v.optional(
        v.pipe(
          accountForm.entries.middlename,
          v.transform((name) => name ?? null),
        ),
      ),
      v.title("Middle name"),
    ),
    lastname: optional(accountForm.entries.lastname),
    phonenumber: optional(accountForm.entries.phonenumber),
    photo: v.pipe(
      v.optional(fields({ newname: reference("Photo"), link: v.optional(v.string("Link must be text")) })),
      v.title("Photo"),
    ),
  }),
  v.check((sent) => Object.values(sent).some((value) => value !== undefined), "Please send at least one change"),
);

export const registerAccount = post(
  "/ms_applicant",
  "Creates an account and mails a code and a link",
  registration,
  done({}),
);
export const changeAccount = put("/ms_applicant", "Changes one's own name, phone number or photo", changes, done({}));
export const readAccount = get("/ms_applicant/account", "One's own account", account);
