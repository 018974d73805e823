import * as v from "valibot";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";
import { reasonForm } from "./help-desk.contract.ts";

/** A view ends by itself after so many minutes, and with the sign-in that opened it. */
export const VIEW_MINUTES = 15;

/** Where an onlooker sees what an applicant sees; the view's `_id` and a screen follow. */
export const ONLOOKER = "/staff/seen";

const path = "/staff/ms_help_desk";

export const openView = post(
  `${path}/:id/see`,
  "Opens the screens of an applicant to look at, for 15 minutes; the view before it ends",
  reasonForm,
  done({ view: v.string(), endsAt: v.string() }),
);

export const readView = get(
  `${path}/view/:id`,
  "Whom an open view of one's own shows, and until when",
  v.strictObject({ applicant: v.string(), name: v.string(), endsAt: v.string() }),
);

export const endView = post(`${path}/view/:id/end`, "Ends an open view of one's own", v.nullish(fields({})), done({}));
