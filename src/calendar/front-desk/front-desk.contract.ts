import * as v from "valibot";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { admissionStates, admittingSession } from "../session/session.contract.ts";

const fee = amount("Application fee");

/** What a visitor may know before signing in. Contract 2. */
export const frontDeskEntries = {
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
    /** What the least and the most dear application costs, in naira; null while nothing is to be paid. */
    fees: v.nullable(v.strictObject({ least: fee, most: fee })),
    /** What the college says about the screening and the decision; empty until it says something. */
    after: v.string(),
  }),
};

export const askFrontDesk = get(
  "/portal",
  "The college, how to reach it, and when applications are open; with ?programmes also what can be applied for",
  v.strictObject(frontDeskEntries),
);
