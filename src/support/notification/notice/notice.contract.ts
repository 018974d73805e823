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

/** The calls by which somebody reads what the college has told him or her, below a path of the area's own. */
const noticesBelow = <Path extends string>(path: Path) => ({
  /** Specification 3: notification. */
  list: get(path, "What the college has told the caller, the newest fifty", v.array(notice)),
  read: post(
    `${path}/:id/read`,
    "Says that the caller has had a notice on the screen; a second time changes nothing",
    v.nullish(fields({})),
    done({}),
  ),
});

export type NoticesCalls = ReturnType<typeof noticesBelow<string>>;

export const applicantNotices = noticesBelow("/ms_notification");
export const studentNotices = noticesBelow("/student/notification");
