import * as v from "valibot";
import { usuallyAdmitting } from "#calendar/session/session.usual.contract.ts";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, naira, refersTo, status } from "#console/record/record.fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
import { FROZEN, providerService } from "../provider-service/provider-service.contract.ts";

/** One line of what accepting an offer of a session costs, as the bursar sets it. Specification 3. */
export const acceptanceFeeItems = record({
  noun: "acceptance_fee",
  one: "Acceptance fee item",
  many: "Acceptance fee items",
  page: "acceptance-fees",
  link: "/staff/acceptance-fees",
  entries: {
    session: usuallyAdmitting,
    description: atLeastTwo("Description", 100),
    amount: v.pipe(naira("Amount"), v.description(`${FROZEN}.`)),
    serviceID: providerService("Service ID"),
    status,
  },
  title: ["description"],
  columns: ["description", "amount", "session", "serviceID", "status"],
  sorts: ["description", "amount", "createdAt"],
  filters: ["session", "status"],
  searched: "description",
  key: ["session", "description"],
});

export const acceptanceServiceForm = fields({
  session: refersTo("Session", "session"),
  serviceID: providerService("Service ID"),
});

export const changeAcceptanceService = post(
  "/staff/ms_acceptance_fee/service",
  "Gives every acceptance fee item of one session another service, in one deed",
  acceptanceServiceForm,
  done({ count: v.number() }),
);
