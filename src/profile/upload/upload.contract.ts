import * as v from "valibot";
import { done, post } from "#kit/wire/endpoint.contract.ts";
import { photo } from "./upload.photo.contract.ts";

/** What a call answers that has kept a file. */
export const keptFile = done({ photo });

export const uploadFile = post(
  "/uploads",
  "Stores one file sent as multipart/form-data: field photo (jpeg, png) or document (jpeg, png, pdf), at most 2 MB",
  v.nullish(v.undefined()),
  keptFile,
);
