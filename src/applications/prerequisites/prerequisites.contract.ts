import * as v from "valibot";
import { get } from "#kit/wire/endpoint.contract.ts";
import { modesOfEntry } from "#reference/qualifications/qualifications.rules.ts";

const count = v.number();

export const readPrerequisites = get(
  "/ms_applications/prerequisites/:programmeId",
  "What an applicant has of what an application to a programme needs, and the modes of entry that it takes",
  v.strictObject({
    papers: v.strictObject({ referees: count, bio: count, sittings: count, results: count, awaited: count }),
    /** O-Level results that the college asks for. */
    resultsNeeded: count,
    modes: v.array(v.picklist(modesOfEntry)),
  }),
);
