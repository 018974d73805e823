import * as v from "valibot";
import { lines } from "#kit/field/fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";

const TOO_SHORT = "Note must be at least 2 characters";

/** What members of the office write for each other about an application. Nobody outside ever reads it. */
export const noteForm = fields({
  post: v.pipe(lines("Note", 1_000), v.minCodePoints(2, TOO_SHORT), v.title("Note")),
});

export const note = v.strictObject({
  _id: v.string(),
  /** Who wrote it, such as "Dr Hauwa Bello". */
  author: v.string(),
  post: v.string(),
  createdAt: v.string(),
});

export type Note = v.InferOutput<typeof note>;

export const addNote = post(
  "/staff/ms_review/:id/note",
  "Adds a note for the office to an application; it stays as it is for good",
  noteForm,
  done({ _id: v.string() }),
);
