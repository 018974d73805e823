import * as v from "valibot";
import { email, lines, middleName, optional, personName, phone } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, put, remove } from "#kit/wire/endpoint.contract.ts";

export const refereeForm = fields({
  firstname: personName("First name"),
  middlename: middleName("Middle name"),
  lastname: personName("Last name"),
  emailaddress: optional(email("Email Address")),
  phonenumber: phone("Phone Number"),
  homeaddress: lines("Home Address of Referee", 200),
});

export const referee = v.strictObject({
  _id: v.string(),
  id: v.string(),
  firstname: v.string(),
  middlename: v.nullable(v.string()),
  lastname: v.string(),
  emailaddress: v.nullable(v.string()),
  phonenumber: v.string(),
  homeaddress: v.string(),
  createdAt: v.string(),
  /** Not in use, so it may be changed and deleted. Contract 3.8. */
  disabled: v.boolean(),
  /** For If-Match: the version that the author of a change has seen. */
  version: v.number(),
});

export type Referee = v.InferOutput<typeof referee>;

const path = "/ms_applicant_referee";

export const listReferees = get(path, "The applicant's parents and guardians, newest first", v.array(referee));
export const addReferee = post(path, "Adds a parent or guardian", refereeForm, done({ _id: v.string() }));
export const editReferee = put(
  `${path}/:id`,
  "Changes a parent or guardian that no application relies on",
  refereeForm,
  done({ version: v.number() }),
);
export const deleteReferee = remove(`${path}/:id`, "Deletes a parent or guardian that no application relies on");
