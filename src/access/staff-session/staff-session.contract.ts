import * as v from "valibot";
import { done, fields, get, post, remove } from "#kit/wire/endpoint.contract.ts";

export const staffSession = v.strictObject({
  _id: v.string(),
  /** In words: "Chrome on Windows". */
  browser: v.string(),
  /** The internet address that signed in. */
  address: v.string(),
  createdAt: v.string(),
  seenAt: v.string(),
  /** The one that asks. */
  current: v.boolean(),
});

const path = "/staff/ms_staff_session";

export const listStaffSessions = get(path, "Where the caller is signed in, seen last first", v.array(staffSession));
export const endStaffSession = remove(`${path}/:id`, "Ends one of the caller's own sign-ins at once");
export const endOtherSessions = post(
  `${path}/end_others`,
  "Ends every sign-in of the caller but this one",
  v.nullish(fields({})),
  done({}),
);
export const staffSignOut = post(
  "/staff/ms_staff/logout",
  "Ends this sign-in at once",
  v.nullish(fields({})),
  done({}),
);
