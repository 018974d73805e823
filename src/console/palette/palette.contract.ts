import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

/** A record that the palette found. `many` names its kind. */
const found = v.strictObject({
  _id: v.string(),
  noun: v.string(),
  many: v.string(),
  title: v.string(),
  link: v.string(),
});
export type Found = v.InferOutput<typeof found>;

export const searchRecords = get(
  "/staff/ms_palette",
  "Records of any kind that the caller may open and that hold the words of q=",
  v.array(found),
);
