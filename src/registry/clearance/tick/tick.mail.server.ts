import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { contactsOf } from "#identity/account/account.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import {
  type MailTemplate,
  mailTemplate,
  signed,
  usual,
  type Values,
  value,
} from "#reference/message-template/message-template.rules.ts";
import { fromTemplate, writeMails } from "#reference/message-template/message-template.server.ts";

interface Told {
  readonly application: string;
  readonly applicant: string;
  readonly code: string;
  readonly label: string;
  readonly whereto: string;
  readonly bring: string;
}

const end = `Your clearance: {link}

Your application code is {code}.

${signed.office}`;

const clearanceRefused = mailTemplate({
  key: "clearance-refused",
  name: "Clearance: an office refuses",
  when: "An office refuses what somebody showed for clearance",
  reader: "applicants",
  values: {
    ...usual("firstname", "code", "label", "reason", "link"),
    bring: value("what to bring", "The original certificate"),
    whereto: value("where to go", "Admissions Office, room 4"),
  },
  must: ["label", "reason", "link"],
  subject: "{college}: clearance: {label} is refused",
  text: `Dear {firstname},

An office has looked at your clearance and refused: {label}.

{reason}

What to bring: {bring}
Where to go: {whereto}

The rest of your clearance stands as it is.

${end}`,
});

/** Tells people that an office has refused what they showed, why, and where to go with what. */
export const mailRefused = (app: FastifyInstance, trx: Trx, lines: readonly Told[], reason: string): Promise<void> =>
  send(app, trx, lines, clearanceRefused, ({ label, whereto, bring }) => ({ label, whereto, bring, reason }));

const clearanceComplete = mailTemplate({
  key: "clearance-complete",
  name: "Clearance is complete",
  when: "Every office has cleared somebody",
  reader: "applicants",
  values: usual("firstname", "code", "link"),
  must: ["link"],
  subject: "{college}: your clearance is complete",
  text: `Dear {firstname},

Every office has cleared you, and nothing is open any more. The registry makes you a student next. You need not come again for it.

${end}`,
});

/** Tells those of whom nothing is open any more. */
export async function mailCleared(app: FastifyInstance, trx: Trx, lines: readonly Told[]): Promise<void> {
  const { rows } = await sql<{ application: string }>`select application from portal.clearance_file
    where application = any(${lines.map(({ application }) => application)}::uuid[]) and standing = 'Cleared'`.execute(
    trx,
  );
  const cleared = new Map(lines.map((line) => [line.application, line]));
  const told = rows.flatMap(({ application }) => cleared.get(application) ?? []);
  await send(app, trx, told, clearanceComplete, () => ({}));
}

async function send(
  { portal: { config } }: FastifyInstance,
  trx: Trx,
  lines: readonly Told[],
  template: MailTemplate,
  said: (line: Told) => Values,
): Promise<void> {
  const to = new Map(
    (await contactsOf(trx, [...new Set(lines.map(({ applicant }) => applicant))])).map((one) => [one._id, one]),
  );
  const link = `${config.publicUrl}/app/clearance`;
  await writeMails(
    trx,
    lines.flatMap((line) => {
      const person = to.get(line.applicant);
      if (!person) return [];
      const { firstname, emailaddress } = person;
      return fromTemplate(template, emailaddress, { ...said(line), firstname, link, code: line.code });
    }),
  );
}

export const clearanceTemplates = [clearanceRefused, clearanceComplete];
