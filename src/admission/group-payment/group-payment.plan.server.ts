import { sql } from "kysely";
import type * as v from "valibot";
import { refuseOwnFiles } from "#access/own-file/own-file.server.ts";
import { waivedFees } from "#bursary/fee-waiver/fee-waiver.rules.ts";
import { accountsTyped, waivedAmong } from "#bursary/fee-waiver/fee-waiver.server.ts";
import { closingOf, sessionsById, usualAdmittingSession } from "#calendar/session/session.server.ts";
import { programmeTitle } from "#college/programme/programme.contract.ts";
import { programmesByCode, programmesById } from "#college/programme/programme.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { acceptanceFee } from "#fees/acceptance-fee-item/acceptance-fee-item.server.ts";
import { applicationFee } from "#fees/application-fee-item/application-fee-item.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { asCount } from "#kit/value/count.rules.ts";
import { lagosDay } from "#kit/value/dates.rules.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { Refusal, refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import { everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { onConstraint } from "#platform/database/constraint.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { awaitedOffers } from "../offer/offer.server.ts";
import type { checkGroupPayment, makeGroupPayment } from "./group-payment.contract.ts";
import { applicantsIn, type TypedApplicant } from "./group-payment.rules.ts";

type Wanted = v.InferOutput<typeof checkGroupPayment.body>;

/** A fee of one applicant as it stands now. */
interface Fee {
  readonly programme: string;
  readonly title: string;
  readonly items: readonly { readonly _id: string; readonly name: string; readonly amount_kobo: number }[];
  readonly amount_kobo: number;
  readonly serviceID: string;
  /** The last day on which it can be paid, in Lagos. */
  readonly lastday: string;
}

export interface PlannedLine extends Fee {
  readonly applicant: string;
  readonly name: string;
  readonly jamb: string;
}

interface LeftOut {
  readonly line: number;
  readonly given: string;
  readonly name: string | null;
  readonly why: string;
}

export interface GroupPlan {
  readonly session: string;
  readonly listed: readonly PlannedLine[];
  readonly leftOut: readonly LeftOut[];
  readonly total_kobo: number;
}

/** For whom of a list a fee would be paid in the session that admits, and what each costs. Refuses while none does. */
export async function planGroupPayment(db: Database | Trx, { purpose, applicants }: Wanted): Promise<GroupPlan> {
  const { session } = await usualAdmittingSession(db);
  if (!session) throw refuse("no-admission", "No session takes applications, so there is no fee to pay");
  const typed = applicantsIn(applicants);
  const found = await accountsTyped(
    db,
    typed.map(({ number }) => number),
  );
  const people = [...found.values()].map(({ _id }) => _id);
  const priced =
    purpose === "application" ? await priceApplying(db, session, typed) : await priceAccepting(db, session, people);
  const taken = await hindrances(db, { purpose, session }, people);
  const seen = new Set<string>();
  const listed: PlannedLine[] = [];
  const leftOut: LeftOut[] = [];
  for (const [at, one] of typed.entries()) {
    const person = found.get(one.number.toUpperCase());
    const name = person ? fullName(person) : null;
    const fee = person ? priced(one, person._id) : "No applicant has this JAMB number or application code";
    const why =
      typeof fee === "string"
        ? fee
        : seen.has(person?._id ?? "")
          ? "Named twice"
          : (taken(person?._id ?? "", fee.programme) ??
            (fee.serviceID === (listed[0] ?? fee).serviceID
              ? undefined
              : "Is paid to another account of the college: put it on a list of its own"));
    if (person && typeof fee !== "string" && why === undefined) {
      seen.add(person._id);
      listed.push({ ...fee, applicant: person._id, name: fullName(person), jamb: person.jamb });
    } else leftOut.push({ line: at + 1, given: one.given.slice(0, 60), name, why: why ?? "" });
  }
  return { session, listed, leftOut, total_kobo: listed.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0) };
}

type Priced = (typed: TypedApplicant, applicant: string) => Fee | string;

/** The application fee of the programme that stands behind each applicant. */
async function priceApplying(db: Database | Trx, session: string, typed: readonly TypedApplicant[]): Promise<Priced> {
  const closes = await closingOf(db, session);
  const codes = [...new Set(typed.map(({ programme }) => programme).filter((code) => code !== ""))];
  const known = await programmesByCode(db, codes);
  const fees = new Map<string, Fee | string>();
  for (const [code, programme] of known) fees.set(code, await applyingTo(db, programme._id, closes));
  return ({ programme }) => {
    if (programme === "") return "Write the programme's code behind it, after a comma";
    return fees.get(programme.toUpperCase()) ?? `No programme has the code ${programme}`;
  };
}

/** What one programme costs, or why nobody can pay for it now. */
async function applyingTo(db: Database | Trx, programme: string, closes: string | null): Promise<Fee | string> {
  try {
    const fee = await applicationFee(db, programme);
    // Midnight is the end of the day before.
    const lastday = lagosDay(new Date(Date.parse(closes ?? fee.session.closes) - 1).toISOString());
    const { items, amount_kobo, serviceTypeID } = fee;
    return { programme, title: programmeTitle(fee.programme), items, amount_kobo, serviceID: serviceTypeID, lastday };
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** The acceptance fee of each applicant's open offer. */
async function priceAccepting(db: Database | Trx, session: string, people: readonly string[]): Promise<Priced> {
  const offers = await awaitedOffers(db, session, people);
  const titles = await programmesById(db, [...new Set(offers.map(({ programme }) => programme))]);
  const named = (await sessionsById(db, [session])).get(session);
  const fee = named && offers.length > 0 ? await acceptanceFee(db, named) : null;
  return ({ number }, applicant) => {
    const own = offers.filter((one) => one.applicant === applicant);
    const [offer] = own.length > 1 ? own.filter(({ code }) => code.toUpperCase() === number.toUpperCase()) : own;
    if (!fee || own.length === 0) return "Has no offer that can still be accepted";
    if (!offer) return "Has more than one offer: write the application code";
    const title = titles.get(offer.programme);
    const { items, amount_kobo, serviceTypeID } = fee;
    return {
      ...{ programme: offer.programme, title: title ? programmeTitle(title) : "", items, amount_kobo },
      ...{ serviceID: serviceTypeID, lastday: offer.due },
    };
  };
}

interface PaidFee {
  readonly purpose: Wanted["purpose"];
  readonly session: string;
}

/** Who of these has paid a fee himself, or whose payment is being checked: `applicant programme`. */
export async function paidAmong(
  db: Database | Trx,
  { purpose, session }: PaidFee,
  applicants: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ applicant: string; programme: string }>`
    select p.applicant, p.programme from ${everyPayment()} p
    where p.applicant = any(${[...applicants]}::uuid[]) and p.purpose = ${purpose} and p.session = ${session}
      and p.state in ('PAID', 'HELD') and p.surplus is null`.execute(db);
  return new Set(rows.map(({ applicant, programme }) => `${applicant} ${programme}`));
}

/** Why nothing is paid for some of these: it is paid, is waived, or stands on another list. */
async function hindrances(db: Database | Trx, of: PaidFee, applicants: readonly string[]) {
  const [paid, waived] = await Promise.all([paidAmong(db, of, applicants), waivedAmong(db, of, applicants)]);
  const { rows } = await sql<{ applicant: string }>`select applicant from portal.group_payment_line
    where applicant = any(${[...applicants]}::uuid[]) and purpose = ${of.purpose} and session = ${of.session}
      and standing = 'Listed'`.execute(db);
  const listed = new Set(rows.map(({ applicant }) => applicant));
  const fee = waivedFees[of.purpose].toLowerCase();
  return (applicant: string, programme: string): string | undefined => {
    if (paid.has(`${applicant} ${programme}`)) return `Has paid the ${fee} already`;
    if (waived.has(applicant)) return `The ${fee} is waived, or paid by a list, already`;
    return listed.has(applicant) ? "Stands on another list that is to be paid" : undefined;
  };
}

type Making = Ask<Officer, typeof makeGroupPayment.path, v.InferOutput<typeof makeGroupPayment.body>>;

/** Keeps a list as it was seen. Refuses one's own fee (403), and a list that comes to something else by now. */
export async function keepGroupPayment(work: Work, { who, body }: Making) {
  const { trx, note } = work;
  const { payername, payeremail, payerphone, purpose } = body;
  const { session, listed, leftOut, total_kobo } = await planGroupPayment(trx, body);
  const [first] = listed;
  if (!first)
    throw refuseFields("nobody-named", {
      applicants: leftOut[0] ? `${leftOut[0].given}: ${leftOut[0].why}` : "Nobody is named",
    });
  if (total_kobo !== Math.round(body.total * 100))
    throw stale("list-has-changed", `It comes to ${asNaira(naira(total_kobo))} now. Look at it again`);
  await refuseOwnFiles(
    trx,
    who,
    listed.map(({ applicant }) => applicant),
  );
  const _id = newId();
  const lastday = listed.reduce((day, one) => (one.lastday < day ? one.lastday : day), first.lastday);
  const kept = { payername, payeremail, payerphone, purpose, session, count: listed.length, total_kobo, lastday };
  await trx
    .insertInto("group_payment")
    .values({
      ...{ ...kept, _id, serviceID: first.serviceID, items: JSON.stringify(itemsOfList(listed)), madeby: who.staff },
      named: listed.map(({ jamb, name }) => `${jamb} ${name}`).join(" "),
    })
    .execute();
  const rows = listed.map(({ applicant, programme, amount_kobo }) => ({
    ...{ _id: newId(), applicant, programme, amount_kobo },
  }));
  const keeping = sql`insert into portal.group_payment_line (_id, list, applicant, purpose, session, programme, amount_kobo, standing)
    select l._id, ${_id}, l.applicant, ${purpose}, ${session}, l.programme, l.amount_kobo, 'Listed'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(_id uuid, applicant uuid, programme uuid, amount_kobo bigint)
    order by l.applicant`;
  await onConstraint({ group_payment_line_one: listedMeanwhile }, keeping.execute(trx));
  note({ deed: "group_payment.make", subject: `group_payment:${_id}`, after: kept });
  return {
    message: `${payername}: ${asNaira(naira(total_kobo))} for ${asCount(listed.length, "applicant")}`,
    reply: { _id },
  };
}

export const listedMeanwhile = () =>
  stale("list-has-changed", "One of these was just put on another list. Look at it again");

/** The fee items of a list, each summed over its applicants: what they are called says nothing of who it is for. */
function itemsOfList(listed: readonly PlannedLine[]) {
  const summed = new Map<string, { name: string; people: number; amount_kobo: number }>();
  for (const { title, items } of listed)
    for (const { _id, name, amount_kobo } of items) {
      const one = summed.get(`${_id} ${title}`) ?? { name: `${name}, ${title}`, people: 0, amount_kobo: 0 };
      summed.set(`${_id} ${title}`, {
        ...one,
        people: one.people + 1,
        amount_kobo: one.amount_kobo + amount_kobo,
      });
    }
  return [...summed].map(([key, { name, people, amount_kobo }]) => ({
    ...{ _id: key.slice(0, 36), name: `${name}: ${asCount(people, "applicant")}`, amount_kobo },
  }));
}
