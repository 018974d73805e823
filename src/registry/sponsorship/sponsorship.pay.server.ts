import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import { notFound, refuse } from "#kit/wire/refusal.server.ts";
import {
  addPurpose,
  cancelBeyond,
  everyPayment,
  holdReferencesOf,
  isUnsettled,
  lockedPayment,
  owedOf,
  type Payment,
  referencesFor,
  unsettledWords,
  type WantedReference,
} from "#payments/payment-reference/payment-reference.server.ts";
import { receiptLetters } from "#payments/receipt/receipt.rules.ts";
import { clock } from "#platform/database/clock.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { writeMails } from "#reference/message-template/message-template.server.ts";
import { paperAddress } from "#reference/papers/papers.server.ts";
import { countSponsored, sponsoredSums, takeSponsoredCredit, takeSponsoredOff } from "../bill/bill.server.ts";
import { sponsorById } from "../sponsor/sponsor.server.ts";
import { isTold } from "../status-change/status-change.rules.ts";
import type { StudentStatus } from "../student/student.rules.ts";
import { everyStudent } from "../student/student.server.ts";
import { calledOffMail, sponsoredMail, unsponsoredMail } from "./sponsorship.mail.server.ts";
import type { SponsorshipState } from "./sponsorship.rules.ts";

export interface LockedSponsorship {
  readonly _id: string;
  readonly sponsor: string;
  readonly name: string;
  readonly label: string;
  readonly session: string;
  readonly semester: number;
  readonly serviceID: string;
  readonly count: number;
  readonly total_kobo: number;
  readonly spreads: string | null;
  readonly state: SponsorshipState;
  readonly proposedby: string;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
}

/** The payment whose rest is spread comes first, as whoever verifies or takes back a payment holds it. */
export async function lockSponsorship(trx: Trx, id: string): Promise<LockedSponsorship | undefined> {
  const { rows: first } = await sql<{ spreads: string | null }>`
    select spreads from portal.sponsorship where _id = ${id}`.execute(trx);
  if (first[0]?.spreads) await lockedPayment(trx, first[0].spreads);
  const { rows } = await sql<LockedSponsorship>`
    select _id, sponsor, name, label, session, semester, "serviceID", count, total_kobo, spreads, state, proposedby, decidedby,
      "decidedAt"
    from portal.sponsorship where _id = ${id} for update`.execute(trx);
  return rows[0];
}

/** The same for who decides about it, or asks for its reference: what is just being paid with that is waited for first. */
export async function holdSponsorship(trx: Trx, id: string): Promise<LockedSponsorship | undefined> {
  await holdReferencesOf(trx, "sponsorship", id);
  return lockSponsorship(trx, id);
}

/**
 * Nobody is asked any more to pay what was approved: its open reference is cancelled, and the sponsor told so. Refuses while the
 * provider or the bursary looks at one. The sponsorship is held.
 */
export async function endPromise(work: Work, { _id, sponsor, label }: LockedSponsorship): Promise<void> {
  // Read once more: one may have been asked for before the sponsorship was held.
  const references = await referencesFor(work.trx, "sponsorship", [_id], { held: true });
  const unsettled = references.find(isUnsettled);
  if (unsettled) throw refuse("reference-being-made", unsettledWords(unsettled));
  await cancelBeyond(work, "sponsorship", _id, 0);
  const asked = references.find(({ state }) => state === "OPEN");
  const to = asked && (await sponsorById(work.trx, sponsor));
  if (to) await writeMails(work.trx, [{ _id: newId(), ...calledOffMail(to, { label, ...asked }) }]);
}

/** Tells the payments what a sponsorship is: its one payment counts on every bill that it names. */
export function addSponsorPurpose(app: FastifyInstance): void {
  const { config } = app.portal;
  const receipt = ({ rrr }: Payment) =>
    paperAddress({ secret: config.secret, publicUrl: "" }, receiptLetters.sponsorship, rrr ?? "");
  addPurpose(app, "sponsorship", {
    income: "tuition-fee",
    async settle(work, payment, paidOn) {
      const sponsorship = await lockSponsorship(work.trx, payment.sponsorship ?? "");
      if (!sponsorship) throw new Error("A sponsor's payment names no sponsorship");
      if (sponsorship.state === "Paid") return "second";
      if (sponsorship.state === "Called off") return "called-off";
      await spendSponsorship(app, work, sponsorship, { payment: payment._id, paidOn, isBooked: true });
      return null;
    },
    beyond: async (trx, { _id, amount_kobo }) => amount_kobo - (await sponsoredSums(trx, _id)).counted_kobo,
    spend: async (work, { _id }) => takeSponsoredCredit(work, _id),
    takeBack: (work, payment) => takeSponsorshipBack(app, work, payment),
    payBy: async () => null,
    screen: "/",
    receipt,
    next: async (_, payment) => ({ sentence: "Anybody can see there that it is genuine", path: receipt(payment) }),
  });
}

interface Spending {
  readonly payment: string;
  readonly paidOn: string;
  readonly isBooked: boolean;
}

/** Counts on each bill what was meant for it, as it stands now; whoever has paid meanwhile leaves the rest with the sponsor. */
export async function spendSponsorship(
  app: FastifyInstance,
  work: Work,
  { _id, name, label }: Pick<LockedSponsorship, "_id" | "name" | "label">,
  spending: Spending,
  /** Of what is spread as it is approved. */
  decidedby: string | null = null,
): Promise<number> {
  const { trx, note } = work;
  const { rows: shares } = await sql<{ _id: string; bill: string; amount_kobo: number }>`
    select _id, bill, amount_kobo from portal.sponsorship_share where sponsorship = ${_id} order by bill`.execute(trx);
  const counted = await countSponsored(work, shares, spending);
  await sql`update portal.sponsorship_share h set counted_kobo = coalesce(c.counted_kobo, 0)
    from portal.sponsorship_share every
    left join jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as c(share uuid, counted_kobo bigint) on c.share = every._id
    where every._id = h._id and h.sponsorship = ${_id}`.execute(trx);
  const counted_kobo = counted.reduce((sum, one) => sum + one.counted_kobo, 0);
  await sql`update portal.sponsorship set state = 'Paid', counted_kobo = ${counted_kobo}, "paidAt" = now(),
      decidedby = coalesce(decidedby, ${decidedby}), "decidedAt" = coalesce("decidedAt", now()), version = version + 1
    where _id = ${_id}`.execute(trx);
  note({ deed: "sponsorship.pay", subject: `sponsorship:${_id}`, after: { ...spending, counted_kobo } });
  await tellStudents(trx, counted, (to, kobo) => sponsoredMail(app.portal.config, to, { name, label, kobo }));
  return counted_kobo;
}

/** The bank took the payment back: it counts on no bill any more, whichever sponsorship it was spread by. */
async function takeSponsorshipBack(app: FastifyInstance, work: Work, { _id, sponsorship }: Payment): Promise<void> {
  const { trx, note } = work;
  const counted = await takeSponsoredOff(work, _id);
  const { rows } = await sql<{ _id: string; name: string }>`
    update portal.sponsorship set state = 'Taken back', version = version + 1
    where (_id = ${sponsorship} or spreads = ${_id}) and state = 'Paid' returning _id, name`.execute(trx);
  for (const one of rows)
    note({ deed: "sponsorship.take-back", subject: `sponsorship:${one._id}`, before: { payment: _id } });
  const name = rows[0]?.name ?? "";
  await tellStudents(trx, counted, (to, kobo) => unsponsoredMail(app.portal.config, to, { name, kobo }));
}

interface CountedOn {
  readonly bill: string;
  readonly counted_kobo: number;
}
type Letter = ReturnType<typeof sponsoredMail>;

async function tellStudents(
  trx: Trx,
  counted: readonly (CountedOn & { readonly share: string })[],
  letter: (to: { firstname: string; emailaddress: string }, kobo: number) => Letter,
): Promise<void> {
  const { rows } = await sql<{ share: string; firstname: string; emailaddress: string; status: StudentStatus }>`
    select h._id as share, s.firstname, s.emailaddress, s.status from portal.sponsorship_share h
    join ${everyStudent()} s on s._id = h.student
    where h._id = any(${counted.map(({ share }) => share)}::uuid[])`.execute(trx);
  const people = new Map(rows.map((one) => [one.share, one]));
  const letters = counted.flatMap(({ share, counted_kobo }) => {
    const to = people.get(share);
    return to && isTold(to.status) ? [{ _id: newId(), ...letter(to, counted_kobo) }] : [];
  });
  await writeMails(trx, letters);
}

/** A verified payment of a sponsor's, and who that is. */
interface SponsorPayment {
  readonly payment: string;
  readonly rrr: string | null;
  readonly sponsor: string;
  readonly name: string;
}

/**
 * What of a sponsor's payment came on no bill and was not given back, in kobo; 0 for what is not paid, bought nothing, or is
 * another's.
 */
export async function unspentOf(db: Database | Trx, payment: string, sponsor: string): Promise<number> {
  const { rows } = await sql<{ found: string }>`
    select p._id as found from ${everyPayment()} p join portal.sponsorship s on s._id = p.sponsorship
    where p._id = ${payment} and p.state = 'PAID' and p.surplus is null and s.sponsor = ${sponsor}`.execute(db);
  return rows[0] ? unspentKobo(db, payment) : 0;
}

/** Its credit, but for what bills hold beyond what they come to. */
async function unspentKobo(db: Database | Trx, payment: string): Promise<number> {
  const { counted_kobo, tuition_kobo } = await sponsoredSums(db, payment);
  const { kobo } = await owedOf(db, { _id: payment, state: "PAID" });
  return Math.max(0, kobo - (counted_kobo - tuition_kobo));
}

/** The payments of which something came on no bill, the newest first, each with how much of it is unspent. */
export async function unspentPayments(db: Database): Promise<(SponsorPayment & { readonly amount: number })[]> {
  const { rows } = await sql<SponsorPayment>`
    select p._id as payment, p.rrr, s.sponsor, s.name from portal.sponsorship s
    join ${everyPayment()} p on p.sponsorship = s._id and p.state = 'PAID' and p.surplus is null
    where s.state = 'Paid' and s.spreads is null and s.counted_kobo < s.total_kobo
    order by s."paidAt" desc limit 100`.execute(db);
  const left = await Promise.all(rows.map(async (one) => ({ ...one, kobo: await unspentKobo(db, one.payment) })));
  return left.flatMap(({ kobo, ...one }) => (kobo > 0 ? [{ ...one, amount: naira(kobo) }] : []));
}

/** Spreads what is left of an earlier payment, at once. The payment is locked. Refuses more than that. */
export async function spreadUnspent(
  app: FastifyInstance,
  work: Work,
  of: LockedSponsorship,
  payment: string,
  decidedby: string,
): Promise<number> {
  const left = await unspentOf(work.trx, payment, of.sponsor);
  if (left < of.total_kobo)
    throw refuse(
      "unspent-too-little",
      `${asNaira(naira(left))} of that payment is unspent by now, and this comes to ${asNaira(naira(of.total_kobo))}. Decline it`,
    );
  const paidOn = lagosDay(await clock(work.trx));
  return spendSponsorship(app, work, of, { payment, paidOn, isBooked: false }, decidedby);
}

/** What is asked of a sponsor: the sum of what two people approved, with each student as an item. Refuses what is not to be paid. */
export const wantedOfSponsor =
  (id: string) =>
  async (trx: Trx): Promise<WantedReference> => {
    const of = isId(id) ? await holdSponsorship(trx, id) : undefined;
    if (!of) throw notFound();
    if ((of.state !== "Approved" && of.state !== "Taken back") || of.spreads !== null)
      throw refuse("not-to-be-paid", `This sponsorship is ${of.state}, so there is nothing to pay`);
    const sponsor = await sponsorById(trx, of.sponsor);
    if (!sponsor) throw notFound();
    const { rows: items } = await sql<{ _id: string; name: string; amount_kobo: number }>`
      select h._id, left(concat_ws(', ', s.name, s.matric), 200) as name, h.amount_kobo from portal.sponsorship_share h
      join ${everyStudent()} s on s._id = h.student where h.sponsorship = ${of._id} order by s.name, h._id`.execute(
      trx,
    );
    const { rows: ends } = await sql<{ then: string }>`select now() + interval '180 days' as then`.execute(trx);
    return {
      ...{ applicant: null, purpose: "sponsorship", programme: null, session: of.session, acceptanceof: null },
      sponsorship: of._id,
      items,
      amount_kobo: of.total_kobo,
      servicetypeid: of.serviceID,
      description: `${of.label}, ${of.count} students, ${semesterWords(of.semester)}`,
      endsAt: ends[0]?.then ?? "",
      payer: {
        ...{ payername: sponsor.name, payer: sponsor.name, payeremail: sponsor.emailaddress },
        ...{ payerphone: sponsor.phonenumber, matric: "" },
      },
    };
  };
