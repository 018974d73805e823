import * as v from "valibot";

/** Who an applicant is, as answers and papers name him or her. */
export const person = v.strictObject({
  firstname: v.string(),
  middlename: v.nullable(v.string()),
  lastname: v.string(),
  emailaddress: v.string(),
  phonenumber: v.string(),
  jamb: v.string(),
});
