import * as v from "valibot";
import { admittingProgrammeEntries } from "#college/programme/programme.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";

/** A programme one may apply to now, with its application fee in naira; null while the bursary has set none. */
export const openProgramme = v.strictObject({
  ...admittingProgrammeEntries,
  fee: v.nullable(amount("Application fee")),
});

export type OpenProgramme = v.InferOutput<typeof openProgramme>;

export const listOpenProgrammes = get(
  "/ms_programme",
  "Programmes that take applications in the session that admits now, by college and department",
  v.array(openProgramme),
);
