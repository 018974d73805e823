import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { otherServices } from "./other-service.contract.ts";

export const otherServiceRules: RecordRules<typeof otherServices> = {
  of: otherServices,
  table: "other_service",
  within: "college-wide",
  constraints: { other_service_label: ["value-taken", "label", "Another service has this label already"] },
};

export const otherServiceNoun: Noun = {
  name: "other-service",
  records: [otherServiceRules],
};
