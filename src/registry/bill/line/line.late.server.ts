import { type RawBuilder, sql } from "kysely";
import type { Database } from "#platform/database/connect.server.ts";
import { newId } from "#platform/database/id.server.ts";
import type { Round } from "#platform/jobs/jobs.server.ts";
import { perform, portalItself, type Trx, type Work } from "#platform/write/perform.server.ts";
import { writeMails } from "#reference/message-template/message-template.server.ts";
import { chargesDue, chargesToMake } from "../../late-charge/late-charge.server.ts";
import { everyStudent } from "../../student/student.server.ts";
import { type ChargedLate, lateMail } from "../bill.mail.server.ts";
import { carryOnAll, takeLineBack } from "./line.server.ts";

/** Bills in one transaction: a round that is cut goes on at the next hour. */
const AT_ONCE = 500;

/**
 * What the payments of a bill called `b` come to that were made by a day, without what was taken out of them again, and those on the
 * bills of the same semester whose records were merged into its student's.
 */
const paidBy = (day: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`((select coalesce(sum(p.amount_kobo - p.withdrawn_kobo), 0) from portal.bill_payment p
      where p.bill = b._id and p."takenbackAt" is null and p.paidon <= ${day})
    + (select coalesce(sum(p.amount_kobo - p.withdrawn_kobo), 0) from ${everyStudent()} gone
      join portal.bill twin on twin.student = gone._id and (twin.session, twin.semester) = (b.session, b.semester)
      join portal.bill_payment p on p.bill = twin._id and p."takenbackAt" is null and p.paidon <= ${day}
      where gone.mergedinto = b.student))`;

/**
 * What was to be paid first of a bill called `b` by a day, without any late charge: of what it came to then, or comes to now
 * with what is still to come to it, where that is less. What was added since is late for nobody, and what was paid on another bill makes it no smaller.
 */
const firstPartBy = (
  day: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql`0`,
): RawBuilder<number> => sql<number>`portal.instalment_kobo(least(
    b.billed_kobo - b.late_kobo - least(b.moved_kobo, 0) + ${more},
    (select sum(line.amount_kobo) from portal.bill_line line where line.bill = b._id and line.kind not in ('late', 'moved')
      and (line."createdAt" at time zone 'Africa/Lagos')::date <= ${day})::bigint),
  (b.instalments -> 0 ->> 'share')::integer)`;

/**
 * The bills whose first instalment was due and not met by the day of a late charge `c`, and that do not have it: whose student
 * was billed by then, studied then and still does.
 */
const chargeable = (): RawBuilder<unknown> => sql`
  from (${chargesToMake()}) c
  join portal.bill b on b.session = c.session and b.semester = c.semester and b."takenbackAt" is null
    and (b."createdAt" at time zone 'Africa/Lagos')::date <= c.day and (b.instalments -> 0 ->> 'due')::date <= c.day
  join ${everyStudent()} s on s._id = b.student and s.status = 'Active'
    and (s."statusAt" at time zone 'Africa/Lagos')::date <= c.day
  where ${firstPartBy(sql.ref("c.day"))} > ${paidBy(sql.ref("c.day"))}
    and not exists (select from portal.bill_line had where had.latecharge = c._id and had.bill = b._id)`;

/** Hourly: adds each late charge to the bills that it is for, once, and writes to whose they are. */
export const chargeLate: Round = {
  name: "charge-late",
  cron: "23 * * * *",
  async run({ portal: { db, config } }) {
    for (let more = true; more; ) {
      const { rows } = await sql<{
        bill: string;
      }>`select distinct b._id as bill ${chargeable()} limit ${AT_ONCE}`.execute(db);
      const bills = rows.map(({ bill }) => bill);
      if (bills.length === 0) return;
      await perform(db, portalItself, async (work) => {
        const charged = await chargeBills(work.trx, bills);
        await carryOnAll(
          work,
          charged.map(({ bill }) => bill),
        );
        for (const { bill, charge, amount_kobo } of charged)
          work.note({ deed: "bill.charge-late", subject: `bill:${bill}`, after: { charge, amount_kobo } });
        await writeMails(
          work.trx,
          charged.map((one) => ({ _id: newId(), ...lateMail(config, one) })),
        );
        if (charged.length === 0) work.note({ deed: "bill.charge-late", subject: "bills", after: { charged: 0 } });
      });
      more = bills.length === AT_ONCE;
    }
  },
};

interface ChargedBill extends ChargedLate {
  readonly bill: string;
  readonly charge: string;
}

/** Looks once more when the bills stand still: a payment that was just heard of is seen. */
async function chargeBills(trx: Trx, bills: readonly string[]): Promise<ChargedBill[]> {
  await sql`select from portal.bill where _id = any(${[...bills]}::uuid[]) order by _id for no key update`.execute(trx);
  const { rows } = await sql<ChargedBill>`
    with late as materialized (
      select b._id as bill, c._id as charge, c.label, c.amount_kobo, c.day, s.firstname, s.emailaddress,
        row_number() over (partition by b._id order by c.day) as nth
      ${chargeable()} and b._id = any(${[...bills]}::uuid[])
    ), lines as (
      insert into portal.bill_line (bill, place, kind, label, amount_kobo, latecharge)
      select late.bill, (select max(place) from portal.bill_line l where l.bill = late.bill) + late.nth, 'late', late.label,
        late.amount_kobo, late.charge
      from late)
    select bill, charge, label, amount_kobo, day, firstname, emailaddress from late`.execute(trx);
  return rows;
}

/** A late charge that stands on a bill, by its place. */
interface LateLine {
  readonly bill: string;
  readonly place: number;
  readonly amount_kobo: number;
}

/** A bill, and what is to come to it beside what it is now, in kobo with its sign. */
interface BillWithMore {
  readonly bill: string;
  readonly more_kobo: number;
}

/**
 * The late charges of some bills which are not owed after all: by the day of each, what was due of the bill first was paid. What a
 * loan has paid of them stays, for a bill is not less than nothing.
 */
export async function needlessLate(db: Database | Trx, bills: readonly BillWithMore[]): Promise<LateLine[]> {
  const { rows } = await sql<LateLine>`
    select needless.bill, needless.place, needless.amount_kobo from (
      select l.bill, l.place, l.amount_kobo, sum(l.amount_kobo) over (partition by l.bill order by l.place) as along,
        b.billed_kobo + n.more_kobo as billed_kobo
      from jsonb_to_recordset(${JSON.stringify(bills)}::jsonb) as n(bill uuid, more_kobo bigint)
      join portal.bill b on b._id = n.bill and b.late_kobo > 0
      join portal.bill_line l on l.bill = b._id and l.latecharge is not null and l.takesback is null
      join (${chargesDue()}) c on c._id = l.latecharge
      where ${firstPartBy(sql.ref("c.day"), sql.ref("n.more_kobo"))} <= ${paidBy(sql.ref("c.day"))}
        and not exists (select from portal.bill_line back where back.bill = l.bill and back.takesback = l.place)) needless
    where needless.along <= needless.billed_kobo order by needless.bill, needless.place`.execute(db);
  return rows;
}

const IN_TIME = "A payment that was made in time was heard of later";

/** Takes the late charges of a bill back which its payments met by their day after all. The bill is locked. */
export async function forgiveLate(work: Work, bill: string): Promise<void> {
  for (const { place } of await needlessLate(work.trx, [{ bill, more_kobo: 0 }]))
    await takeLineBack(work, { bill, place, reason: IN_TIME, staff: null });
}
