import { createHash, createHmac, randomBytes, randomInt } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "#platform/config/config.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { writeMail } from "#reference/message-template/message-template.server.ts";
import { addressCodeMail } from "../address-change/address-change.mail.server.ts";
import { textApplicant } from "../phone-text/phone-text.server.ts";
import { CODE_LENGTH, CODE_SIGNS } from "./verification.contract.ts";
import { codeText, verificationMail } from "./verification.mail.server.ts";

interface Unverified {
  readonly _id: string;
  readonly firstname: string;
  readonly emailaddress: string;
}

/**
 * Mails a fresh code and link; where there is a gateway, the account's phone gets a code of its own. Earlier ones stay good for their
 * hour: mails overtake each other.
 */
export async function mailVerification(trx: Trx, config: Config, person: Unverified): Promise<void> {
  const { code, link } = await issue(trx, config, { applicant: person._id, addresschange: null });
  await writeMail(trx, verificationMail(config, person, code, link));
  if (!config.sms) return;
  const text = await issue(trx, config, { applicant: person._id, addresschange: null, phone: true });
  await textApplicant(trx, config, {
    applicant: person._id,
    kind: "Code",
    template: codeText,
    values: { code: text.code, page: `${config.publicUrl}/verify` },
  });
}

interface NewAddress {
  readonly applicant: string;
  readonly firstname: string;
  readonly oldaddress: string;
  readonly newaddress: string;
  /** The `_id` of the change. */
  readonly change: string;
}

/** The same to an address that is to become the account's: they prove that one. */
export async function mailAddressCode(trx: Trx, config: Config, to: NewAddress): Promise<void> {
  const { code, link } = await issue(trx, config, { applicant: to.applicant, addresschange: to.change });
  await writeMail(trx, addressCodeMail(config, to, code, link));
}

/** Codes and links that nobody used are worth nothing any more. */
export const dropCodes = (trx: Trx, applicant: string) =>
  trx.deleteFrom("verification").where("applicant", "=", applicant).where("usedAt", "is", null).execute();

/** As people read it, and the link beside it. */
async function issue(
  trx: Trx,
  config: Config,
  whose: { applicant: string; addresschange: string | null; phone?: boolean },
) {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join("");
  const link = randomBytes(16).toString("base64url");
  await trx
    .insertInto("verification")
    .values({
      _id: newId(),
      ...whose,
      code: storedCode(config, code),
      link: storedLink(link),
      endsAt: sql`now() + interval '1 hour'`,
    })
    .execute();
  const half = CODE_LENGTH / 2;
  return { code: `${code.slice(0, half)}-${code.slice(half)}`, link };
}

/** Keyed: 49 bits alone could be tried out by who reads the database. */
export const storedCode = ({ secret }: Config, code: string): Buffer =>
  createHmac("sha256", secret).update(`verification code ${code}`).digest();

/** 128 random bits need no key. */
export const storedLink = (link: string): Buffer => createHash("sha256").update(link).digest();
