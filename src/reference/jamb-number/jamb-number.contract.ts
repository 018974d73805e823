import * as v from "valibot";

/** 8 to 12 digits and two letters, the old and the new form; spaces and small letters are forgiven. Contract 3.3. */
export const jambNumber = v.pipe(
  v.string("JAMB Admission number must be text"),
  v.transform((typed) => typed.replace(/[\s-]/g, "")),
  v.nonEmpty("JAMB Admission number is required"),
  v.regex(/^\d{8,12}[A-Za-z]{2}$/, "JAMB Admission number must be 8 to 12 digits and two letters, like 202612345678AB"),
  v.transform((typed) => typed.toUpperCase()),
  v.title("JAMB Admission number"),
);
