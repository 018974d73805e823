import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import type { Noun } from "#console/noun/noun.server.ts";
import type { RecordRules } from "#console/record/record.server.ts";
import { requireWholeCollege, wholeCollege } from "#console/scope/scope.server.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { answerCase } from "./payer-case/payer-case.contract.ts";
import { payerCaseTemplates } from "./payer-case/payer-case.mail.server.ts";
import { KIND } from "./payer-case/payer-case.rules.ts";
import { impossibleCases, overdueCases, ownPayerCases, payerCaseCalls } from "./payer-case/payer-case.server.ts";
import {
  closeException,
  countExceptions,
  leaveException,
  paymentExceptions,
  readException,
  reopenException,
  shutExceptions,
  takeException,
} from "./payment-exception.contract.ts";
import {
  answerPayerCase,
  closePaymentException,
  leavePaymentException,
  reopenPaymentException,
  takePaymentException,
} from "./payment-exception.decide.server.ts";
import { impossibleExceptions } from "./payment-exception.impossible.server.ts";
import { countsByKind, exceptionFile, untakenExceptions } from "./payment-exception.read.server.ts";

export { type PassedPayment, passedAbout, passToDesk } from "./payment-exception.decide.server.ts";
export { countWaiting, exceptionsAbout } from "./payment-exception.read.server.ts";

export const paymentExceptionRules: RecordRules<typeof paymentExceptions> = {
  of: paymentExceptions,
  table: "open_payment_exception",
  within: wholeCollege,
};

export const shutExceptionRules: RecordRules<typeof shutExceptions> = {
  of: shutExceptions,
  table: "shut_payment_exception",
  within: wholeCollege,
};

export function paymentExceptionCalls(app: FastifyInstance): void {
  const { db } = app.portal;
  const view = staff("payment-exceptions");
  const change = staff("payment-exceptions.change");

  handle(app, countExceptions, view, async ({ who }) => {
    requireWholeCollege(who);
    return countsByKind(db);
  });
  handle(app, readException, view, ({ who, params }) => exceptionFile(app, who, params.id));
  handle(app, takeException, change, (ask) => takePaymentException(app, ask));
  handle(app, leaveException, change, (ask) => leavePaymentException(app, ask));
  handle(app, closeException, change, (ask) => closePaymentException(app, ask));
  handle(app, answerCase, change, (ask) => answerPayerCase(app, ask));
  handle(app, reopenException, change, (ask) => reopenPaymentException(app, ask));
}

export const paymentExceptionNoun: Noun = {
  name: "payment-exception",
  templates: payerCaseTemplates,
  calls: (app) => {
    paymentExceptionCalls(app);
    payerCaseCalls(app);
  },
  ownRows: [ownPayerCases],
  listings: [paymentExceptionRules, shutExceptionRules],
  impossible: [...impossibleExceptions, ...impossibleCases],
  waiting: [
    {
      right: "payment-exceptions.change",
      rows: untakenExceptions,
      one: "One payment needs a decision, and nobody has taken it.",
      many: "payments need a decision, and nobody has taken them.",
      deed: "See the exceptions",
      link: "/staff/payment-exceptions",
    },
    {
      right: "payment-exceptions.change",
      rows: overdueCases,
      one: "One payer waits longer than the day that was promised.",
      many: "payers wait longer than the day that was promised.",
      deed: "See who waits",
      link: `/staff/payment-exceptions?kind=${encodeURIComponent(KIND)}`,
    },
  ],
};
