import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

/** A stored picture and the address that shows it for ten minutes. */
export const photo = v.strictObject({ newname: v.string(), link: v.string() });

export type Photo = v.InferOutput<typeof photo>;

export const readPhoto = get(
  "/ms_applicant/photo/applicant",
  "The applicant's passport photograph, or {} before there is one",
  v.union([photo, v.strictObject({})]),
);
