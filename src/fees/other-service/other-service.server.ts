import type { Rules } from "#console/record/record.rules.server.ts";
import { otherServices } from "./other-service.contract.ts";

export const otherServiceRules: Rules<typeof otherServices> = {
  of: otherServices,
  table: "other_service",
  within: "college-wide",
  constraints: { other_service_label: ["label", "Another service has this label already"] },
};
