import * as v from "valibot";
import { choice } from "#console/record/record.contract.ts";
import { refersTo } from "#console/record/record.fields.contract.ts";
import { done, fields, post } from "#kit/endpoint.contract.ts";
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

const TO = "Choose the programmes to copy to, or all that take applicants";

export const copyForm = fields({
  session,
  from: refersTo("Copy from", "programme"),
  to: v.pipe(
    v.union([v.literal("admitting"), v.pipe(v.array(v.string()), v.minLength(1, TO), v.maxLength(500, TO))], TO),
    v.title("Copy to"),
  ),
  check: v.optional(v.boolean("Check must be true or false")),
});

/** What the copy did to one programme, or would do. */
export const copied = v.strictObject({
  programme: choice,
  added: v.number(),
  changed: v.number(),
  same: v.number(),
  /** Its further active items, which stay. */
  others: v.number(),
  wrong: v.nullable(v.string()),
});

export type Copied = v.InferOutput<typeof copied>;

export const copyFeeItems = post(
  "/staff/ms_application_fee_item/copy",
  "Copies the active fee items of one programme to others, all or none; with `check` it only tells what would be copied",
  copyForm,
  done({ programmes: v.array(copied) }),
);
