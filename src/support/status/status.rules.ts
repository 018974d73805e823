/** What the portal knows of itself; null where it could not ask. */
export interface Known {
  readonly database: boolean;
  /** The payment provider does not answer. */
  readonly providerSilent: boolean;
  /** Mails wait, and none goes out. */
  readonly mailsStuck: boolean | null;
  /** Null, too, where the college sends none. */
  readonly smsStuck: boolean | null;
}

export interface Part {
  readonly what: string;
  readonly works: boolean;
  readonly sentence: string;
}

/** Each part in words for everybody: what works, and what somebody whom it keeps waiting does. */
export function partsOf({ database, providerSilent, mailsStuck, smsStuck }: Known): readonly Part[] {
  if (!database)
    return [
      part(
        "The portal",
        false,
        "Signing in, forms and payments stand still for some minutes. Nothing that you sent before is lost, and nothing is to be paid again. What you paid meanwhile is found by itself.",
      ),
    ];
  return [
    part("Signing in, forms and papers", true, "Everything opens and is saved."),
    providerSilent
      ? part(
          "Payments",
          false,
          "Remita does not answer just now, so a new reference may take longer. Do not pay again: what you paid is found by itself as soon as it answers.",
        )
      : part("Payments", true, "References are made and payments are found."),
    mailsStuck
      ? part(
          "Mails",
          false,
          "Mails go out late, codes among them. Ask for a code once and wait for it; a new one makes the one before useless.",
        )
      : part("Mails", true, "Mails go out. Look into the folder Spam when one does not come."),
    ...(smsStuck === null
      ? []
      : [
          smsStuck
            ? part("SMS", false, "SMS come late or not at all. The same stands in your mail.")
            : part("SMS", true, "SMS go out."),
        ]),
  ];
}

const part = (what: string, works: boolean, sentence: string): Part => ({ what, works, sentence });

export const headline = (parts: readonly Part[], told: number): string => {
  if (parts.some(({ works }) => !works)) return "Something does not work";
  return told > 0 ? "Everything works, with a notice" : "Everything works";
};
