import { semesterWords } from "#calendar/session/session.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import { type AdjustmentKind, kindWords } from "./bill-adjustment.rules.ts";

interface Told {
  readonly of: {
    readonly firstname: string;
    readonly emailaddress: string;
    readonly billed_kobo: number;
    readonly paid_kobo: number;
  };
  readonly amount_kobo: number;
}

/** Tells a student what has changed on the bill, which is read since, why, and what is left of it now. */
export function adjustmentMail(
  { publicUrl }: Pick<Config, "publicUrl">,
  change: {
    readonly kind: AdjustmentKind;
    readonly label: string;
    readonly reason: string;
    readonly semester: number;
    readonly undoes: string | null;
  },
  { of, amount_kobo }: Told,
): Mail {
  const { kind, label, reason, semester, undoes } = change;
  if (kind === "taking-back") return takenBackMail({ publicUrl }, { reason, semester }, of);
  const left_kobo = of.billed_kobo - of.paid_kobo;
  const what = undoes === null ? `${kindWords[kind]}: ${label}` : undoneWords(kind, label);
  return {
    recipient: of.emailaddress,
    subject: `${brand.name}: your bill is ${asNaira(naira(Math.abs(amount_kobo)))} ${amount_kobo < 0 ? "less" : "more"}`,
    text: `Dear ${of.firstname},

Your bill of the ${semesterWords(semester)} has changed: ${asNaira(naira(Math.abs(amount_kobo)))} ${amount_kobo < 0 ? "less" : "more"} is to be paid.

${what}
${reason}

${left(left_kobo)}
${publicUrl}/student/bill

If you think that this is wrong, ask the ${contact.office}:
${contact.emailaddress}`,
  };
}

const undoneWords = (kind: AdjustmentKind, label: string): string =>
  kind === "late-back" ? `Late charge: ${label}` : `Taken back: ${kindWords[kind]}: ${label}`;

/** The bill is gone: nothing is to be paid of it, and another may come. */
const takenBackMail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  { reason, semester }: { readonly reason: string; readonly semester: number },
  { firstname, emailaddress }: Told["of"],
): Mail => ({
  recipient: emailaddress,
  subject: `${brand.name}: your bill of the ${semesterWords(semester)} is taken back`,
  text: `Dear ${firstname},

Your bill of the ${semesterWords(semester)} is taken back. Nothing of it is to be paid, so pay nothing with a reference that
you made for it. We write to you when the right bill is made.

${reason}

See your bills:
${publicUrl}/student/bill

${contact.office}
${contact.emailaddress}`,
});

function left(kobo: number): string {
  if (kobo < 0) return `Nothing is left of it, and ${asNaira(naira(-kobo))} that you have paid is your credit:`;
  if (kobo === 0) return "Nothing is left of it to be paid:";
  return `${asNaira(naira(kobo))} is left of it. If you hold a payment reference over another amount, make a new one:`;
}
