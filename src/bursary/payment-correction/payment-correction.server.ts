import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { handleProposal } from "#access/proposal/proposal.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { wholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import type { Limit } from "#platform/limits/limits.server.ts";
import { receiveFile, takeFilesOnly } from "#profile/upload/upload.server.ts";
import {
  paymentCorrections,
  proposeCorrection,
  readCorrectable,
  readCorrection,
  sendEvidence,
} from "./payment-correction.contract.ts";
import { correctionProposal, decideCorrectionCalls } from "./payment-correction.decide.server.ts";
import { impossibleCorrections } from "./payment-correction.impossible.server.ts";
import { proposePaymentCorrection } from "./payment-correction.propose.server.ts";
import { correctionFile, proposedCorrections, readCorrectablePayment } from "./payment-correction.read.server.ts";

export { correctionsAbout } from "./payment-correction.read.server.ts";

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

  app.register(async (scope) => {
    takeFilesOnly(scope);
    handle(scope, sendEvidence, change, async (ask) => {
      await app.portal.limits.take(hourly, ask.who.staff);
      return receiveFile(app, ask, ask.who.staff);
    });
  });

  handle(app, readCorrectable, change, ({ who, params }) => readCorrectablePayment(db, who, params.id));
  handle(app, readCorrection, view, ({ who, params }) => correctionFile(app, who, params.id));
  handleProposal(app, correctionProposal, proposeCorrection, {
    right: "payment-corrections.change",
    propose: proposePaymentCorrection,
  });
  decideCorrectionCalls(app);
}

export const paymentCorrectionNoun: Noun = {
  name: "payment-correction",
  calls: paymentCorrectionCalls,
  listings: [paymentCorrectionRules],
  impossible: impossibleCorrections,
  waiting: [
    {
      right: "payment-corrections.approve",
      rows: ({ staff }) => proposedCorrections(staff),
      one: "One correction of a payment waits for your approval.",
      many: "corrections of payments wait for your approval.",
      deed: "See the corrections",
      link: "/staff/payment-corrections?state=Proposed",
    },
  ],
};
