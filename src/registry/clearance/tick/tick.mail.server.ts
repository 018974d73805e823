import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { contactsOf } from "#identity/account/account.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { postMails } from "#platform/mail/mail.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { brand, contact } from "#reference/brand/brand.rules.ts";

interface Told {
  readonly application: string;
  readonly applicant: string;
  readonly code: string;
  readonly label: string;
  readonly whereto: string;
  readonly bring: string;
}

/** Tells people that an office has refused what they showed, why, and where to go with what. */
export const mailRefused = (app: FastifyInstance, trx: Trx, lines: readonly Told[], reason: string): Promise<void> =>
  send(app, trx, lines, ({ label, whereto, bring }) => ({
    subject: `clearance: ${label} is refused`,
    told: `An office has looked at your clearance and refused: ${label}.

${reason}

What to bring: ${bring}
Where to go: ${whereto}

The rest of your clearance stands as it is.`,
  }));

/** Tells those of whom nothing is open any more. */
export async function mailCleared(app: FastifyInstance, trx: Trx, lines: readonly Told[]): Promise<void> {
  const { rows } = await sql<{ application: string }>`select application from portal.clearance_file
    where application = any(${lines.map(({ application }) => application)}::uuid[]) and standing = 'Cleared'`.execute(
    trx,
  );
  const cleared = new Map(lines.map((line) => [line.application, line]));
  const told = rows.flatMap(({ application }) => cleared.get(application) ?? []);
  await send(app, trx, told, () => ({
    subject: "your clearance is complete",
    told: `Every office has cleared you, and nothing is open any more. The registry makes you a student next. You need not come again for it.`,
  }));
}

async function send(
  { portal: { config } }: FastifyInstance,
  trx: Trx,
  lines: readonly Told[],
  words: (line: Told) => { subject: string; told: string },
): Promise<void> {
  const to = new Map(
    (await contactsOf(trx, [...new Set(lines.map(({ applicant }) => applicant))])).map((one) => [one._id, one]),
  );
  await postMails(
    trx,
    lines.flatMap((line) => {
      const person = to.get(line.applicant);
      if (!person) return [];
      const { subject, told } = words(line);
      return {
        _id: newId(),
        recipient: person.emailaddress,
        subject: `${brand.name}: ${subject}`,
        text: `Dear ${person.firstname},

${told}

Your clearance: ${config.publicUrl}/app/clearance

Your application code is ${line.code}.

${contact.office}, ${brand.name}
${contact.emailaddress}`,
      };
    }),
  );
}
