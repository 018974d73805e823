import * as v from "valibot";
import { done, fields, get, post } from "#kit/wire/endpoint.contract.ts";

const notice = v.strictObject({
  _id: v.string(),
  title: v.string(),
  /** Plain text. */
  post: v.string(),
  sentAt: v.string(),
  read: v.boolean(),
});
export type OwnNotice = v.InferOutput<typeof notice>;

/** Specification 3: notification. */
export const listNotices = get(
  "/ms_notification",
  "What the college has told the applicant, the newest fifty",
  v.array(notice),
);

export const readNotice = post(
  "/ms_notification/:id/read",
  "Says that the applicant has had a notice on the screen; a second time changes nothing",
  v.nullish(fields({})),
  done({}),
);
