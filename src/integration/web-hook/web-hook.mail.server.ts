import type { Config } from "#platform/config/config.server.ts";
import { mailTemplate, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
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

const hookValues = {
  ...usual("firstname", "link"),
  receiver: value("the program that receives events", "Library system"),
};

const troubled = {
  ...hookValues,
  days: value("for how many days it is tried", "3"),
  trouble: value("what went wrong", "it did not answer within ten seconds"),
};

const answers = mailTemplate({
  key: "hook-answers-again",
  name: "A receiver of events answers again",
  when: "A receiver takes events again after it did not",
  reader: "staff",
  values: hookValues,
  must: ["link"],
  subject: "{college}: {receiver} answers again",
  text: `Dear {firstname},

{receiver} takes events again. What had waited for it is being sent, in its order. Nothing is to be done.

{link}`,
});

const silent = mailTemplate({
  key: "hook-silent",
  name: "A receiver of events does not answer",
  when: "A receiver has taken no event for an hour",
  reader: "staff",
  values: troubled,
  must: ["link"],
  subject: "{college}: {receiver} does not answer",
  text: `Dear {firstname},

{receiver} has not taken an event for an hour ({trouble}). Its events are kept, and it is tried again every hour at least, for {days} days. Ask whoever runs it to look. When it answers again, everything is sent in its order, by itself.

{link}`,
});

const stopped = mailTemplate({
  key: "hook-stopped",
  name: "A receiver of events is no longer tried",
  when: "A receiver has taken no event for days",
  reader: "staff",
  values: troubled,
  must: ["link"],
  subject: "{college}: {receiver} is no longer tried",
  text: `Dear {firstname},

{receiver} has not taken an event for {days} days ({trouble}), and is left alone now. Its events are kept and no one is lost. When it works again, press Try again on its page.

{link}`,
});

const notTaken = mailTemplate({
  key: "hook-event-refused",
  name: "A receiver does not take one event",
  when: "A receiver refuses one event for days while it takes others",
  reader: "staff",
  values: { ...troubled, event: value("the event", "payment.verified") },
  must: ["link"],
  subject: "{college}: {receiver} does not take an event",
  text: `Dear {firstname},

{receiver} has refused {event} for {days} days ({trouble}), while it takes others. That event is set aside, and later ones about the same thing go on. When it can be taken, send it again from the log.

{link}`,
});

/** Tells whoever looks after the receivers of events how one of them stands, and what is to be done. */
export function hookMail(
  { publicUrl }: Pick<Config, "publicUrl">,
  { firstname, emailaddress, name }: Reader,
  told: Told,
): Mail {
  const said = { firstname, receiver: name, link: `${publicUrl}/staff/web-hooks` };
  if (told.what === "answers") return fromTemplate(answers, emailaddress, said);
  const trouble = { ...said, days: String(PATIENCE_HOURS / 24), trouble: told.trouble };
  if (told.what === "silent") return fromTemplate(silent, emailaddress, trouble);
  if (told.what === "stopped") return fromTemplate(stopped, emailaddress, trouble);
  return fromTemplate(notTaken, emailaddress, { ...trouble, event: told.event });
}

export const hookTemplates = [answers, silent, stopped, notTaken];
