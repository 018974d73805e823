import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import {
  deskPayment,
  everyPayment,
  officeSentence,
  viewOf,
} from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import { paperTemplate, value } from "#reference/message-template/message-template.rules.ts";
import { paperWords } from "#reference/message-template/message-template.server.ts";
import { adjustableBills } from "../bill/bill.server.ts";
import { everyStudent } from "../student/student.server.ts";
import type { readSponsored } from "./sponsorship.contract.ts";
import { unspentOf } from "./sponsorship.pay.server.ts";

/** The accounts of those whom a sponsorship is for. */
export async function studentsOfSponsorship(trx: Trx, id: string) {
  const { rows } = await sql<{ applicant: string | null; emailaddress: string }>`
    select s.applicant, s.emailaddress from portal.sponsorship_share h join ${everyStudent()} s on s._id = h.student
    where h.sponsorship = ${id}`.execute(trx);
  return rows;
}

/** The payment of a sponsorship that counts: what paid it, else the newest. Null while nobody has made one. */
export async function paymentOfSponsorship(db: Database | Trx, id: string): Promise<string | null> {
  const { rows } = await sql<{ payment: string }>`
    select coalesce(s.spreads, (select p._id from ${everyPayment()} p where p.sponsorship = s._id and p.state <> 'REFUSED'
      order by p.state = 'PAID' and p.surplus is null desc, p._id desc limit 1)) as payment
    from portal.sponsorship s where s._id = ${id}`.execute(db);
  return rows[0]?.payment ?? null;
}

const requestTemplate = paperTemplate({
  key: "request-to-sponsor",
  name: "Request to pay, to a sponsor",
  when: "The bursary prints what a sponsor is asked to pay",
  reader: "others",
  values: { students: value("for how many", "12 students") },
  words: {
    heading: "Request to pay",
    opening:
      "{college} asks you to pay the following for {students}. One payment with this reference, at any bank or online, pays for all of them; each is told by e-mail once it has come.",
    closing: "{office}, {officemail}.",
  },
});

export const sponsorPaperTemplates = [requestTemplate];

/** What a sponsorship means for each bill as it stands now, and where its payment stands. */
export async function sponsoredOf(db: Database, who: Officer, id: string): Promise<Replied<typeof readSponsored>> {
  const kept = isId(id)
    ? await db
        .selectFrom("sponsorship")
        .select(["proposedby", "sponsor", "spreads"])
        .where("_id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!kept) throw notFound();
  const rows = await db
    .selectFrom("sponsorship_share")
    .select(["bill", "amount_kobo", "counted_kobo"])
    .where("sponsorship", "=", id)
    .execute();
  const shares = new Map(rows.map((row) => [row.bill, row]));
  const bills = await adjustableBills(db, [...shares.keys()]);
  const payment = await paymentOfSponsorship(db, id);
  return {
    own: kept.proposedby === who.staff,
    spreads: kept.spreads !== null,
    payment: payment === null ? null : await shownPayment(db, payment, kept.sponsor),
    shares: bills.flatMap((of) => {
      const share = shares.get(of.bill);
      if (!share) return [];
      const { bill, student, name, matric, billed_kobo, paid_kobo } = of;
      const counted = share.counted_kobo === null ? null : naira(share.counted_kobo);
      const left = naira(billed_kobo - paid_kobo);
      return [{ bill, student, name, matric, amount: naira(share.amount_kobo), left, counted }];
    }),
    words: await paperWords(db, requestTemplate, {
      students: bills.length === 1 ? "one student" : asCount(bills.length, "student"),
    }),
  };
}

async function shownPayment(db: Database, id: string, sponsor: string) {
  const payment = await deskPayment(db, id);
  const { _id, rrr, amount_kobo, state, verifiedAt } = payment;
  return {
    ...{ _id, rrr, state, amount: naira(amount_kobo), message: officeSentence(viewOf(payment)) },
    receipt: verifiedAt !== null,
    unspent: naira(await unspentOf(db, id, sponsor)),
  };
}
