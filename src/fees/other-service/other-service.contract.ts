import * as v from "valibot";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, maybe, naira, refersTo, status, usually, whole } from "#console/record/record.fields.contract.ts";
import { choice, text } from "#kit/field/fields.contract.ts";
import { providerService } from "../provider-service/provider-service.contract.ts";

/** What is made of an order: an ID card and a transcript are made in the portal, everything else by the office alone. */
export const serviceKinds = ["Other", "ID card", "Transcript"] as const;

export type ServiceKind = (typeof serviceKinds)[number];

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
    days: usually(v.pipe(whole("Days to make it", 0, 365), v.description("From the day of the payment")), () => 5),
    asks: maybe(
      v.pipe(
        text("What the student writes", 200),
        v.description("Such as the name and address of the school that it goes to"),
      ),
    ),
    kind: usually(
      v.pipe(
        choice("What is made", serviceKinds),
        v.description(
          "An ID card is printed from here, with the student's photograph and a code that anybody can check. A transcript is made of the student's record, under Transcripts",
        ),
      ),
      () => "Other" as const,
    ),
    department: maybe(v.pipe(refersTo("Office", "department"), v.description("Left empty: the registry"))),
    status,
  },
  title: ["label"],
  columns: ["label", "amount", "days", "department", "serviceid", "status"],
  sorts: ["label", "amount", "createdAt"],
  filters: ["status"],
  searched: "label or description",
  key: ["label"],
});
