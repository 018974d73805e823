import * as v from "valibot";
import { text } from "#kit/field/fields.contract.ts";
import { printable } from "#kit/field/text.rules.ts";
import { done, fields, get, post, remove } from "#kit/wire/endpoint.contract.ts";

const path = "/staff/ms_saved_view";

/** What a list shows, by a name: the query string of its filters, search and order. */
const savedView = v.strictObject({ _id: v.string(), noun: v.string(), name: v.string(), query: v.string() });
export type SavedView = v.InferOutput<typeof savedView>;

export const savedViewForm = fields({
  noun: text("List", 60),
  name: text("Name", 40),
  query: v.pipe(
    v.string("What the list shows is required"),
    v.maxLength(2_000, "This list has too many filters to save"),
    printable("What the list shows"),
  ),
});

export const listSavedViews = get(path, "The caller's saved views of the list that noun= names", v.array(savedView));
export const saveView = post(
  path,
  "Keeps what a list shows under a name; the same name again takes the place of the last one",
  savedViewForm,
  done({ _id: v.string() }),
);
export const deleteSavedView = remove(`${path}/:id`, "Deletes a saved view of the caller's");
