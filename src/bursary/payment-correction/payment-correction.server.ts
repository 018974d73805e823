import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { wholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { receiveFile, takeFilesOnly } from "#profile/upload/upload.server.ts";
import {
  approveCorrection,
  paymentCorrections,
  proposeCorrection,
  readCorrectable,
  readCorrection,
  refuseCorrection,
  sendEvidence,
  withdrawCorrection,
} from "./payment-correction.contract.ts";
import {
  approvePaymentCorrection,
  refusePaymentCorrection,
  withdrawPaymentCorrection,
} from "./payment-correction.decide.server.ts";
import { impossibleCorrections } from "./payment-correction.impossible.server.ts";
import { proposePaymentCorrection } from "./payment-correction.propose.server.ts";
import { correctionFile, readCorrectablePayment } from "./payment-correction.read.server.ts";

export { correctionsAbout, proposedCorrections } from "./payment-correction.read.server.ts";

export const paymentCorrectionRules: RecordRules<typeof paymentCorrections> = {
  of: paymentCorrections,
  table: "payment_correction",
  within: wholeCollege,
};

const hourly: Limit = {
  name: "correction-evidence",
  points: 60,
  seconds: 3600,
  sentence: "You have sent many files in the last hour. Please wait a while before you send another",
};

export function paymentCorrectionCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("payment-corrections");
  const change = staff("payment-corrections.change");
  const decide = staff("payment-corrections.approve");

  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, sendEvidence, change, async (ask) => {
      await app.portal.limits.take(hourly, ask.who.staff);
      return receiveFile(app, ask, ask.who.staff);
    });
  });

  handle(app, readCorrectable, change, ({ who, params }) => readCorrectablePayment(db, who, params.id));
  handle(app, proposeCorrection, change, (ask) => proposePaymentCorrection(app, ask));
  handle(app, readCorrection, view, ({ who, params }) => correctionFile(app, who, params.id));
  handle(app, approveCorrection, decide, (ask) => approvePaymentCorrection(app, ask));
  handle(app, refuseCorrection, decide, (ask) => refusePaymentCorrection(app, ask));
  handle(app, withdrawCorrection, change, (ask) => withdrawPaymentCorrection(app, ask));
}

export const paymentCorrectionNoun: Noun = {
  name: "payment-correction",
  calls: paymentCorrectionCalls,
  listings: [paymentCorrectionRules],
  impossible: impossibleCorrections,
};
