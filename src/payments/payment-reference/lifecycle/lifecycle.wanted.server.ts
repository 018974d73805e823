import type { PaymentPurpose } from "../payment-reference.rules.ts";
import type { EntryTold } from "./lifecycle.entry.server.ts";

/** Who pays, where the noun that is paid for knows it better than a bio does. */
interface Payer {
  readonly payername: string;
  /** Surname first. */
  readonly payer: string;
  readonly payeremail: string;
  readonly payerphone: string;
  readonly matric: string;
}

/** What somebody wants to pay for; all of it the server's own. One thing has one open reference at a time. */
export interface WantedReference {
  /** Null of a sponsor and of who pays for a list: they have no account. */
  readonly applicant: string | null;
  readonly purpose: PaymentPurpose;
  /** Null of these, who pay for people of several. */
  readonly programme: string | null;
  readonly session: string;
  /** The application whose offer is accepted by it; null for any other purpose. */
  readonly acceptanceof: string | null;
  /** The bill that is paid by it, in whole or in part: of tuition. */
  readonly bill?: string;
  /** The order that is paid by it: of a service. */
  readonly serviceorder?: string;
  /** What a sponsor pays by it. */
  readonly sponsorship?: string;
  /** The list of applicants whose fees are paid by it. */
  readonly grouppayment?: string;
  /** What the entry rules say of what its payer has typed: of an application. */
  readonly entry?: EntryTold;
  /** Who pays; without it the account's bio says so. */
  readonly payer?: Payer;
  /** With the `_id` of each fee item, which stays for as long as a payment names it. */
  readonly items: readonly { readonly _id: string; readonly name: string; readonly amount_kobo: number }[];
  readonly amount_kobo: number;
  readonly servicetypeid: string;
  readonly description: string;
  /** Until when it buys this, and the portal asks about it by itself once it is a month old; `endOfPayment` says when a session has moved it. */
  readonly endsAt: string;
}
