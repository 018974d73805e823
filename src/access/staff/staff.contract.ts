import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import {
  atLeastTwo,
  foundUsually,
  maybe,
  onDay,
  readAs,
  refersTo,
  usually,
} from "#console/record/record.fields.contract.ts";
import { choice, email, personName, phone, text } from "#kit/field/fields.contract.ts";
import { lagosToday } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { maritalStatuses } from "#reference/qualifications/qualifications.rules.ts";

/** Only staff whose status is Active can sign in; who has Retired or Left has lost every right. */
export const staffStatuses = ["Active", "On leave", "Suspended", "Retired", "Left"] as const;

const LEAVING =
  "Only staff whose status is Active can sign in. Retired and Left take every group, right and office away at once; on leave and suspended keep them for later.";

/** One of the people of the office. Specification 3. */
export const staffRecord = record({
  noun: "staff",
  one: "Member of staff",
  many: "Staff",
  page: "staff",
  link: "/staff/staff",
  entries: {
    title: maybe(atLeastTwo("Title", 20)),
    firstname: personName("First name"),
    middlename: maybe(personName("Middle name")),
    lastname: personName("Last name"),
    foldernumber: foundUsually(
      text("Folder number", 30),
      "Left empty: a number for the time being, such as NEW-4F72A0",
    ),
    department: foundUsually(refersTo("Department", "department"), "Left empty: your own department"),
    status: usually(
      v.pipe(choice("Status", staffStatuses), v.metadata({ options: staffStatuses }), v.description(LEAVING)),
      () => "Active",
    ),
    emailaddress: email("Email address"),
    phonenumber: v.pipe(phone("Phone number"), readAs(localPhone)),
    maritalstatus: choice("Marital status", maritalStatuses),
    dateofbirth: v.pipe(
      onDay("Date of birth"),
      v.check((day) => day < lagosToday(), "Date of birth must be in the past"),
    ),
  },
  title: ["title", "firstname", "lastname"],
  columns: ["lastname", "firstname", "title", "foldernumber", "department", "status"],
  sorts: ["lastname", "foldernumber", "createdAt"],
  filters: ["department", "status"],
  searched: "name, folder number, email or phone",
  key: ["foldernumber"],
});
