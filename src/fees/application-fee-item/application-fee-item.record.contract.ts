import * as v from "valibot";
import { usuallyAdmitting } from "#calendar/session/session.rules.ts";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, naira, refersTo, status } from "#console/record/record.fields.contract.ts";
import { FROZEN, providerService } from "../provider-service/provider-service.contract.ts";

/** One line of a programme's application fee in a session, as the bursar sets it. Specification 3. */
export const applicationFeeItems = record({
  noun: "application_fee_item",
  one: "Application fee item",
  many: "Application fee items",
  page: "application-fees",
  link: "/staff/application-fees",
  entries: {
    session: usuallyAdmitting,
    programme: refersTo("Programme", "programme"),
    name: atLeastTwo("Name", 100),
    amount: v.pipe(naira("Amount"), v.description(`${FROZEN}.`)),
    serviceTypeID: providerService("Service type ID"),
    status,
  },
  title: ["name"],
  columns: ["name", "amount", "programme", "session", "serviceTypeID", "status"],
  sorts: ["name", "amount", "createdAt"],
  filters: ["session", "programme", "status"],
  searched: "name",
  key: ["session", "programme", "name"],
});
