import * as v from "valibot";
import { post } from "#kit/wire/endpoint.contract.ts";

/** More than the provider sends at once. A larger body or batch is refused. */
export const MAX_BYTES = 64 * 1024;
export const MAX_ITEMS = 100;

export const takeNotification = post(
  "/payments/notification/:secret",
  "Where the provider tells of payments. Each is a hint to ask the provider, nothing more; answers the text Ok once stored",
  v.array(v.looseObject({})),
  v.literal("Ok"),
);
