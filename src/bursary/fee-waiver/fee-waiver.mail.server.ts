import type { FastifyInstance } from "fastify";
import { contactsOf } from "#identity/account/account.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, writeMails } from "#reference/message-template/message-template.server.ts";
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

const feeValue = value("which fee", "application fee");

const feeWaived = mailTemplate({
  key: "fee-waived",
  name: "A fee need not be paid",
  when: "A waiver of a fee is approved",
  reader: "applicants",
  values: {
    ...usual("firstname", "link"),
    fee: feeValue,
    how: value("waived, or paid by whom", "paid by the State Scholarship Board"),
    screen: value("the page where it is used", "Application Fees"),
    takes: value("what pressing the button brings", "for the programme of your choice"),
  },
  must: ["link"],
  subject: "{college}: You need not pay the {fee}",
  text: `Dear {firstname},

Your {fee} is {how}. You need not pay it.

Go to {screen} and press Generate payment reference {takes}: it is paid at once, over nothing. If you have a reference already, please do not pay it.

{link}

${signed.office}`,
});

/** Who need not pay learns it, and how it is used. */
export async function mailWaived(app: FastifyInstance, trx: Trx, to: readonly string[], waived: Waived): Promise<void> {
  const { path, name, takes } = screens[waived.purpose];
  const said = { fee: waivedFees[waived.purpose].toLowerCase(), how: waiverInWords(waived), screen: name, takes };
  const link = `${app.portal.config.publicUrl}${path}`;
  await writeMails(
    trx,
    (await contactsOf(trx, to)).map(({ emailaddress, firstname }) =>
      fromTemplate(feeWaived, emailaddress, { firstname, link, ...said }),
    ),
  );
}

const waiverRevoked = mailTemplate({
  key: "fee-waiver-revoked",
  name: "A fee is to be paid after all",
  when: "A waiver is taken back before it was used",
  reader: "applicants",
  values: { ...usual("firstname", "link"), fee: feeValue },
  must: ["link"],
  subject: "{college}: The {fee} is to be paid after all",
  text: `Dear {firstname},

We wrote to you that you need not pay the {fee}. The college has taken that back, so it is to be paid like anybody's.

{link}

Please ask the bursary if you do not know why.

${signed.office}`,
});

/** It was taken back before it was used. */
export async function mailRevoked(
  app: FastifyInstance,
  trx: Trx,
  to: readonly string[],
  { purpose }: Waived,
): Promise<void> {
  const fee = waivedFees[purpose].toLowerCase();
  const link = `${app.portal.config.publicUrl}${screens[purpose].path}`;
  await writeMails(
    trx,
    (await contactsOf(trx, to)).map(({ emailaddress, firstname }) =>
      fromTemplate(waiverRevoked, emailaddress, { firstname, link, fee }),
    ),
  );
}

export const feeWaiverTemplates = [feeWaived, waiverRevoked];
