import { semesterWords } from "#calendar/session/session.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
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

const semester = value("the semester", "first semester");

const billChanged = mailTemplate({
  key: "bill-changed",
  name: "The bill has changed",
  when: "A change of a bill takes effect",
  reader: "students",
  values: {
    ...usual("firstname", "amount", "reason", "link"),
    semester,
    direction: value("less or more", "less"),
    what: value("what has changed", "Discount: children of staff"),
    left: value("what is left to be paid, in a sentence", "₦12,000.00 is left of it:"),
  },
  must: ["amount", "link"],
  subject: "{college}: your bill is {amount} {direction}",
  text: `Dear {firstname},

Your bill of the {semester} has changed: {amount} {direction} is to be paid.

{what}
{reason}

{left}
{link}

If you think that this is wrong, ask the {office}:
{officemail}`,
});

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
  const said = {
    ...{ firstname: of.firstname, reason, semester: semesterWords(semester) },
    link: `${publicUrl}/student/bill`,
  };
  if (kind === "taking-back") return fromTemplate(billTakenBack, of.emailaddress, said);
  return fromTemplate(billChanged, of.emailaddress, {
    ...said,
    amount: asNaira(naira(Math.abs(amount_kobo))),
    direction: amount_kobo < 0 ? "less" : "more",
    what: undoes === null ? `${kindWords[kind]}: ${label}` : undoneWords(kind, label),
    left: left(of.billed_kobo - of.paid_kobo),
  });
}

const undoneWords = (kind: AdjustmentKind, label: string): string =>
  kind === "late-back" ? `Late charge: ${label}` : `Taken back: ${kindWords[kind]}: ${label}`;

const billTakenBack = mailTemplate({
  key: "bill-taken-back",
  name: "The bill is taken back",
  when: "A whole bill is taken back: nothing is to be paid of it, and another may come",
  reader: "students",
  values: { ...usual("firstname", "reason", "link"), semester },
  must: ["link"],
  subject: "{college}: your bill of the {semester} is taken back",
  text: `Dear {firstname},

Your bill of the {semester} is taken back. Nothing of it is to be paid, so pay nothing with a reference that
you made for it. We write to you when the right bill is made.

{reason}

See your bills:
{link}

${signed.officeAlone}`,
});

function left(kobo: number): string {
  if (kobo < 0) return `Nothing is left of it, and ${asNaira(naira(-kobo))} that you have paid is your credit:`;
  if (kobo === 0) return "Nothing is left of it to be paid:";
  return `${asNaira(naira(kobo))} is left of it. If you hold a payment reference over another amount, make a new one:`;
}

export const billChangeTemplates = [billChanged, billTakenBack];
