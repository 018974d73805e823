import { type RawBuilder, sql } from "kysely";
import { closesOf, sessionsById } from "#calendar/session/session.server.ts";
import { programmesById } from "#college/programme/programme.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { bareRrr, providerTime, rrrPattern } from "../../remita/remita.rules.ts";
import { isForTheSame, type Payment } from "../lifecycle/lifecycle.step.server.ts";
import type { PaymentReference } from "../payment-reference.contract.ts";
import type { PaymentPurpose, WhyNot } from "../payment-reference.rules.ts";
import type { PaymentView } from "../payment-reference.sentence.rules.ts";

/**
 * Until when a payment buys what it is for, in a statement on portal.payment_reference. An application fee ends when its
 * session closes, as that stands now: the office may move it while people hold references.
 */
export const endOfPayment = (): RawBuilder<string> =>
  sql<string>`case when payment_reference.purpose = 'application'
    then coalesce(${closesOf(sql.ref("payment_reference.session"))}, payment_reference."endsAt")
    else payment_reference."endsAt" end`;

export interface OwnPayment extends Payment {
  /** The reference with which the same was paid for, rightly or not so that it is being checked; when it is another one. */
  readonly paidby: string | null;
  /** Why its payment would buy nothing, although nothing else was paid for the same; null when it would. */
  readonly whynot: WhyNot | null;
  /** The provider did not answer when it was last asked about it. */
  readonly unanswered: boolean;
}

/** The applicant's references for application fees, newest first, as they travel. */
export async function paymentReferencesOf(db: Database, owner: string): Promise<PaymentReference[]> {
  const made = await ownedBy(db, owner)
    .where("purpose", "=", "application")
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .execute();
  return asRecords(db, made as OwnPayment[]);
}

/**
 * One's own payment for a purpose by `_id` or trxcode, dashes and spaces allowed. Anything else, another's, and one for
 * another purpose is 404.
 */
export const ownPayment = (
  db: Database,
  { applicant, purpose }: { readonly applicant: string; readonly purpose: PaymentPurpose },
  named: string,
): Promise<OwnPayment> => found(ownedBy(db, applicant).where("purpose", "=", purpose), named);

/** The same, whatever it is for. */
export const ownReference = (db: Database, applicant: string, named: string): Promise<OwnPayment> =>
  found(ownedBy(db, applicant), named);

async function found(among: ReturnType<typeof ownedBy>, named: string): Promise<OwnPayment> {
  const rrr = bareRrr(named);
  const wanted = isId(named) ? among.where("_id", "=", named) : among.where("rrr", "=", rrr);
  const payment = isId(named) || rrrPattern.test(rrr) ? await wanted.executeTakeFirst() : undefined;
  if (!payment) throw notFound();
  return payment as OwnPayment;
}

/** All of an applicant's payments, whatever they are for, newest first. */
export const everyPaymentOf = async (db: Database, owner: string): Promise<OwnPayment[]> =>
  (await ownedBy(db, owner).orderBy("createdAt", "desc").orderBy("_id", "desc").execute()) as OwnPayment[];

/** A payment by its trxcode, whoever made it: for what a paper proves to whoever holds it. */
export const paymentByRrr = async (db: Database, rrr: string): Promise<OwnPayment | undefined> =>
  (await payments(db).where("rrr", "=", rrr).executeTakeFirst()) as OwnPayment | undefined;

/** The same by its `_id`. */
export const paymentById = async (db: Database, _id: string): Promise<OwnPayment | undefined> =>
  (await payments(db).where("_id", "=", _id).executeTakeFirst()) as OwnPayment | undefined;

/** The `_id` of the payment with this RRR whose payer's phone ends in these digits. It takes as long when there is none. */
export async function paymentOfPhone(db: Database, rrr: string, digits: string): Promise<string | null> {
  const { rows } = await sql<{ _id: string | null }>`
    select (select _id from portal.payment_reference where rrr = ${rrr} and right(payerphone, length(${digits})) = ${digits}) as _id`.execute(
    db,
  );
  return rows[0]?._id ?? null;
}

/** For each of some offers or orders the reference that counts: what paid it, what is being checked, else the newest. */
export async function countingPayments(
  db: Database,
  of: "acceptanceof" | "serviceorder",
  ids: readonly string[],
): Promise<ReadonlyMap<string, OwnPayment>> {
  if (ids.length === 0) return new Map();
  const made = await payments(db)
    .where(of, "in", ids)
    .where("state", "<>", "REFUSED")
    .distinctOn(of)
    .orderBy(of)
    .orderBy(sql`(state = 'PAID' and surplus is null)`, "desc")
    .orderBy(sql`state = 'HELD'`, "desc")
    .orderBy("createdAt", "desc")
    .execute();
  return new Map((made as OwnPayment[]).map((payment) => [payment[of] ?? "", payment]));
}

/** Every reference that an applicant made for a place in one programme and session, newest first: for the office. */
export const paymentsAbout = async (
  db: Database,
  {
    applicant,
    programme,
    session,
  }: { readonly applicant: string; readonly programme: string; readonly session: string },
): Promise<OwnPayment[]> =>
  (await ownedBy(db, applicant)
    .where("programme", "=", programme)
    .where("session", "=", session)
    .where("purpose", "in", ["application", "acceptance"])
    .orderBy("createdAt", "desc")
    .execute()) as OwnPayment[];

/** Payments as they travel, with programme and session by name. */
export async function asRecords(db: Database, found: readonly OwnPayment[]): Promise<PaymentReference[]> {
  const [programmes, sessions] = await Promise.all([
    programmesById(db, [...new Set(found.flatMap(({ programme }) => programme ?? []))]),
    sessionsById(db, [...new Set(found.map(({ session }) => session))]),
  ]);
  return found.map((payment) => {
    const programme = programmes.get(payment.programme ?? "");
    const session = sessions.get(payment.session);
    if (!programme || !session) throw new Error("A payment names a programme or session that does not exist");
    return {
      _id: payment._id,
      trxcode: payment.rrr,
      rrr: payment.rrr,
      amount: naira(payment.amount_kobo),
      items: itemsOf(payment),
      trxdata: { description: payment.description },
      programme,
      session,
      application: payment.application,
      isverified: payment.state === "PAID",
      verified: payment.verifiedAt,
      state: payment.state,
      surplus: payment.surplus,
      creditused: payment.creditused,
      paidby: payment.paidby,
      whynot: payment.whynot,
      checkedAt: payment.checkedAt,
      createdAt: payment.createdAt,
    };
  });
}

/** What its sentence is made of. */
export const viewOf = (payment: OwnPayment): PaymentView => {
  const { state, amount_kobo, withdrawn_kobo, verifiedAt, surplus, creditused, paidby, whynot, unanswered } = payment;
  const amounts = { amount: naira(amount_kobo), withdrawn: naira(withdrawn_kobo) };
  const items = itemsOf(payment);
  return { state, ...amounts, verified: verifiedAt, surplus, creditused, paidby, whynot, unanswered, items };
};

/** The fee items as they were when the reference was made, in naira. */
export const itemsOf = ({ items }: Payment): { name: string; amount: number }[] =>
  (items as unknown as { name: string; amount_kobo: number }[]).map(({ name, amount_kobo }) => ({
    name,
    amount: naira(amount_kobo),
  }));

/** When the provider says that a verified payment was made; null until then, and when it did not say. */
export async function paidOnOf(db: Database, { state, evidence }: Payment): Promise<string | null> {
  if (state !== "PAID" || !evidence) return null;
  const event = await db.selectFrom("payment_event").select("paidon").where("_id", "=", evidence).executeTakeFirst();
  return event?.paidon ? providerTime(event.paidon) : null;
}

const ownedBy = (db: Database, applicant: string) => payments(db).where("applicant", "=", applicant);

const payments = (db: Database) =>
  db
    .selectFrom("payment_reference")
    .selectAll()
    .select([paidBy().as("paidby"), whyNot().as("whynot"), isUnanswered().as("unanswered")]);

const paidBy = (): RawBuilder<string | null> =>
  sql<string | null>`(select paid.rrr from portal.payment_reference paid
    where ${isForTheSame()} and paid._id <> payment_reference._id
      and (paid.state = 'PAID' and paid.surplus is null or paid.state = 'HELD')
    order by paid.state = 'PAID' desc limit 1)`;

const whyNot = (): RawBuilder<WhyNot | null> =>
  sql<WhyNot | null>`case
    when payment_reference."recalledAt" is not null then case when givenup then 'given-up' else 'recalled' end
    when payment_reference.purpose = 'acceptance' and exists (select from portal.payment_reference taken
      where taken.applicant = payment_reference.applicant and taken.session = payment_reference.session
        and taken.purpose = 'acceptance' and taken.acceptanceof <> payment_reference.acceptanceof
        and taken.state = 'PAID' and taken.surplus is null) then 'other-place'
    -- Whatever comes for a bill or an order counts.
    when payment_reference.purpose in ('application', 'acceptance') and ${endOfPayment()} <= now() then 'late' end`;

const isUnanswered = (): RawBuilder<boolean> =>
  sql<boolean>`(payment_reference."askedAt" is not null
    and payment_reference."askedAt" > coalesce(payment_reference."checkedAt", '-infinity')
    and coalesce(payment_reference."askingUntil" < now(), true))`;

/** To whom the letters about an applicant's references went; one whose reference was never made has had none. */
export const letterRecipientsOf = (trx: Trx, applicant: string): Promise<{ recipient: string; rrr: string }[]> =>
  trx
    .selectFrom("payment_reference")
    .select("payeremail as recipient")
    .select((row) => row.ref("rrr").$notNull().as("rrr"))
    .where("applicant", "=", applicant)
    .where("rrr", "is not", null)
    .execute();

export const ownPayments: OwnRows = {
  name: "payments",
  tables: ["payment_reference"],
  rows: (owner) => sql`select to_jsonb(p) || jsonb_build_object('heard', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'payment' order by e.at), '[]') from portal.payment_event e where e.payment = p._id)) as row
    from portal.payment_reference p where p.applicant = ${owner} order by p."createdAt"`,
  stays: {
    what: ({ length }) => [
      `Your ${length === 1 ? "payment reference" : `${length} payment references`}, with your name, address and phone number at the time`,
    ],
    why: "The law asks the college to keep its books, and a bank may still report a payment for a reference",
  },
};
