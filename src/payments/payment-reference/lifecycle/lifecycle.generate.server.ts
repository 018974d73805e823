import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { fullName } from "#identity/account/account.rules.ts";
import { accountLocked } from "#identity/account/account.server.ts";
import type { SignedIn } from "#identity/session/session.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { busy, expired, refuse } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import { type Limit, takeWith } from "#platform/limits/limits.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { write } from "#platform/write/write.server.ts";
import { bioOf } from "#profile/bio/bio.server.ts";
import { groupedRrr } from "../../remita/remita.rules.ts";
import { newOrderId } from "../../remita/remita.server.ts";
import { isAwaited, isForMany, isOfferGone, liveStates, surplusWords } from "../payment-reference.rules.ts";
import { isToPay, paymentSentence } from "../payment-reference.sentence.rules.ts";
import { deskPayment } from "../read/read.desk.server.ts";
import { type OwnPayment, viewOf } from "../read/read.server.ts";
import { onOwnLine, planCheck, waitWhileAsked } from "../verification/verification.hold.server.ts";
import { askForReference, checkPaymentJob } from "../verification/verification.job.server.ts";
import { settlePaid } from "../verification/verification.settle.server.ts";
import { type Cover, coverOf, sayCovered } from "./lifecycle.cover.server.ts";
import { keepEntryTold } from "./lifecycle.entry.server.ts";
import { cancelNeedless, cancelReplaced, type Payment, stepWithin } from "./lifecycle.step.server.ts";
import type { WantedReference } from "./lifecycle.wanted.server.ts";

/**
 * The intent to pay, stored before the provider hears of it; the open one when there is one, for as much. One for another
 * amount is cancelled: a part of a bill is as large as its payer wants it. Answers its `_id` and whether it is new. Refuses
 * without a name, and when the same is paid already or its payment is being checked.
 */
export async function createIntent(work: Work, { payer, entry, ...wanted }: WantedReference) {
  const { trx, note } = work;
  if (wanted.bill) await cancelOtherAmount(work, wanted);
  const intent = {
    ...wanted,
    ...(payer ?? (await payerOf(trx, wanted.applicant ?? ""))),
    _id: newId(),
    orderid: newOrderId(),
    description: wanted.description.slice(0, 150),
  };
  // The partial unique index decides: of any number of wishes one makes a row.
  const made = await onConstraint(
    // Whoever is deleted in the same moment is signed in no more.
    { payment_reference_applicant: expired, ...accountLocked },
    trx
      .insertInto("payment_reference")
      .values({ ...intent, items: JSON.stringify(wanted.items) })
      .onConflict((open) => open.doNothing())
      .returning("_id")
      .executeTakeFirst(),
  );
  // Only now: the insert waits for a payment of the open one that is just being verified, and this sees it.
  await refuseSecondPayment(trx, wanted);
  if (made && wanted.applicant && (wanted.bill || wanted.serviceorder)) await takeWith(trx, ofBills, wanted.applicant);
  const { _id } = made ?? (await openIntent(trx, wanted));
  if (entry) await keepEntryTold(trx, _id, entry);
  note({
    deed: made ? "payment.create" : "payment.create-again",
    subject: `payment:${_id}`,
    after: made ? { ...intent, ...(entry && { entry }) } : null,
  });
  return { _id, made: made !== undefined };
}

/** A bill is paid in parts, and each makes work for the provider; an applicant has one reference for each fee. */
const ofBills: Limit = {
  name: "bill-references",
  points: 20,
  seconds: 3600,
  sentence:
    "You have made many payment references in the last hour. Pay one of them, or wait a while before you make another",
};

/** Who pays, as the provider and the receipt name them. */
async function payerOf(trx: Trx, owner: string) {
  const bio = await bioOf(trx, owner);
  if (!bio?.firstname) throw refuse("name-missing", "Sorry, system could not detect firstname of applicant");
  return { payername: fullName(bio), payeremail: bio.emailaddress, payerphone: bio.phonenumber };
}

/** The open reference of a bill over another amount gives way. Refuses while the provider is making one. */
async function cancelOtherAmount(work: Work, wanted: WantedReference): Promise<void> {
  const open = (await ofPurpose(work.trx, wanted)
    .where("state", "in", liveStates)
    .where("recalledAt", "is", null)
    .where("amount_kobo", "<>", wanted.amount_kobo)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()) as Payment | undefined;
  if (!open) return;
  if (open.state === "OPEN") {
    await cancelReplaced(work, open);
    return;
  }
  throw beingMade(open);
}

const beingMade = ({ amount_kobo }: Pick<Payment, "amount_kobo">) =>
  refuse(
    "reference-being-made",
    `A reference over ${asNaira(naira(amount_kobo))} for the same is still being made. Please try again in a few minutes`,
  );

/** Nobody pays twice for want of a sentence. */
async function refuseSecondPayment(trx: Trx, wanted: WantedReference): Promise<void> {
  const settled = await ofPurpose(trx, wanted)
    .where("state", "in", wanted.bill ? ["HELD"] : ["PAID", "HELD"])
    .where("surplus", "is", null)
    .orderBy(sql`state = 'PAID'`, "desc")
    .executeTakeFirst();
  if (!settled) return;
  const rrr = groupedRrr(settled.rrr ?? "");
  if (settled.state !== "PAID") {
    throw refuse(
      "payment-under-review",
      `A payment came for reference ${rrr} that differs from its amount. The bursary is looking at it: please do not pay again`,
    );
  }
  throw refuse(
    "paid-already",
    `You have paid for this already with reference ${rrr}. ${whatNow(wanted, settled.applicationcode)}`,
  );
}

function whatNow({ purpose }: WantedReference, applicationcode: string | null): string {
  if (purpose === "acceptance") return "Print your letters under Admission Letters";
  if (isForMany(purpose)) return "The money is with those whom it is for";
  if (purpose === "service") return "The office is working on your order";
  return applicationcode
    ? `It was used for your application ${applicationcode}`
    : "Go on to Apply and use it for your application";
}

async function openIntent(trx: Trx, wanted: WantedReference) {
  const open = await ofPurpose(trx, wanted)
    .where("state", "in", liveStates)
    .where("recalledAt", "is", null)
    .executeTakeFirst();
  // It was open a moment ago and the provider has refused it since.
  if (!open) throw busy(1);
  // Two wishes at once for parts of one bill: the other was faster.
  if (wanted.bill && open.amount_kobo !== wanted.amount_kobo) throw beingMade(open);
  return open;
}

function ofPurpose(trx: Trx, wanted: WantedReference) {
  const { applicant, purpose, programme, session, bill, serviceorder, sponsorship, grouppayment } = wanted;
  const known = trx.selectFrom("payment_reference").select(["_id", "rrr", "state", "amount_kobo", "applicationcode"]);
  if (sponsorship) return known.where("sponsorship", "=", sponsorship);
  if (grouppayment) return known.where("grouppayment", "=", grouppayment);
  return known
    .where("applicant", "=", applicant)
    .where("purpose", "=", purpose)
    .where("programme", "=", programme)
    .where("session", "=", session)
    .where("bill", "is not distinct from", bill ?? null)
    .where("serviceorder", "is not distinct from", serviceorder ?? null);
}

/**
 * What is wanted is paid without money, by what covers it: an open reference gives way. Refuses what is paid already or being
 * made, and what would buy nothing.
 */
async function coverIntent(app: FastifyInstance, work: Work, wanted: WantedReference, cover: Cover): Promise<string> {
  const { trx, note } = work;
  const live = (await ofPurpose(trx, wanted)
    .where("state", "in", liveStates)
    .where("recalledAt", "is", null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()) as Payment | undefined;
  if (live && live.state !== "OPEN") throw beingMade(live);
  if (live) await cancelNeedless(work, live);
  await refuseSecondPayment(trx, wanted);
  const { payer, entry, ...rest } = wanted;
  const intent = {
    ...rest,
    ...(payer ?? (await payerOf(trx, wanted.applicant ?? ""))),
    ...{ _id: newId(), orderid: newOrderId(), waiver: cover.waiver, amount_kobo: 0 },
    items: JSON.stringify([{ _id: cover.waiver, name: sayCovered(cover.says), amount_kobo: 0 }]),
    description: wanted.description.slice(0, 150),
  };
  const making = trx.insertInto("payment_reference").values(intent).returningAll().executeTakeFirstOrThrow();
  const made = await onConstraint(accountLocked, making);
  note({ deed: "payment.create", subject: `payment:${intent._id}`, after: intent });
  if (entry) await keepEntryTold(trx, intent._id, entry);
  const heard = { kind: "waived", said: sayCovered(cover.says), rrr: cover.number };
  const moved = await stepWithin(work, made as Payment, { to: "PAID", heard, rrr: cover.number });
  if (!moved) throw new Error("Nobody else knows of what was just made");
  await settlePaid(app, work, moved, {
    paidOn: null,
    bookIncome: async () => undefined,
    bookCredit: async (surplus) => {
      throw refuse(
        "reference-buys-nothing",
        `Covered now, this would buy nothing (${surplusWords[surplus].toLowerCase()})`,
      );
    },
  });
  return intent._id;
}

/** After so many seconds somebody else asks for what a killed process left behind. */
const RESCUE_SECONDS = 30;

/**
 * Makes a reference for what `want` answers, or answers the open one. The intent is kept before the provider is asked;
 * without an answer the payment comes back as it stands and the portal goes on asking. Refuses what `createIntent`
 * refuses, and with the provider's own words when it refuses.
 */
export async function generateReference(
  app: FastifyInstance,
  ask: Ask<Pick<SignedIn, "actor">, string, unknown>,
  want: (trx: Trx) => Promise<WantedReference>,
): Promise<{ payment: OwnPayment; message: string }> {
  const { _id, line } = await write(app, ask, async (work) => {
    const wanted = await want(work.trx);
    const cover = await coverOf(app, work, wanted);
    if (cover) return { _id: await coverIntent(app, work, wanted, cover), line: "" };
    const intent = await createIntent(work, wanted);
    if (intent.made) await planCheck(work.trx, checkPaymentJob, intent._id, RESCUE_SECONDS);
    return { _id: intent._id, line: wanted.applicant ?? wanted.sponsorship ?? wanted.grouppayment ?? intent._id };
  });
  const payment = await withReference(app, line, _id);
  if (payment.state === "REFUSED" && isOfferGone(payment.whynot))
    throw refuse("reference-recalled", paymentSentence(viewOf(payment)));
  if (payment.state === "REFUSED")
    throw refuse("provider-refused", `Remita error: ${await refusalOf(app.portal.db, payment)}`);
  const { rrr, amount_kobo } = payment;
  const message =
    rrr && isToPay(payment)
      ? `Your payment reference (RRR) is ${groupedRrr(rrr)}. Pay ${asNaira(naira(amount_kobo))} with it online or at any bank`
      : paymentSentence(viewOf(payment));
  return { payment, message };
}

/** Asks the provider on the payer's own line, or waits for whoever is asking; the answer is what is known at the end of it. */
async function withReference(app: FastifyInstance, line: string, _id: string): Promise<OwnPayment> {
  const { db } = app.portal;
  const payment = await deskPayment(db, _id);
  if (!isAwaited(payment.state)) return payment;
  if (await onOwnLine(line, _id, () => askForReference(app, _id))) return deskPayment(db, _id);
  await waitWhileAsked(db, _id);
  const waited = await deskPayment(db, _id);
  if (waited.state !== "REQUESTING") return waited;
  // Whoever was asking is gone.
  await askForReference(app, _id);
  return deskPayment(db, _id);
}

/** What the provider said when it refused; its words are for people. Specification 8. */
async function refusalOf(db: Database, { evidence }: OwnPayment): Promise<string> {
  const event = await db
    .selectFrom("payment_event")
    .select("said")
    .where("_id", "=", evidence ?? "")
    .executeTakeFirst();
  return event?.said || "the payment service refused to make a reference";
}
