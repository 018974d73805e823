import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { otherServices } from "./other-service.contract.ts";

export const otherServiceRules: RecordRules<typeof otherServices> = {
  of: otherServices,
  table: "other_service",
  within: "college-wide",
  constraints: { other_service_label: ["value-taken", "label", "Another service has this label already"] },
};

/** What may be ordered now, by its name. */
export const offeredServices = (db: Database) =>
  db
    .selectFrom("other_service")
    .select(["_id", "label", "description", "amount_kobo", "serviceid", "days", "asks", "department", "kind"])
    .where("status", "=", true)
    .orderBy("label")
    .execute();

export const otherServiceNoun: Noun = {
  name: "other-service",
  records: [otherServiceRules],
};
