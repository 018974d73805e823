import { type RawBuilder, sql } from "kysely";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { practiceSchools } from "./practice-school.contract.ts";

export const practiceSchoolRules: RecordRules<typeof practiceSchools> = {
  of: practiceSchools,
  table: "practice_school",
  within: "college-wide",
  constraints: {
    practice_school_once: [
      "value-taken",
      "name",
      "A school of this name in this area is there already. Change that one",
    ],
    practice_school_places_held: [
      "places-taken-already",
      "places",
      "More students than that are posted here in a practice that is not over. Move some of them first",
    ],
  },
  instead: "Make it Inactive: nobody is posted there anew, and the postings that were made stay",
};

/** Every school, as a part of a larger query. */
export const everySchool = (): RawBuilder<unknown> =>
  sql`(select _id, name, kind, address, state, lga, places, contact, phonenumber, status from portal.practice_school)`;

export const practiceSchoolNoun: Noun = {
  name: "practice-school",
  records: [practiceSchoolRules],
};
