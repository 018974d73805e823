import * as v from "valibot";
import { copyToProgrammes } from "#calendar/programme-copy/programme-copy.contract.ts";
import { usuallyAdmitting } from "#calendar/session/session.usual.contract.ts";
import { record } from "#console/record/record.contract.ts";
import { atLeastTwo, naira, refersTo, status } from "#console/record/record.fields.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";
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
