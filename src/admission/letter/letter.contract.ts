import * as v from "valibot";
import { applicationEntries, applicationsPath } from "#applications/application/application.contract.ts";
import { amount } from "#kit/value/money.contract.ts";
import { get } from "#kit/wire/endpoint.contract.ts";
import { paperEntries, paperWording } from "#reference/papers/papers.contract.ts";
import { acceptanceFee } from "../offer/offer.status.contract.ts";
import { offerStandings } from "../offer/offer.status.rules.ts";

/** What the admission letter prints, and with a paid acceptance fee the acceptance letter too. Specification 2 and 9. */
export const letterPaper = v.strictObject({
  ...applicationEntries,
  ...paperEntries,
  /** The same address for the acceptance letter; null until the place is accepted and paid for. */
  genuineAcceptance: v.nullable(v.string()),
  /** The payment reference that the letter names: of the acceptance fee, until then of the application fee. */
  RRR: v.string(),
  /** Of the course, in years. */
  duration: v.number(),
  releasedAt: v.string(),
  /** The last day to accept, in Lagos: `2026-12-05`. */
  due: v.string(),
  /** What a conditional offer asks for. */
  condition: v.nullable(v.string()),
  /** The college's own, with their fields filled; null where it has written none. */
  opening: v.nullable(v.string()),
  conditions: v.nullable(v.string()),
  closing: v.nullable(v.string()),
  accepted: v.boolean(),
  /** Whether the offer can still be accepted, and if not, why. */
  standing: v.picklist(offerStandings),
  /** What accepting costs; null while the bursary has set nothing. */
  fee: v.nullable(amount("Acceptance fee")),
  acceptanceFee: v.nullable(acceptanceFee),
  /** Who signs, as the college has said; `signature` is a picture's data address, null for a line to sign on by hand. */
  signatory: v.strictObject({
    name: v.nullable(v.string()),
    title: v.string(),
    signature: v.nullable(v.string()),
  }),
  /** When the acceptance fee was paid, by the provider; null until then, and when it did not say. */
  paidOn: v.nullable(v.string()),
  /** The college's words of the letter, and of the acceptance letter. */
  ...paperWording("heading", "greeting", "opening", "notes", "closing", "signatories"),
  acceptance: paperWording("heading", "addressee", "greeting", "closing", "signatories").words,
});

export type LetterPaper = v.InferOutput<typeof letterPaper>;

export const readLetter = get(
  `${applicationsPath}/letter/:id`,
  "What the admission letter and the acceptance letter of an application print",
  letterPaper,
);
