import { localPhone } from "#kit/phone.contract.ts";
import { brand, contact, crest } from "./brand.contract.ts";

/** The head of every paper. */
export const letterhead = {
  emblem: crest,
  name: brand.name,
  lines: [contact.address, `${contact.emailaddress}, ${localPhone(contact.phonenumber)}`],
} as const;
