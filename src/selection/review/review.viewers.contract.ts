import * as v from "valibot";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";

/** How often who has a file open says so. */
export const LOOK_SECONDS = 20;

/** Who has not said so for as long has gone. */
export const GONE_SECONDS = 60;

export const lookAtFile = post(
  "/staff/ms_review/:id/look",
  "Says that the caller looks at an application, and answers who else does",
  fields({}),
  done({
    others: v.array(v.string()),
    /** Of the application: another than the one on the screen means that it was changed meanwhile. */
    version: v.number(),
  }),
);
