import * as v from "valibot";
import { admittingProgrammeEntries } from "#college/programme/programme.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import type { Endpoint } from "#kit/wire/endpoint.contract.ts";
import { entryRules } from "../intake/intake.entry-rules.contract.ts";
import { askFrontDesk, frontDeskEntries } from "./front-desk.contract.ts";

const offeredProgramme = v.strictObject({
  ...admittingProgrammeEntries,
  /** In naira; null while the bursary has set none. */
  fee: v.nullable(amount("Application fee")),
  rules: entryRules,
});

export type OfferedProgramme = v.InferOutput<typeof offeredProgramme>;

const prospectus = v.strictObject({
  programmes: v.array(offeredProgramme),
  /** Documents that applicants upload, those that most programmes ask for first. */
  papers: v.array(v.string()),
  /** O-Level results that an application needs. */
  resultsNeeded: v.number(),
});

export type Prospectus = v.InferOutput<typeof prospectus>;

const longer = v.strictObject({ ...frontDeskEntries, prospectus: v.optional(prospectus) });

/** The call as the server answers it. */
export const answerFrontDesk = { ...askFrontDesk, reply: longer } as const;

/** The call with the programmes, by its type alone: the rules' schema would weigh more in a browser than their page. */
export const askProspectus = { ...askFrontDesk, path: "/portal?programmes" } as unknown as Endpoint<
  "/portal?programmes",
  (typeof askFrontDesk)["body"],
  typeof longer
>;
