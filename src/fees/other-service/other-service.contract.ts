import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, naira, status } from "#console/record/record.fields.contract.ts";
import { text } from "#kit/field/fields.contract.ts";
import { providerService } from "../provider-service/provider-service.contract.ts";

/** A service that is paid for on demand, such as a transcript. Specification 3. */
export const otherServices = record({
  noun: "other_service",
  one: "Other service",
  many: "Other services",
  page: "other-services",
  link: "/staff/other-services",
  entries: {
    label: atLeastTwo("Label", 100),
    description: text("Description", 300),
    serviceid: providerService("Service ID"),
    amount: naira("Amount"),
    status,
  },
  title: ["label"],
  columns: ["label", "amount", "description", "serviceid", "status"],
  sorts: ["label", "amount", "createdAt"],
  filters: ["status"],
  searched: "label or description",
  key: ["label"],
});
