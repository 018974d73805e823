import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";
import type { OfficeDeed } from "./service-order.rules.ts";

interface Told {
  readonly firstname: string;
  readonly emailaddress: string;
  readonly label: string;
}

const words: Readonly<Partial<Record<OfficeDeed, { readonly subject: string; readonly told: string }>>> = {
  Ready: { subject: "is ready", told: "is ready. Please collect it, and bring your ID card." },
  Returned: { subject: "waits for you", told: "cannot go on before you answer the office:" },
};

/** Tells a student that something is ready, or is asked; none where nothing has to be done. */
export function orderMail({ publicUrl }: Config, order: Told, to: OfficeDeed, said: string | null): Mail[] {
  const tells = words[to];
  if (!tells) return [];
  return [
    {
      recipient: order.emailaddress,
      subject: `${brand.name}: your ${order.label} ${tells.subject}`,
      text: `Dear ${order.firstname},

Your order, ${order.label}, ${tells.told}
${said === null ? "" : `\n${said}\n`}
See it here:
${publicUrl}/student/services

${contact.office}, ${brand.name}
${contact.emailaddress}`,
    },
  ];
}
