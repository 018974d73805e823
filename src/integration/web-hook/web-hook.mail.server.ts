import type { Config } from "#platform/config/config.server.ts";
import type { Mail } from "#platform/mail/mail.server.ts";
import { brand } from "#reference/brand/brand.rules.ts";
import { PATIENCE_HOURS } from "./web-hook.rules.ts";

export type Told =
  | { readonly what: "answers" }
  | { readonly what: "silent"; readonly trouble: string }
  | { readonly what: "stopped"; readonly trouble: string }
  | { readonly what: "not-taken"; readonly trouble: string; readonly event: string };

interface Reader {
  readonly firstname: string;
  readonly emailaddress: string;
  /** Of the receiver. */
  readonly name: string;
}

const days = PATIENCE_HOURS / 24;

/** Tells whoever looks after the receivers of events how one of them stands, and what is to be done. */
export function hookMail(
  { publicUrl }: Pick<Config, "publicUrl">,
  { firstname, emailaddress, name }: Reader,
  told: Told,
): Mail {
  const [subject, text] = words(name, told);
  return {
    recipient: emailaddress,
    subject: `${brand.name}: ${subject}`,
    text: `Dear ${firstname},

${text}

${publicUrl}/staff/web-hooks`,
  };
}

function words(name: string, told: Told): readonly [subject: string, text: string] {
  if (told.what === "answers")
    return [
      `${name} answers again`,
      `${name} takes events again. What had waited for it is being sent, in its order. Nothing is to be done.`,
    ];
  if (told.what === "silent")
    return [
      `${name} does not answer`,
      `${name} has not taken an event for an hour (${told.trouble}). Its events are kept, and it is tried again every hour at least, for ${days} days. Ask whoever runs it to look. When it answers again, everything is sent in its order, by itself.`,
    ];
  if (told.what === "stopped")
    return [
      `${name} is no longer tried`,
      `${name} has not taken an event for ${days} days (${told.trouble}), and is left alone now. Its events are kept and no one is lost. When it works again, press Try again on its page.`,
    ];
  return [
    `${name} does not take an event`,
    `${name} has refused ${told.event} for ${days} days (${told.trouble}), while it takes others. That event is set aside, and later ones about the same thing go on. When it can be taken, send it again from the log.`,
  ];
}
