import * as v from "valibot";
import { get } from "#kit/endpoint.contract.ts";
import { admissionStates, admittingSession } from "../session/session.contract.ts";

/** What a visitor may know before signing in. Contract 2. */
export const frontDesk = v.strictObject({
  brand: v.strictObject({ name: v.string(), shortname: v.string(), motto: v.string(), portal: v.string() }),
  contact: v.strictObject({
    office: v.string(),
    emailaddress: v.string(),
    phonenumber: v.string(),
    address: v.string(),
    hours: v.string(),
  }),
  admission: v.strictObject({
    state: v.picklist(admissionStates),
    session: v.nullable(admittingSession),
    message: v.string(),
  }),
});

export const askFrontDesk = get("/portal", "The college, how to reach it, and when applications are open", frontDesk);
