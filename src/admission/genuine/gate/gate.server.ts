import type { FastifyInstance } from "fastify";
import { feeReferencesOf } from "#applications/application/application.server.ts";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { reversedReferences } from "#payments/payment-reference/payment-reference.server.ts";
import { receiptLetters } from "#payments/receipt/receipt.rules.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { paperLetters } from "#reference/papers/papers.names.rules.ts";
import { paperKeys, revokedSign } from "#reference/papers/papers.server.ts";
import { givenUpWithoutOffer, withoutOfferSince } from "../../offer/offer.server.ts";
import { readGateList } from "./gate.contract.ts";

export function gateCalls(app: FastifyInstance): void {
  const { db, config } = app.portal;
  handle(app, readGateList, everyone, async () => {
    const asOf = await clock(db);
    const [keys, revoked] = await Promise.all([paperKeys(db, config), revokedPapers(db)]);
    return { asOf, keys, revoked };
  });
}

/** Letters of offers that were recalled or given up, and receipts of payments that were taken back. */
async function revokedPapers(db: Database): Promise<string[]> {
  const [recalled, left, reversed] = await Promise.all([
    withoutOfferSince(db),
    givenUpWithoutOffer(db),
    reversedReferences(db),
  ]);
  const references = await feeReferencesOf(db, [...new Set([...recalled, ...left])]);
  const letters = [paperLetters.admissionLetter, paperLetters.acceptanceLetter];
  const out = [
    ...references.flatMap((about) => letters.map((kind) => ({ kind, about }))),
    ...reversed.map(({ rrr, purpose }) => ({ kind: receiptLetters[purpose], about: rrr })),
  ];
  return out.map(revokedSign).sort();
}
