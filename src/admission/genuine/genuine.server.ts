import type { FastifyInstance } from "fastify";
import { everyone, handle } from "#kit/wire/handle.server.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import type { Limit } from "#platform/limits.server.ts";
import { networkOf } from "#platform/network.server.ts";
import { bareCode } from "#reference/papers/papers.code.contract.ts";
import { signedPaper } from "#reference/papers/papers.code.server.ts";
import { isPaperLetter, papers } from "#reference/papers/papers.contract.ts";
import { provesAcceptance, provesApplication, provesOffer } from "./genuine.application.server.ts";
import { checkPaper, type Proof } from "./genuine.contract.ts";
import { provesAcceptanceFee, provesApplicationFee } from "./genuine.payment.server.ts";

/** Of one internet address. A right code is answered however many wrong ones came before it from a shared address. */
const wrongCodes: Limit = {
  name: "wrong-paper-code",
  points: 100,
  seconds: 900,
  sentence:
    "Too many wrong codes came from here. Please try again in a quarter of an hour, or ask the admissions office",
};

/** What a paper proves, looked up when it is asked; null when the records do not hold what it is about. */
type Proves = (db: Database, rrr: string) => Promise<Omit<Proof, "kind" | "checkedAt"> | null>;

const proofs: Readonly<Record<keyof typeof papers, Proves>> = {
  S: provesApplication,
  F: provesApplicationFee,
  A: provesOffer,
  C: provesAcceptanceFee,
  P: provesAcceptance,
};

export function genuineCalls(app: FastifyInstance): void {
  const { db, config, limits } = app.portal;

  handle(app, checkPaper, everyone, async ({ params, request, reply }) => {
    reply.header("x-robots-tag", "noindex");
    const paper = signedPaper(config, bareCode(params.code));
    if (!paper) {
      await limits.take(wrongCodes, networkOf(request));
      return { valid: false as const, why: NOT_OURS };
    }
    const { kind, rrr } = paper;
    const found = isPaperLetter(kind) ? await proofs[kind](db, rrr) : null;
    if (!found || !isPaperLetter(kind)) return { valid: false as const, why: NO_RECORD };
    return { kind: papers[kind], ...found, checkedAt: await clock(db) };
  });
}

const NOT_OURS = "The college has not made this code. Compare each letter and digit with the paper";
const NO_RECORD = "The college's records hold nothing for this code. Please ask the admissions office";
