import * as v from "valibot";
import { done, fields, get, put } from "#kit/wire/endpoint.contract.ts";

const textsForm = fields({
  on: v.pipe(v.boolean("Choose whether SMS come to your phone"), v.title("SMS to my phone")),
});

export const readTexts = get(
  "/ms_applicant/texts",
  "Whether texts go to one's own phone besides mails",
  v.strictObject({
    phonenumber: v.string(),
    on: v.boolean(),
    /** Whether the college sends any. */
    sends: v.boolean(),
  }),
);

export const switchTexts = put(
  "/ms_applicant/texts",
  "Says whether texts shall go to one's own phone; mails always do",
  textsForm,
  done({}),
);
