import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Officer } from "#console/scope/scope.server.ts";
import { fullName } from "#identity/account/account.rules.ts";
import { contactsOf } from "#identity/account/account.server.ts";
import { naira } from "#kit/value/money.contract.ts";
import type { Replied } from "#kit/wire/endpoint.contract.ts";
import { notFound } from "#kit/wire/refusal.server.ts";
import { everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import type { Database } from "#platform/database/connect.server.ts";
import { isId } from "#platform/database/id.server.ts";
import { storedFiles } from "#platform/files/stored-file.server.ts";
import type { readWaiver } from "./fee-waiver.contract.ts";

/** For whom a fee is waived, who has used it, and the paper that it rests on. 404 for an unknown one. */
export async function waiverFile(
  { portal }: FastifyInstance,
  who: Officer,
  id: string,
): Promise<Replied<typeof readWaiver>> {
  const { db, files } = portal;
  const kept = isId(id)
    ? await db
        .selectFrom("fee_waiver")
        .leftJoin(storedFiles(db), "file._id", "fee_waiver.evidence")
        .select(["proposedby", "file.newname", "file.mediatype"])
        .where("fee_waiver._id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!kept) throw notFound();
  const { rows } = await sql<{
    applicant: string;
    number: string;
    ended: boolean;
    usedAt: string | null;
    waived_kobo: number | null;
    payment: string | null;
  }>`select l.applicant, l.number, l.ended, l."usedAt", l.waived_kobo, p._id as payment
    from portal.fee_waiver_line l left join ${everyPayment()} p on p.waiver = l._id
    where l.waiver = ${id} order by l.number`.execute(db);
  const people = await contactsOf(
    db,
    rows.map(({ applicant }) => applicant),
  );
  const known = new Map(people.map((one) => [one._id, one]));
  return {
    own: kept.proposedby === who.staff,
    evidence:
      kept.newname !== null && kept.mediatype !== null
        ? { link: await files.link(kept.newname), mediatype: kept.mediatype }
        : null,
    list: rows.map(({ applicant, ended, waived_kobo, ...line }) => {
      const one = known.get(applicant);
      return {
        ...{ ...line, applicant, name: one ? fullName(one) : "", jamb: one?.jamb ?? "" },
        standing: ended ? ("Ended" as const) : line.usedAt ? ("Used" as const) : ("Not used" as const),
        waived: waived_kobo === null ? null : naira(waived_kobo),
      };
    }),
  };
}

/**
 * How many fees were waived on the days between two in Lagos, both included, and what would have been paid, in kobo. What a list has
 * paid is none of them: its money is in the books.
 */
export async function waivedBetween(db: Database, from: string, until: string) {
  const { rows } = await sql<{ count: number; kobo: number }>`
    select count(*)::int as count, coalesce(sum(l.waived_kobo), 0)::bigint as kobo from portal.fee_waiver_line l
    join portal.fee_waiver w on w._id = l.waiver and w.kind <> 'Paid in a list'
    where ("usedAt" at time zone 'Africa/Lagos')::date between ${from}::date and ${until}::date`.execute(db);
  return rows[0] ?? { count: 0, kobo: 0 };
}
