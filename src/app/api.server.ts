import type { FastifyInstance } from "fastify";
import { olevelResultCalls } from "#academics/olevel-result/olevel-result.server.ts";
import { olevelSittingCalls } from "#academics/olevel-sitting/olevel-sitting.server.ts";
import { requirementCalls } from "#applications/requirement/requirement.server.ts";
import { frontDeskCalls } from "#calendar/front-desk/front-desk.server.ts";
import { applicationFeeItemCalls } from "#fees/application-fee-item/application-fee-item.server.ts";
import { openProgrammeCalls } from "#fees/open-programme/open-programme.server.ts";
import { registerCalls } from "#identity/account/account.register.server.ts";
import { accountCalls } from "#identity/account/account.server.ts";
import { identitySignInCalls } from "#identity/identity-sign-in/identity-sign-in.server.ts";
import { passwordResetCalls } from "#identity/password-reset/password-reset.server.ts";
import { sessionCalls } from "#identity/session/session.open.server.ts";
import { signInCalls } from "#identity/sign-in/sign-in.server.ts";
import { verificationCalls } from "#identity/verification/verification.server.ts";
import { paymentReferenceCalls } from "#payments/payment-reference/payment-reference.server.ts";
import { paymentVerificationCalls } from "#payments/payment-verification/payment-verification.server.ts";
import { bioCalls } from "#profile/bio/bio.server.ts";
import { photoCalls } from "#profile/photo/photo.server.ts";
import { refereeCalls } from "#profile/referee/referee.server.ts";
import { uploadCalls } from "#profile/upload/upload.server.ts";

/** Every call of the wire. A noun is added here, one line each. */
export function everyCall(app: FastifyInstance): void {
  registerCalls(app);
  accountCalls(app);
  signInCalls(app);
  identitySignInCalls(app);
  sessionCalls(app);
  verificationCalls(app);
  passwordResetCalls(app);
  frontDeskCalls(app);
  openProgrammeCalls(app);
  applicationFeeItemCalls(app);
  refereeCalls(app);
  bioCalls(app);
  photoCalls(app);
  uploadCalls(app);
  olevelSittingCalls(app);
  olevelResultCalls(app);
  requirementCalls(app);
  paymentReferenceCalls(app);
  paymentVerificationCalls(app);
}
