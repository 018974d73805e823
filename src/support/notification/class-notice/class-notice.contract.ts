import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { notificationStates } from "../notification.rules.ts";

const ownClass = v.strictObject({
  _id: v.string(),
  /** Of the course. */
  code: v.string(),
  name: v.string(),
  /** Whose registration counts now. */
  students: v.number(),
  /** Whether it is of the session that runs: one of a session that is over is told nothing more. */
  runs: v.boolean(),
});
export type OwnClass = v.InferOutput<typeof ownClass>;

const path = "/staff/ms_class_notice";

export const readOwnClasses = get(
  path,
  "The courses of the session that runs that the caller teaches, each with the number of its students",
  v.array(ownClass),
);

const classNotice = v.strictObject({
  _id: v.string(),
  title: v.string(),
  /** Plain text. */
  post: v.string(),
  state: v.picklist(notificationStates),
  channel: v.string(),
  /** How many have got it. */
  people: v.number(),
  /** How many of them had it on the screen. */
  read: v.number(),
  sendAt: v.string(),
  writtenby: v.string(),
  /** Whether the caller wrote it. */
  own: v.boolean(),
  /** In words: the courses that it went to. */
  towhom: v.string(),
});
export type ClassNotice = v.InferOutput<typeof classNotice>;

export const readClassNotices = get(
  `${path}/:id`,
  "What the students of one class were told by notices to courses, the newest fifty",
  v.strictObject({ class: ownClass, notices: v.array(classNotice) }),
);

const studentNotice = v.strictObject({
  _id: v.string(),
  title: v.string(),
  /** Plain text. */
  post: v.string(),
  sentAt: v.string(),
});

export const readStudentClassNotices = get(
  "/student/class_notice/:class",
  "What the students of a class that the caller takes were told, also before the caller took it, the newest fifty",
  v.strictObject({ code: v.string(), name: v.string(), notices: v.array(studentNotice) }),
);
