import { localPhone } from "#kit/value/phone.rules.ts";
import { brand, contact } from "./brand.rules.ts";

/** The head of every paper, as the college is called when it is printed. */
export const letterhead = {
  get name() {
    return brand.name;
  },
  get lines() {
    const reached = [contact.emailaddress, localPhone(contact.phonenumber)].filter(Boolean).join(", ");
    return [contact.address, reached].filter(Boolean);
  },
};
