import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { reviewFile } from "#selection/review/review.file.contract.ts";

export const readClearancePapers = get(
  "/staff/ms_clearance/:id/papers",
  "The documents and O-Level results that somebody submitted, for who ticks a line of that list",
  v.pick(reviewFile, ["documents", "requests", "slips", "eligibility"]),
);
