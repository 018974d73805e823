import * as v from "valibot";
import { refersTo } from "#console/record/record.fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
import { providerService } from "../provider-service/provider-service.contract.ts";

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
