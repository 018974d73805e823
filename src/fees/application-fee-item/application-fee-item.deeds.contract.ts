import * as v from "valibot";
import { copyToProgrammes } from "#calendar/programme-copy/programme-copy.contract.ts";
import { refersTo } from "#console/record/record.fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
import { providerService } from "../provider-service/provider-service.contract.ts";

const session = refersTo("Session", "session");

const serviceTypeID = providerService("Service type ID");

/** What the dialogs hold: one programme, or every one that has items in the session. */
export const serviceForm = fields({ session, programme: refersTo("Programme", "programme"), serviceTypeID });
export const everyServiceForm = fields({ session, serviceTypeID });

/** For every programme, in the place of one. */
export const EVERY = "every";

export const changeServiceType = post(
  "/staff/ms_application_fee_item/service",
  "Gives all fee items of one programme in a session, or of `every` programme, another service type in one deed",
  serviceForm,
  done({ count: v.number() }),
);

/** As the bursary calls them. */
export const THINGS = "fee items";

export const copyFeeItems = copyToProgrammes("application_fee_item", THINGS);
