import { mailTemplate, signed, usual, value } from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, type Mail } from "#reference/message-template/message-template.server.ts";
import { type Blockable, blockedList } from "./hold.rules.ts";

export interface MailedHold {
  readonly kind: string;
  readonly blocks: readonly Blockable[];
  readonly reason: string;
  readonly office: string;
  readonly name: string;
  readonly matric: string | null;
  readonly firstname: string;
  /** Null where nobody is to be written to. */
  readonly emailaddress: string | null;
}

const holdValues = {
  ...usual("firstname", "reason"),
  called: value("the matric number, else the name", "COE/2026/0417"),
  kind: value("the kind of hold", "Library"),
};

const holdPlaced = mailTemplate({
  key: "hold-placed",
  name: "A hold stands on the record",
  when: "An office places a hold on a student's record",
  reader: "students",
  values: {
    ...holdValues,
    blocks: value("what the student is kept from", "register courses"),
    whereto: value("the office to go to", "Library, ground floor"),
  },
  must: ["reason", "whereto"],
  subject: "{called}: a hold stands on your record",
  text: `Dear {firstname},

Until it is lifted you cannot {blocks}.

{kind}: {reason}

Where to go: {whereto}

${signed.office}`,
});

/** Tells what somebody is kept from, why, and where to go. */
export const placedMail = (hold: MailedHold): Mail | null =>
  hold.emailaddress === null
    ? null
    : fromTemplate(holdPlaced, hold.emailaddress, {
        ...of(hold),
        kind: hold.kind,
        blocks: blockedList(hold.blocks),
        whereto: hold.office,
      });

const holdLifted = mailTemplate({
  key: "hold-lifted",
  name: "A hold is lifted",
  when: "A hold on a student's record is lifted",
  reader: "students",
  values: { ...holdValues, kind: value("the kind of hold, in small letters", "library") },
  subject: "{called}: a hold on your record is lifted",
  text: `Dear {firstname},

The hold of kind {kind} no longer keeps you from anything. It read: {reason}

${signed.office}`,
});

export const liftedMail = (hold: MailedHold): Mail | null =>
  hold.emailaddress === null
    ? null
    : fromTemplate(holdLifted, hold.emailaddress, { ...of(hold), kind: hold.kind.toLowerCase() });

const of = ({ firstname, name, matric, reason }: MailedHold) => ({ firstname, called: matric ?? name, reason });

export const holdTemplates = [holdPlaced, holdLifted];
