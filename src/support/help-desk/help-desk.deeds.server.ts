import type { FastifyInstance } from "fastify";
import { staff } from "#access/permission/permission.server.ts";
import { namesOfStaff } from "#access/staff/staff.server.ts";
import { askAboutOne } from "#bursary/payment-desk/payment-desk.server.ts";
import { passToDesk } from "#bursary/payment-exception/payment-exception.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { filedName } from "#identity/account/account.rules.ts";
import {
  askAddressChange,
  changePhoneOf,
  type DeskAccount,
  mailAddressCodeAgain,
  mailPasswordReset,
  mailVerification,
  openChangeOf,
  withdrawAddressChange,
} from "#identity/account/account.server.ts";
import { takeDeskMail } from "#identity/mail-allowance/mail-allowance.server.ts";
import { endSessions } from "#identity/session/session.server.ts";
import { asMinute } from "#kit/value/dates.rules.ts";
import { localPhone } from "#kit/value/phone.rules.ts";
import { handle } from "#kit/wire/handle.server.ts";
import { notFound, refuse, refuseFields } from "#kit/wire/refusal.server.ts";
import { everyPaymentOf } from "#payments/payment-reference/payment-reference.server.ts";
import { ownFile } from "#platform/files/stored-file.server.ts";
import { enqueue } from "#platform/jobs/jobs.server.ts";
import { type Limit, takeWith } from "#platform/limits/limits.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { answerErasure, dropUnused, erasureAnsweredMail, whatStays } from "../own-data/own-data.server.ts";
import {
  answerErasureRequest,
  askAboutTheirPayment,
  changeAddress,
  changePhone,
  endSignIns,
  passPayment,
  resendCode,
  sendPasswordLink,
  withdrawAddress,
} from "./help-desk.contract.ts";
import { helpDeedCall, helpedAccount, helpLimit } from "./help-desk.help.server.ts";

/** Whoever holds somebody's address holds the account. */
const addresses: Limit = {
  name: "help-desk-addresses",
  points: 10,
  seconds: 3_600,
  sentence: "You have changed ten accounts within the hour. Please wait a while, or ask a colleague",
};

export function helpDeskDeeds(app: FastifyInstance): void {
  const { config } = app.portal;
  const ownRows = app.nouns.flatMap((noun) => noun.ownRows ?? []);
  askForPerson(app);

  helpDeedCall(app, resendCode, async ({ trx, account }) => {
    const to = await sendCode(trx, app, account);
    return { deed: "help-desk.resend-code", message: `A new code is on its way to ${to}` };
  });

  helpDeedCall(app, sendPasswordLink, async ({ trx, account }) => {
    const { emailaddress } = account;
    await takeDeskMail(trx, emailaddress);
    await enqueue(trx, mailPasswordReset, { emailaddress });
    return {
      deed: "help-desk.send-password-link",
      message: `A link to choose a password is on its way to ${emailaddress}`,
    };
  });

  helpDeedCall(app, changeAddress, async ({ trx, account, ask: { who, body } }) => {
    const { newaddress, reason } = body;
    const evidence = await ownEvidence(trx, who, body.evidence);
    await takeWith(trx, addresses, who.staff);
    await askAddressChange(trx, config, {
      applicant: account._id,
      newaddress,
      reason,
      evidence,
      askedby: who.staff,
    });
    return {
      deed: "help-desk.ask-address",
      before: { emailaddress: account.emailaddress },
      after: { newaddress, evidence },
      message: `A code is on its way to ${newaddress}. The address is changed once the code is typed`,
    };
  });

  helpDeedCall(app, withdrawAddress, async ({ trx, account }) => {
    if (!(await withdrawAddressChange(trx, account._id)))
      throw refuse("nothing-waits", "No change of the address waits for its code");
    return { deed: "help-desk.withdraw-address", message: "The change was taken back. The address stays as it is" };
  });

  helpDeedCall(app, changePhone, async ({ trx, account, ask: { who, body } }) => {
    const evidence = await ownEvidence(trx, who, body.evidence);
    if (body.phonenumber === account.phonenumber)
      throw refuseFields("already-so", { phonenumber: "This is the phone number of the account already" });
    await takeWith(trx, addresses, who.staff);
    await changePhoneOf(trx, account, body.phonenumber);
    return {
      deed: "help-desk.change-phone",
      before: { phonenumber: account.phonenumber },
      after: { phonenumber: body.phonenumber, evidence },
      message: `The phone number is ${localPhone(body.phonenumber)} now`,
    };
  });

  helpDeedCall(app, answerErasureRequest, async ({ trx, account, ask: { who, body } }) => {
    if (!(await answerErasure(trx, account._id, body.reason, who.staff)))
      throw refuse("nothing-waits", "No wish to have data deleted waits for an answer");
    const dropped = await dropUnused(trx, account._id, ownRows);
    const gone = Object.keys(dropped);
    const stays = await whatStays(trx, account._id, ownRows);
    await writeMail(trx, erasureAnsweredMail({ to: account, gone, stays, said: body.reason }));
    const done = gone.length > 0 ? `Deleted: ${gone.join(", ")}` : "Nothing could be deleted";
    return {
      deed: "help-desk.answer-erasure",
      after: { dropped },
      message: `${done}. The answer is on its way to ${account.emailaddress}`,
    };
  });

  helpDeedCall(app, passPayment, async ({ trx, account, ask: { who, params, body } }) => {
    const { payment } = params as { payment?: string };
    const found = (await everyPaymentOf(trx, account._id)).find(({ _id }) => _id === payment);
    if (!found) throw notFound();
    const clerk = (await namesOfStaff(trx, [who.staff])).get(who.staff) ?? "The help desk";
    await passToDesk(trx, found._id, `${clerk}: ${body.reason}`);
    return {
      deed: "help-desk.pass-payment",
      after: { payment: found._id },
      message: "The bursary sees it among its exceptions. Its answer will stand beside the payment",
    };
  });

  helpDeedCall(app, endSignIns, async ({ trx, account }) => {
    await endSessions(trx, account._id);
    return {
      deed: "help-desk.end-sign-ins",
      message: `${filedName(account)} is signed out everywhere`,
    };
  });
}

/** Asks the provider about a payment of the person who is helped, with the money desk's own question and its limits. */
function askForPerson(app: FastifyInstance): void {
  const { db, limits } = app.portal;
  handle(app, askAboutTheirPayment, staff("help-desk.change"), async (ask) => {
    const { _id } = await helpedAccount(db, ask.who, ask.params.id);
    const payments = await everyPaymentOf(db, _id);
    if (!payments.some((payment) => payment._id === ask.params.payment)) throw notFound();
    await limits.take(helpLimit, ask.who.staff);
    const { type, message } = await askAboutOne(app, ask, ask.params.payment);
    return { type, message };
  });
}

/** To the address that is to be proven: the one of a change that waits, else the one on file while that is unproven. */
async function sendCode(trx: Trx, { portal: { config } }: FastifyInstance, account: DeskAccount): Promise<string> {
  if (await openChangeOf(trx, account._id)) return mailAddressCodeAgain(trx, config, account._id);
  if (account.verifiedAt)
    throw refuse(
      "already-verified",
      `This account was verified on ${asMinute(account.verifiedAt)}, so it needs no code`,
    );
  await takeDeskMail(trx, account.emailaddress);
  await mailVerification(trx, config, account);
  return account.emailaddress;
}

/** What the same person has sent just before. */
async function ownEvidence(trx: Trx, { staff }: Officer, newname: string): Promise<string> {
  const file = await ownFile(trx, staff, newname);
  if (file?.kind === "document") return file._id;
  throw refuseFields("evidence-missing", { evidence: "Send the evidence first: a photo or a scan of what shows it" });
}
