import type { FastifyInstance } from "fastify";
import { contactsOf } from "#identity/account/account.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { postMails } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { type WaivedFee, type WaiverKind, waivedFees, waiverInWords } from "./fee-waiver.rules.ts";

interface Waived {
  readonly kind: WaiverKind;
  readonly sponsor: string | null;
  readonly purpose: WaivedFee;
}

const screens: Readonly<Record<WaivedFee, { readonly path: string; readonly name: string; readonly takes: string }>> = {
  application: { path: "/app/pay", name: "Application Fees", takes: "for the programme of your choice" },
  acceptance: { path: "/app/accept", name: "Acceptance", takes: "and the place is yours" },
};

/** Who need not pay learns it, and how it is used. */
export async function mailWaived(app: FastifyInstance, trx: Trx, to: readonly string[], waived: Waived): Promise<void> {
  const fee = waivedFees[waived.purpose].toLowerCase();
  const { path, name, takes } = screens[waived.purpose];
  await send(trx, to, {
    subject: `You need not pay the ${fee}`,
    told: `Your ${fee} is ${waiverInWords(waived)}. You need not pay it.

Go to ${name} and press Generate payment reference ${takes}: it is paid at once, over nothing. If you have a reference already, please do not pay it.

${app.portal.config.publicUrl}${path}`,
  });
}

/** It was taken back before it was used. */
export async function mailRevoked(
  app: FastifyInstance,
  trx: Trx,
  to: readonly string[],
  waived: Waived,
): Promise<void> {
  const fee = waivedFees[waived.purpose].toLowerCase();
  await send(trx, to, {
    subject: `The ${fee} is to be paid after all`,
    told: `We wrote to you that you need not pay the ${fee}. The college has taken that back, so it is to be paid like anybody's.

${app.portal.config.publicUrl}${screens[waived.purpose].path}

Please ask the bursary if you do not know why.`,
  });
}

async function send(trx: Trx, applicants: readonly string[], letter: { subject: string; told: string }): Promise<void> {
  const letters = (await contactsOf(trx, applicants)).map(({ emailaddress, firstname }) => ({
    ...{ _id: newId(), recipient: emailaddress, subject: `${brand.name}: ${letter.subject}` },
    text: `Dear ${firstname},

${letter.told}

${contact.office}, ${brand.name}
${contact.emailaddress}`,
  }));
  await postMails(trx, letters);
}
