import { sql } from "kysely";
import { fullName } from "#identity/account/account.rules.ts";
import { busy, expired, refuse } from "#kit/wire/refusal.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/perform.server.ts";
import { bioOf } from "#profile/bio/bio.server.ts";
import { groupedRrr } from "../remita/remita.contract.ts";
import { newOrderId } from "../remita/remita-hash.server.ts";
import type { Purpose } from "./payment-reference.purpose.server.ts";
import { liveStates } from "./payment-reference.states.contract.ts";

/** What somebody wants to pay for; all of it the server's own. One programme and session have one reference at a time. */
export interface Wanted {
  readonly applicant: string;
  readonly purpose: Purpose;
  readonly programme: string;
  readonly session: string;
  /** The application whose offer is accepted by it; null for an application fee. */
  readonly acceptanceof: string | null;
  /** With the `_id` of each fee item, which stays for as long as a payment names it. */
  readonly items: readonly { readonly _id: string; readonly name: string; readonly amount_kobo: number }[];
  readonly amount_kobo: number;
  readonly servicetypeid: string;
  readonly description: string;
  /** Until when it buys this, and the portal asks about it by itself once it is a month old; `endOfPayment` says when a session has moved it. */
  readonly endsAt: string;
}

/**
 * The intent to pay, stored before the provider hears of it; the open one when there is one. Answers its `_id` and
 * whether it is new. Refuses without a bio, and when the same is paid already or its payment is being checked.
 */
export async function createIntent({ trx, note }: Work, wanted: Wanted) {
  const payer = await payerOf(trx, wanted.applicant);
  const intent = {
    ...wanted,
    ...payer,
    _id: newId(),
    orderid: newOrderId(),
    description: wanted.description.slice(0, 150),
  };
  // The partial unique index decides: of any number of wishes one makes a row.
  const made = await onConstraint(
    // Whoever is deleted in the same moment is signed in no more.
    { payment_reference_applicant: expired },
    trx
      .insertInto("payment_reference")
      .values({ ...intent, items: JSON.stringify(wanted.items) })
      .onConflict((open) => open.doNothing())
      .returning("_id")
      .executeTakeFirst(),
  );
  // Only now: the insert waits for a payment of the open one that is just being verified, and this sees it.
  await refuseSecondPayment(trx, wanted);
  const { _id } = made ?? (await openIntent(trx, wanted));
  note({
    deed: made ? "payment.create" : "payment.create-again",
    subject: `payment:${_id}`,
    after: made ? intent : null,
  });
  return { _id, made: made !== undefined };
}

/** Who pays, as the provider and the receipt name them. */
async function payerOf(trx: Trx, owner: string) {
  const bio = await bioOf(trx, owner);
  if (!bio?.firstname) throw refuse("Sorry, system could not detect firstname of applicant");
  return { payername: fullName(bio), payeremail: bio.emailaddress, payerphone: bio.phonenumber };
}

/** Nobody pays twice for want of a sentence. */
async function refuseSecondPayment(trx: Trx, wanted: Wanted): Promise<void> {
  const settled = await ofPurpose(trx, wanted)
    .where("state", "in", ["PAID", "HELD"])
    .where("surplus", "is", null)
    .orderBy(sql`state = 'PAID'`, "desc")
    .executeTakeFirst();
  if (!settled) return;
  const rrr = groupedRrr(settled.rrr ?? "");
  if (settled.state !== "PAID") {
    throw refuse(
      `A payment came for reference ${rrr} that differs from its amount. The bursary is looking at it: please do not pay again`,
    );
  }
  throw refuse(`You have paid for this already with reference ${rrr}. ${whatNow(wanted, settled.applicationcode)}`);
}

function whatNow({ purpose }: Wanted, applicationcode: string | null): string {
  if (purpose === "acceptance") return "Print your letters under Admission Letters";
  return applicationcode
    ? `It was used for your application ${applicationcode}`
    : "Go on to Apply and use it for your application";
}

async function openIntent(trx: Trx, wanted: Wanted) {
  const open = await ofPurpose(trx, wanted)
    .where("state", "in", liveStates)
    .where("recalledAt", "is", null)
    .executeTakeFirst();
  // It was open a moment ago and the provider has refused it since.
  if (!open) throw busy(1);
  return open;
}

const ofPurpose = (trx: Trx, { applicant, purpose, programme, session }: Wanted) =>
  trx
    .selectFrom("payment_reference")
    .select(["_id", "rrr", "state", "applicationcode"])
    .where("applicant", "=", applicant)
    .where("purpose", "=", purpose)
    .where("programme", "=", programme)
    .where("session", "=", session);
