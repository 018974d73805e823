import { sql } from "kysely";
import type * as v from "valibot";
import { semesterWords } from "#calendar/session/session.rules.ts";
import { sessionsById } from "#calendar/session/session.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Ask } from "#kit/wire/handle.server.ts";
import { refuse, refuseFields, stale } from "#kit/wire/refusal.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId, newId } from "#platform/database/id.server.ts";
import type { Trx, Work } from "#platform/write/perform.server.ts";
import { type AdjustableBill, billsOfTerm, lockBills } from "../bill/bill.server.ts";
import { sponsorById } from "../sponsor/sponsor.server.ts";
import { type FormerNumber, refuseOwnStudents, studentsByMatric } from "../student/student.server.ts";
import type { checkSponsorship, proposeSponsorship, ShareOfBill } from "./sponsorship.contract.ts";
import { unspentOf } from "./sponsorship.pay.server.ts";
import { sharesIn, type TypedShare } from "./sponsorship.rules.ts";

type Wanted = v.InferOutput<typeof checkSponsorship.body>;

interface PlannedShare {
  readonly of: AdjustableBill;
  readonly amount_kobo: number;
}

interface LeftOut {
  readonly line: number;
  readonly given: string;
  readonly name: string | null;
  readonly why: string;
}

export interface SponsorshipPlan {
  readonly shares: readonly PlannedShare[];
  readonly leftOut: readonly LeftOut[];
  readonly formerly: readonly FormerNumber[];
  readonly total_kobo: number;
}

/** What a wish means for each student whom it names, as the bills stand. */
export async function planSponsorship(db: Database | Trx, wanted: Wanted): Promise<SponsorshipPlan> {
  const term = await requireTerm(db, wanted);
  const typed = sharesIn(wanted.students);
  const matrics = [...new Set(typed.map(({ matric }) => matric.toLowerCase()))];
  const known = await studentsByMatric(db, matrics);
  const found = await billsOfTerm(
    db,
    wanted,
    [...known.values()].map(({ _id }) => _id),
  );
  const promised = await promisedOf(
    db,
    [...found.values()].map(({ bill }) => bill),
  );
  const seen = new Set<string>();
  const shares: PlannedShare[] = [];
  const leftOut: LeftOut[] = [];
  const formerly: FormerNumber[] = [];
  for (const [at, one] of typed.entries()) {
    const key = one.matric.toLowerCase();
    const student = known.get(key);
    const of = found.get(student?._id ?? "");
    const judged = seen.has(student?._id ?? key)
      ? "Named twice"
      : !student
        ? "No student has this matric number"
        : of
          ? shareOf(one, of, promised.get(of.bill) ?? 0)
          : `Has no bill of the ${term}`;
    seen.add(student?._id ?? key);
    if (student && student.matric?.toLowerCase() !== key)
      formerly.push({ line: at + 1, given: one.matric, name: student.name, matric: student.matric });
    if (of && typeof judged === "number") shares.push({ of, amount_kobo: judged });
    else
      leftOut.push({ line: at + 1, given: one.given.slice(0, 60), name: student?.name ?? null, why: String(judged) });
  }
  return { shares, leftOut, formerly, total_kobo: shares.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0) };
}

/** What a sponsor pays on a bill, in kobo, or why it pays nothing there. */
function shareOf({ amount_kobo }: TypedShare, of: AdjustableBill, promised_kobo: number): number | string {
  const left = of.billed_kobo - of.paid_kobo - promised_kobo;
  const beside = promised_kobo > 0 ? " beside what sponsors have promised already" : "";
  if (left <= 0) return `Nothing is left of this bill${beside}`;
  if (amount_kobo === undefined)
    return "The amount must be a number such as 12,500, or be left out for all that is left";
  if (amount_kobo === null) return left;
  if (amount_kobo === 0) return "The amount must be more than 0";
  return amount_kobo <= left ? amount_kobo : `Only ${asNaira(naira(left))} is left of this bill${beside}`;
}

/** What other sponsors are to pay on bills, by bill: proposed or approved, and not paid yet. */
async function promisedOf(db: Database | Trx, bills: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ bill: string; kobo: number }>`
    select h.bill, sum(h.amount_kobo)::bigint as kobo from portal.sponsorship_share h
    join portal.sponsorship s on s._id = h.sponsorship and s.state in ('Proposed', 'Approved')
    where h.bill = any(${[...bills]}::uuid[]) group by h.bill`.execute(db);
  return new Map(rows.map(({ bill, kobo }) => [bill, kobo]));
}

async function requireTerm(db: Database | Trx, { session, semester }: Wanted): Promise<string> {
  const found = isId(session) ? (await sessionsById(db, [session])).get(session) : undefined;
  if (!found) throw refuseFields("choice-not-found", { session: "This session does not exist" });
  return `${semesterWords(semester)} ${found.name}`;
}

export const asShare = ({ of, amount_kobo }: PlannedShare): ShareOfBill => ({
  bill: of.bill,
  student: of.student,
  name: of.name,
  matric: of.matric,
  amount: naira(amount_kobo),
  left: naira(of.billed_kobo - of.paid_kobo),
});

type Proposing = Ask<Officer, typeof proposeSponsorship.path, v.InferOutput<typeof proposeSponsorship.body>>;

/** Keeps a proposal as it was seen. Refuses an unknown sponsor, one's own bill, and more than what is left of a payment. */
export async function keepSponsorship(work: Work, { who, body }: Proposing) {
  const { trx, note } = work;
  const sponsor = await sponsorById(trx, body.sponsor);
  if (!sponsor?.status) throw refuseFields("choice-not-found", { sponsor: "Choose a sponsor from the list" });
  // Two sponsors who promise the same bill at once: the second is told what the first has promised.
  await lockBills(
    trx,
    (await planSponsorship(trx, body)).shares.map(({ of }) => of.bill),
  );
  const { shares, leftOut, total_kobo } = await planSponsorship(trx, body);
  if (shares.length === 0)
    throw refuseFields("nobody-to-sponsor", {
      students: leftOut[0] ? `${leftOut[0].given}: ${leftOut[0].why}` : "Nobody is named",
    });
  if (total_kobo !== Math.round(body.total * 100))
    throw stale("list-has-changed", `It comes to ${asNaira(naira(total_kobo))} now. Look at it again`);
  if (body.spreads !== undefined) await requireUnspent(trx, sponsor._id, body.spreads, total_kobo);
  await refuseOwnStudents(
    trx,
    who,
    shares.map(({ of }) => of),
  );
  const _id = newId();
  const kept = {
    ...{ sponsor: sponsor._id, name: sponsor.name, label: body.label, session: body.session, semester: body.semester },
    ...{ serviceID: usualService(shares), count: shares.length, total_kobo, spreads: body.spreads ?? null },
  };
  const named = shares.map(({ of }) => of.matric ?? of.name).join(" ");
  await trx
    .insertInto("sponsorship")
    .values({ _id, ...kept, reason: body.reason, named, proposedby: who.staff })
    .execute();
  const rows = shares.map(({ of, amount_kobo }) => ({
    ...{ _id: newId(), bill: of.bill, student: of.student, amount_kobo },
  }));
  await sql`insert into portal.sponsorship_share (_id, sponsorship, bill, student, amount_kobo)
    select h._id, ${_id}, h.bill, h.student, h.amount_kobo
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as h(_id uuid, bill uuid, student uuid, amount_kobo bigint)`.execute(
    trx,
  );
  note({ deed: "sponsorship.propose", subject: `sponsorship:${_id}`, after: kept, reason: body.reason });
  const many = shares.length === 1 ? "one student" : `${shares.length} students`;
  return { message: `${sponsor.name}: ${asNaira(naira(total_kobo))} for ${many} is proposed`, reply: { _id } };
}

async function requireUnspent(trx: Trx, sponsor: string, payment: string, total_kobo: number): Promise<void> {
  const left = isId(payment) ? await unspentOf(trx, payment, sponsor) : 0;
  if (left < total_kobo)
    throw refuse(
      "unspent-too-little",
      `${asNaira(naira(left))} of that payment is unspent, and this comes to ${asNaira(naira(total_kobo))}`,
    );
}

/** One payment goes to one service of the provider: to that of most of the bills. */
function usualService(shares: readonly PlannedShare[]): string {
  const counted = new Map<string, number>();
  for (const { of } of shares) counted.set(of.serviceID, (counted.get(of.serviceID) ?? 0) + 1);
  const [most] = [...counted].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return most?.[0] ?? "";
}
