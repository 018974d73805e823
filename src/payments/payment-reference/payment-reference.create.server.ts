import { programmeTitle } from "#college/programme/programme.contract.ts";
import { applicationFee } from "#fees/application-fee-item/application-fee-item.server.ts";
import { fullName } from "#identity/account/account.name.contract.ts";
import { busy, refuse } from "#kit/refusal.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/perform.server.ts";
import { bioOf } from "#profile/bio/bio.server.ts";
import { groupedRrr } from "../remita/remita.contract.ts";
import { newOrderId } from "../remita/remita-hash.server.ts";
import { liveStates } from "./payment-reference.states.contract.ts";

/**
 * The intent to pay a programme's application fee, stored before the provider hears of it; the open one when there is
 * one. Amount, items and service type come from the fee items alone. Answers its `_id` and whether it is new. Refuses
 * without a bio, without a fee, and when the fee is paid already or its payment is being checked.
 */
export async function createIntent({ trx, note }: Work, owner: string, programmeId: string) {
  const payer = await payerOf(trx, owner);
  const { programme, session, items, amount_kobo, serviceTypeID } = await applicationFee(trx, programmeId);
  const purpose = { applicant: owner, purpose: "application", programme: programme._id, session: session._id };
  await refuseSecondPayment(trx, purpose);
  const intent = {
    ...purpose,
    ...payer,
    _id: newId(),
    orderid: newOrderId(),
    servicetypeid: serviceTypeID,
    amount_kobo,
    description: `Application fee, ${programmeTitle(programme)}, ${session.name}`.slice(0, 150),
    endsAt: session.closes,
  };
  // The partial unique index decides: of any number of wishes one makes a row.
  const made = await trx
    .insertInto("payment_reference")
    .values({ ...intent, items: JSON.stringify(items.map(({ name, amount_kobo }) => ({ name, amount_kobo }))) })
    .onConflict((open) => open.doNothing())
    .returning("_id")
    .executeTakeFirst();
  const { _id } = made ?? (await openIntent(trx, purpose));
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

interface Purpose {
  readonly applicant: string;
  readonly purpose: string;
  readonly programme: string;
  readonly session: string;
}

/** Nobody pays twice for want of a sentence. */
async function refuseSecondPayment(trx: Trx, purpose: Purpose): Promise<void> {
  const settled = await ofPurpose(trx, purpose)
    .where((is) => is.or([is("state", "=", "HELD"), is.and([is("state", "=", "PAID"), is("application", "is", null)])]))
    .orderBy("state", "desc")
    .executeTakeFirst();
  if (!settled) return;
  const rrr = groupedRrr(settled.rrr ?? "");
  throw refuse(
    settled.state === "PAID"
      ? `You have paid for this programme already with reference ${rrr}. Go on to Apply and use it for your application`
      : `A payment came for reference ${rrr} that differs from its amount. The bursary is looking at it: please do not pay again`,
  );
}

async function openIntent(trx: Trx, purpose: Purpose) {
  const open = await ofPurpose(trx, purpose).where("state", "in", liveStates).executeTakeFirst();
  // It was open a moment ago and the provider has refused it since.
  if (!open) throw busy(1);
  return open;
}

const ofPurpose = (trx: Trx, { applicant, purpose, programme, session }: Purpose) =>
  trx
    .selectFrom("payment_reference")
    .select(["_id", "rrr", "state"])
    .where("applicant", "=", applicant)
    .where("purpose", "=", purpose)
    .where("programme", "=", programme)
    .where("session", "=", session);
