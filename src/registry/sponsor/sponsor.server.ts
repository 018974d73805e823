import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { sponsors } from "./sponsor.contract.ts";

export const sponsorRules: RecordRules<typeof sponsors> = {
  of: sponsors,
  table: "sponsor",
  within: "college-wide",
  constraints: { sponsor_name: ["value-taken", "name", "Another sponsor has this name already"] },
  instead: "Make the sponsor inactive instead",
};

/** Who may be chosen now, by name. */
export const activeSponsors = (db: Database) =>
  db.selectFrom("sponsor").select(["_id", "name"]).where("status", "=", true).orderBy("name").execute();

/** One sponsor; undefined where there is none. */
export const sponsorById = async (db: Database | Trx, id: string) =>
  isId(id) ? db.selectFrom("sponsor").selectAll().where("_id", "=", id).executeTakeFirst() : undefined;

export const sponsorNoun: Noun = {
  name: "sponsor",
  records: [sponsorRules],
};
