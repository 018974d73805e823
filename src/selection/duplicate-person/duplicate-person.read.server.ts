import { sql } from "kysely";
import { isOneOwn } from "#access/own-file/own-file.server.ts";
import { approversBeside } from "#access/staff/staff.server.ts";
import { everyApplication } from "#applications/application/application.server.ts";
import type { Officer } from "#console/scope/scope.server.ts";
import { isAccountLocked } from "#identity/account/account.server.ts";
import { asNaira, naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import { groupedRrr } from "#payments/remita/remita.rules.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import type { Trx } from "#platform/write/perform.server.ts";
import type { comparePair, readAlike } from "./duplicate-person.contract.ts";
import { mergeStops, type PairState } from "./duplicate-person.rules.ts";

export interface Pair {
  readonly _id: string;
  readonly one: string;
  readonly other: string;
  readonly state: PairState;
  readonly kept: string | null;
  readonly gone: string | null;
  readonly proposedby: string | null;
  readonly decidedby: string | null;
  readonly decidedAt: string | null;
  readonly version: number;
}

/** A pair, if the asker may see it: nobody sees one's own. 404. */
export async function pairFor(db: Database, { staff }: Pick<Officer, "staff">, id: string): Promise<Pair> {
  const pair = isId(id)
    ? await db.selectFrom("duplicate_pair").selectAll().where("_id", "=", id).executeTakeFirst()
    : undefined;
  if (!pair || (await isOneOwn(db, staff, [pair.one, pair.other]))) throw notFound();
  return pair as Pair;
}

interface SideRow {
  readonly _id: string;
  readonly firstname: string;
  readonly name: string;
  readonly jamb: string;
  readonly emailaddress: string;
  readonly phonenumber: string;
  readonly dateofbirth: string | null;
  readonly createdAt: string;
  readonly locked: boolean;
  readonly sittings: string[];
  readonly applications: { readonly _id: string; readonly code: string }[];
  readonly payments: { readonly rrr: string; readonly amount_kobo: number }[];
}

export type Side = Omit<SideRow, "payments"> & { readonly paid: readonly string[] };

/** Both sides of a pair, by `_id`: who each is, and what each has paid and submitted. */
export async function sidesOf(db: Database | Trx, ids: readonly string[]): Promise<ReadonlyMap<string, Side>> {
  const { rows } = await sql<SideRow>`
    select p._id, p.firstname, p.name, p.jamb, p.emailaddress, p.phonenumber, p.dateofbirth, p."createdAt",
      ${isAccountLocked(sql.ref("p._id"))} as locked, p.sittings,
      (select coalesce(jsonb_agg(jsonb_build_object('_id', a._id, 'code', a.code) order by a._id), '[]')
        from ${everyApplication()} a where a.applicant = p._id) as applications,
      (select coalesce(jsonb_agg(jsonb_build_object('rrr', q.rrr, 'amount_kobo', q.amount_kobo) order by q._id), '[]')
        from ${everyPayment()} q where q.applicant = p._id and q.state = 'PAID' and q.withdrawn_kobo < q.amount_kobo) as payments
    from portal.person_compared p where p._id = any(${[...ids]}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ payments, ...row }) => [
      row._id,
      {
        ...row,
        paid: payments.map(({ rrr, amount_kobo }) => `${groupedRrr(rrr)} over ${asNaira(naira(amount_kobo))}`),
      },
    ]),
  );
}

/** Why one of two accounts cannot be merged into the other. */
export const stopsOf = (kept: Side, gone: Side): string[] => mergeStops(doneOf(kept), doneOf(gone));

const doneOf = ({ name, applications, paid }: Side) => ({
  name,
  applications: applications.map(({ code }) => code),
  paid,
});

export async function comparedPair(db: Database, who: Officer, id: string): Promise<Replied<typeof comparePair>> {
  const { one: first, other: second, kept, version, proposedby } = await pairFor(db, who, id);
  const sides = await sidesOf(db, [first, second]);
  const [one, other] = [sides.get(first), sides.get(second)];
  if (!one || !other) throw notFound();
  return {
    one: shown(one, stopsOf(other, one)),
    other: shown(other, stopsOf(one, other)),
    kept,
    version,
    own: proposedby === who.staff,
    approvers: await approversBeside(db, "duplicate-persons.approve", who.staff),
  };
}

const shown = ({ firstname: _, paid, ...side }: Side, stops: string[]) => ({ ...side, paid: [...paid], stops });

/** Who is like an applicant, for the file of review. */
export async function alikeTo(
  db: Database,
  { staff }: Pick<Officer, "staff">,
  application: string,
): Promise<Replied<typeof readAlike>> {
  const { rows: found } = isId(application)
    ? await sql<{
        applicant: string;
      }>`select a.applicant from ${everyApplication()} a where a._id = ${application}`.execute(db)
    : { rows: [] };
  const applicant = found[0]?.applicant;
  if (applicant === undefined || (await isOneOwn(db, staff, [applicant]))) throw notFound();
  const { rows } = await sql<Replied<typeof readAlike>[number]>`
    select d._id, p.name, d.reasons, d.strength, d.state from portal.duplicate_pair d
    join portal.known_person p on p._id = case when d.one = ${applicant} then d.other else d.one end
    where ${applicant}::uuid in (d.one, d.other) order by d.points desc, d._id limit 20`.execute(db);
  return rows;
}
