import * as v from "valibot";
import { applicationEntries, path } from "#applications/application/application.contract.ts";
import { get } from "#kit/endpoint.contract.ts";
import { acceptanceFee } from "../acceptance/acceptance.contract.ts";

/** What the admission letter prints, and with a paid acceptance fee the acceptance letter too. Specification 2 and 9. */
export const letter = v.strictObject({
  ...applicationEntries,
  /** Of the course, in years. */
  duration: v.number(),
  releasedAt: v.string(),
  /** The last day to accept, in Lagos: `2026-12-05`. */
  due: v.string(),
  /** What a conditional offer asks for. */
  condition: v.nullable(v.string()),
  /** The place was accepted in time. */
  accepted: v.boolean(),
  acceptanceFee: v.nullable(acceptanceFee),
  /** When the acceptance fee was paid, by the provider; null until then, and when it did not say. */
  paidOn: v.nullable(v.string()),
});

export const readLetter = get(
  `${path}/letter/:id`,
  "What the admission letter and the acceptance letter of an application print",
  letter,
);
