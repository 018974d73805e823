import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { paperEntries, paperWording } from "#reference/papers/papers.contract.ts";

/** The posting letter: what the student shows at the school. */
export const postingLetter = v.strictObject({
  _id: v.string(),
  name: v.string(),
  matric: v.nullable(v.string()),
  programme: v.string(),
  level: v.nullable(v.number()),
  session: v.string(),
  semester: v.number(),
  course: v.string(),
  school: v.strictObject({
    name: v.string(),
    address: v.string(),
    lga: v.string(),
    state: v.string(),
    contact: v.nullable(v.string()),
  }),
  starts: v.string(),
  ends: v.string(),
  supervisor: v.nullable(v.string()),
  postedAt: v.string(),
  ...paperEntries,
  ...paperWording("heading", "greeting", "opening", "closing", "signatories"),
});

export const readPostingLetter = get(
  "/staff/ms_practice_posting/:id/letter",
  "The posting letter of a student, to print; a hold on papers keeps it",
  postingLetter,
);

export const readOwnPostingLetter = get(
  "/student/practice_letter/:id",
  "One's own posting letter, to print; a hold on papers keeps it",
  postingLetter,
);
