import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { type WaivedFee, waivedFees } from "#bursary/fee-waiver/fee-waiver.rules.ts";
import { coverListed, endCovers, mailRevoked } from "#bursary/fee-waiver/fee-waiver.server.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import {
  addPaidHearer,
  addPurpose,
  bookRelisted,
  everyPayment,
  holdReferencesOf,
  lockedPayment,
  type Payment,
  postToPayer,
  type WantedReference,
} from "#payments/payment-reference/payment-reference.server.ts";
import { receiptLetters } from "#payments/receipt/receipt.rules.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { type Trx, tryAgain, type Work } from "#platform/write/perform.server.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { askMail } from "./group-payment.mail.server.ts";
import { paidAmong } from "./group-payment.plan.server.ts";
import type { GroupState, LineStanding } from "./group-payment.rules.ts";

export interface LockedGroup {
  readonly _id: string;
  readonly payername: string;
  readonly payeremail: string;
  readonly payerphone: string;
  readonly purpose: WaivedFee;
  readonly session: string;
  readonly serviceID: string;
  readonly items: WantedReference["items"];
  readonly count: number;
  readonly total_kobo: number;
  readonly lastday: string;
  readonly state: GroupState;
  readonly madeby: string;
}

export interface GroupLine {
  readonly _id: string;
  readonly applicant: string;
  readonly programme: string;
  readonly amount_kobo: number;
  readonly standing: LineStanding;
  readonly cover: string | null;
}

/** Whoever pays for a list, pays himself, or changes a line waits here for each other. Its payment, if it is paid, is locked before. */
export async function lockGroup(trx: Trx, id: string): Promise<LockedGroup> {
  const { rows } = await sql<LockedGroup>`
    select _id, payername, payeremail, payerphone, purpose, session, "serviceID", items, count, total_kobo, lastday, state, madeby
    from portal.group_payment where _id = ${isId(id) ? id : null}::uuid for update`.execute(trx);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}

export async function linesOf(trx: Trx, list: string): Promise<GroupLine[]> {
  const { rows } = await sql<GroupLine>`select _id, applicant, programme, amount_kobo, standing, cover
    from portal.group_payment_line where list = ${list} order by applicant, _id`.execute(trx);
  return rows;
}

/** The payment that paid a list; null while none has. */
export async function payingOf(db: Database | Trx, list: string): Promise<string | null> {
  const { rows } = await sql<{ payment: string }>`select p._id as payment from ${everyPayment()} p
    where p.grouppayment = ${list} and p.state = 'PAID' and p.surplus is null`.execute(db);
  return rows[0]?.payment ?? null;
}

/** Tells the payments what a list is: its one payment covers the fee of each whom it names. */
export function addGroupPurposes(app: FastifyInstance): void {
  const { config } = app.portal;
  addPaidHearer(app, freeForOwnPayment);
  for (const fee of Object.keys(waivedFees) as WaivedFee[]) {
    const purpose = `group-${fee}` as const;
    const receipt = ({ rrr }: Payment) =>
      paperAddress({ secret: config.secret, publicUrl: "" }, receiptLetters[purpose], rrr ?? "");
    addPurpose(app, purpose, {
      income: `${fee}-fee`,
      settle: (work, payment, paidOn) => settleGroup(app, work, payment, paidOn),
      beyond: async (trx, { grouppayment }) => (await freedOf(trx, grouppayment)).kobo,
      async open({ trx }, payment) {
        const list = await lockGroup(trx, payment.grouppayment ?? "");
        if (list.state === "Open") await postToPayer(trx, payment, askMail(config, list, payment));
      },
      takeBack: (work, payment) => takeGroupBack(app, work, payment),
      payBy: async (db, { grouppayment }) => {
        const list = await db
          .selectFrom("group_payment")
          .select("lastday")
          .where("_id", "=", grouppayment)
          .executeTakeFirst();
        return list
          ? { day: list.lastday, why: "After that day the fees of this list can not be paid any more" }
          : null;
      },
      screen: "/rrr",
      receipt,
      next: async (db, payment) => {
        const { people, kobo } = await freedOf(db, payment.grouppayment);
        const freed = `${asCount(people, "applicant")} had paid already, so ${asNaira(naira(kobo))} is your credit: please ask the bursary. `;
        return {
          sentence: `${people > 0 ? freed : ""}Anybody can see that the receipt is genuine`,
          path: receipt(payment),
        };
      },
    });
  }
}

/** How many lines of a list were freed, and over how much. */
async function freedOf(db: Database | Trx, list: string | null): Promise<{ people: number; kobo: number }> {
  const { rows } = await sql<{ people: number; kobo: number }>`
    select count(*)::int as people, coalesce(sum(amount_kobo), 0)::bigint as kobo from portal.group_payment_line
    where list = ${list} and standing = 'Freed'`.execute(db);
  return rows[0] ?? { people: 0, kobo: 0 };
}

/** The money is there: each whom the list names is covered, but for who has paid meanwhile. Else answers why it is credit. */
async function settleGroup(app: FastifyInstance, work: Work, payment: Payment, paidOn: string) {
  const list = await lockGroup(work.trx, payment.grouppayment ?? "");
  if (list.state === "Paid") return "second";
  if (list.state !== "Open") return "called-off";
  if (paidOn > list.lastday) {
    await endLines(work.trx, list._id);
    await sql`update portal.group_payment set state = 'Lapsed', "endedAt" = now(), version = version + 1
      where _id = ${list._id}`.execute(work.trx);
    work.note({ deed: "group_payment.lapse", subject: `group_payment:${list._id}`, after: { paidOn } });
    return list.purpose === "application" ? "closed" : "late";
  }
  await spendGroup(app, work, list, payment);
  return null;
}

async function spendGroup(app: FastifyInstance, work: Work, list: LockedGroup, { _id, rrr }: Payment): Promise<void> {
  const { trx, note } = work;
  await sql`update portal.group_payment set state = 'Paid', "paidAt" = now(), version = version + 1
    where _id = ${list._id}`.execute(trx);
  const lines = (await linesOf(trx, list._id)).filter(({ standing }) => standing === "Listed");
  const paid = await paidAmong(
    trx,
    list,
    lines.map(({ applicant }) => applicant),
  );
  const due = lines.filter(({ applicant, programme }) => !paid.has(`${applicant} ${programme}`));
  const reason = `Paid with ${groupedRrr(rrr ?? "")}`;
  const covers = due.length > 0 ? await coverListed(app, work, { ...list, reason }, due) : new Map<string, string>();
  const stand = lines.map(({ _id: line, applicant }) => {
    const cover = covers.get(applicant) ?? null;
    return {
      line,
      cover,
      standing: cover ? "Covered" : "Freed",
      why: cover ? null : "The fee was paid or waived meanwhile",
    };
  });
  await sql`update portal.group_payment_line l set standing = s.standing, cover = s.cover, why = s.why
    from jsonb_to_recordset(${JSON.stringify(stand)}::jsonb) as s(line uuid, cover uuid, standing text, why text)
    where l._id = s.line`.execute(trx);
  const after = { payment: _id, covered: covers.size, freed: lines.length - covers.size };
  note({ deed: "group_payment.pay", subject: `group_payment:${list._id}`, after });
}

/** Nothing is paid by what still stands on a list. */
export const endLines = (trx: Trx, list: string) =>
  sql`update portal.group_payment_line set standing = 'Ended' where list = ${list} and standing = 'Listed'`.execute(
    trx,
  );

/** The bank took the payment back: what is not used covers nothing any more. What is used stays, and waits at the money desk. */
async function takeGroupBack(app: FastifyInstance, work: Work, { _id, grouppayment }: Payment): Promise<void> {
  const { trx, note } = work;
  const list = await lockGroup(trx, grouppayment ?? "");
  const covered = (await linesOf(trx, list._id)).filter(({ standing }) => standing === "Covered");
  const ended = await endCovers(
    trx,
    covered.flatMap(({ cover }) => cover ?? []),
  );
  const gone = covered.filter(({ cover }) => ended.has(cover ?? ""));
  await sql`update portal.group_payment_line set standing = 'Ended', why = 'The bank took the money back'
    where _id = any(${gone.map((line) => line._id)}::uuid[])`.execute(trx);
  await sql`update portal.group_payment set state = 'Taken back', "endedAt" = now(), version = version + 1
    where _id = ${list._id}`.execute(trx);
  await mailRevoked(
    app,
    trx,
    gone.map(({ applicant }) => applicant),
    { kind: "Paid in a list", sponsor: list.payername, purpose: list.purpose },
  );
  const after = { payment: _id, ended: gone.length, used: covered.length - gone.length };
  note({ deed: "group_payment.take-back", subject: `group_payment:${list._id}`, after });
}

/** Somebody pays himself what a list has paid for him: his part of it is the payer's credit. */
async function freeForOwnPayment(work: Work, { applicant, purpose, session, programme }: Payment): Promise<void> {
  const { trx } = work;
  if (applicant === null || !(purpose in waivedFees)) return;
  const { rows } = await sql<{ list: string }>`select list from portal.group_payment_line
    where applicant = ${applicant} and purpose = ${purpose} and session = ${session} and programme = ${programme}
      and standing in ('Listed', 'Covered')`.execute(trx);
  const [found] = rows;
  if (!found) return;
  const payment = await payingOf(trx, found.list);
  // As whoever takes a payment back, or changes a line of the list.
  if (payment) await lockedPayment(trx, payment);
  const list = await lockGroup(trx, found.list);
  // Not paid yet: whoever settles it waits for this payment, and sees it.
  if (list.state !== "Paid") return;
  if (!payment) throw tryAgain();
  const line = (await linesOf(trx, list._id)).find(
    (one) => one.applicant === applicant && one.programme === programme && one.standing === "Covered",
  );
  if (line) await freeLine(work, list, payment, line, "The applicant has paid the fee meanwhile");
}

/** A paid line's money becomes the payer's credit; answers whether it did: what is used stays. List and payment are locked. */
export async function freeLine(
  { trx, note }: Work,
  list: LockedGroup,
  payment: string,
  { _id, cover, applicant, amount_kobo }: GroupLine,
  why: string,
): Promise<boolean> {
  const ended = await endCovers(trx, cover ? [cover] : []);
  if (ended.size === 0) return false;
  await sql`update portal.group_payment_line set standing = 'Freed', why = ${why} where _id = ${_id}`.execute(trx);
  await bookRelisted(trx, payment, `${list.purpose}-fee`, amount_kobo);
  note({
    deed: "group_payment.free",
    subject: `group_payment:${list._id}`,
    after: { applicant, amount_kobo },
    reason: why,
  });
  return true;
}

/** What is asked of whoever pays: the sum of the list. Refuses what is not to be paid. */
export const wantedOfGroup =
  (id: string) =>
  async (trx: Trx): Promise<WantedReference> => {
    if (!isId(id)) throw notFound();
    await holdReferencesOf(trx, "grouppayment", id);
    const list = await lockGroup(trx, id);
    if (list.state !== "Open") throw refuse("not-to-be-paid", `This list is ${list.state}, so there is nothing to pay`);
    const { rows: ends } = await sql<{ then: string }>`
      select (${list.lastday}::date + 1)::timestamp at time zone 'Africa/Lagos' as then`.execute(trx);
    const { payername, payeremail, payerphone } = list;
    return {
      ...{
        applicant: null,
        purpose: `group-${list.purpose}`,
        programme: null,
        session: list.session,
        acceptanceof: null,
      },
      grouppayment: list._id,
      items: list.items,
      amount_kobo: list.total_kobo,
      servicetypeid: list.serviceID,
      description: `${waivedFees[list.purpose]} of ${asCount(list.count, "applicant")}`,
      endsAt: ends[0]?.then ?? "",
      payer: { payername, payer: payername, payeremail, payerphone, matric: "" },
    };
  };
