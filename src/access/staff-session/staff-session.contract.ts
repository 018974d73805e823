import * as v from "valibot";
import { signInsBelow } from "#identity/session/session.own.contract.ts";
import { done, fields, post } from "#kit/wire/endpoint.contract.ts";

export const staffSessions = signInsBelow("/staff/ms_staff_session");

export const staffSignOut = post(
  "/staff/ms_staff/logout",
  "Ends this sign-in at once",
  v.nullish(fields({})),
  done({}),
);
