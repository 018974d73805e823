import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

export const readJambChoice = get(
  "/ms_jamb_choice/:programmeId",
  "What JAMB's list says of the applicant's own number against a programme, in a sentence with what to do; null where nothing",
  v.strictObject({ sentence: v.nullable(v.string()) }),
);
