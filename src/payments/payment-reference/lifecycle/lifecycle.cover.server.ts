import type { FastifyInstance } from "fastify";
import type { Portal } from "#platform/portal/portal.server.ts";
import type { Work } from "#platform/write/perform.server.ts";
import type { PaymentPurpose } from "../payment-reference.rules.ts";
import type { Payment } from "./lifecycle.step.server.ts";

/** What is said where a fee is covered: which fee, how ("paid by Kogi State"), and who approved it. */
interface CoverSaid {
  readonly fee: string;
  readonly how: string;
  readonly by: string | null;
}

/** The one item of a covered reference. Its receipt reads again how it is covered. */
export const sayCovered = ({ fee, how, by }: CoverSaid): string => `${fee}: ${how}${by ? `, approved by ${by}` : ""}`;

/** What two people have said instead of money. */
export interface Cover {
  /** The `_id` of what says so. */
  readonly waiver: string;
  /** 12 digits that stand in the place of the provider's. */
  readonly number: string;
  /** Which fee, as the receipt has it, what covers it, and who approved that. */
  readonly says: CoverSaid;
}

/** What is about to be paid for, as far as it decides who need not. */
export interface CoverableFee {
  readonly applicant: string | null;
  readonly purpose: PaymentPurpose;
  readonly programme: string | null;
  readonly session: string;
  readonly amount_kobo: number;
}

/** Finds what covers a fee and uses it up, in the transaction that asks for the reference; null for who pays. */
type FindsCover = (work: Work, wanted: CoverableFee) => Promise<Cover | null>;

const finders = new WeakMap<Portal, FindsCover>();

/** Tells the payments who need not pay; the noun that knows it does so when it registers its calls. */
export function addCover({ portal }: FastifyInstance, finds: FindsCover): void {
  finders.set(portal, finds);
}

export const coverOf = async ({ portal }: FastifyInstance, work: Work, wanted: CoverableFee): Promise<Cover | null> =>
  (await finders.get(portal)?.(work, wanted)) ?? null;

/** Hears that somebody has paid a fee himself, in the transaction that verifies it. */
type HearsPaid = (work: Work, paid: Payment) => Promise<void>;

const hearers = new WeakMap<Portal, HearsPaid>();

/** Tells the noun that covers fees by other people's money who has paid all the same. */
export function addPaidHearer({ portal }: FastifyInstance, hears: HearsPaid): void {
  hearers.set(portal, hears);
}

export const tellPaid = async ({ portal }: FastifyInstance, work: Work, paid: Payment): Promise<void> =>
  hearers.get(portal)?.(work, paid);
