import * as v from "valibot";
import { lines } from "#kit/field/fields.contract.ts";
import { done, fields, get, post, remove } from "#kit/wire/endpoint.contract.ts";

const me = v.strictObject({
  _id: v.string(),
  name: v.string(),
  emailaddress: v.string(),
  secondFactor: v.boolean(),
  /** The college asks for a second factor and there is none: every other call answers 403 until there is. */
  mustEnrol: v.boolean(),
  /** Whether the college asks for one, so that it cannot be turned off. */
  secondFactorNeeded: v.boolean(),
});

/** How a member of staff signs in, as who may change staff sees it. */
const staffAccount = v.strictObject({
  _id: v.string(),
  status: v.string(),
  hasPassword: v.boolean(),
  /** When the link that sets a password stops working; null when none is out. */
  invitedUntil: v.nullable(v.string()),
  signedInAt: v.nullable(v.string()),
  secondFactor: v.boolean(),
  /** How many sign-ins are living. */
  sessions: v.number(),
});

const path = "/staff/ms_staff/:id";

export const readMe = get("/staff/ms_staff/me", "Who is signed in, and whether a second factor is due", me);

export const readStaffAccount = get(`${path}/account`, "How a member of staff signs in", staffAccount);
export const endSessionsOf = remove(`${path}/sessions`, "Ends every sign-in of a member of staff at once");
export const inviteStaff = post(
  `${path}/invite`,
  "Mails a member of staff a link to set a password, for 7 days; the one before stops working",
  v.nullish(fields({})),
  done({}),
);
export const dropSecondFactorOf = {
  method: "DELETE",
  path: `${path}/second_factor`,
  summary: "Takes the second factor of a member of staff away who lost the phone, and ends every sign-in",
  body: fields({ reason: lines("Reason", 500) }),
  reply: done({}),
} as const;
