import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";

export const readDataOfficer = get(
  "/data_officer",
  "The data protection officer of the college, in its words; null where it has named none",
  v.strictObject({ officer: v.nullable(v.string()) }),
);
