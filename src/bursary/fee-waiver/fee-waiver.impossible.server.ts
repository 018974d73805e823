import { sql } from "kysely";
import { everyPayment } from "#payments/payment-reference/payment-reference.server.ts";
import type { Impossible } from "#platform/portal/impossible.server.ts";
import type { OwnRows } from "#platform/portal/own-rows.server.ts";

export const impossibleWaivers: readonly Impossible[] = [
  {
    name: "waived-by-one",
    sentence: "A fee is waived by two people",
    rows: sql`select 'fee_waiver:' || _id as subject from portal.fee_waiver
      where state in ('Approved', 'Revoked') and kind <> 'Paid in a list' and decidedby is not distinct from proposedby`,
  },
  {
    name: "waiver-beside-its-payment",
    sentence: "A waiver that is used has its paper, of the same person, fee and session; one that is not has none",
    rows: sql`select 'fee_waiver_line:' || l._id as subject from portal.fee_waiver_line l
      left join ${everyPayment()} p on p.waiver = l._id
      where (l."usedAt" is null) <> (p._id is null) or p._id is not null and (p.state <> 'PAID' or p.rrr <> l.number
        or (p.applicant, p.purpose, p.session) is distinct from (l.applicant, l.purpose, l.session))`,
  },
];

export const ownWaivers: OwnRows = {
  name: "waived fees",
  tables: ["fee_waiver_line"],
  rows: (
    owner,
  ) => sql`select to_jsonb(l) || jsonb_build_object('kind', w.kind, 'sponsor', w.sponsor, 'state', w.state) as row
    from portal.fee_waiver_line l join portal.fee_waiver w on w._id = l.waiver
    where l.applicant = ${owner} and w.state in ('Approved', 'Revoked') order by l.number`,
  stays: {
    what: ({ length }) => [length === 1 ? "A fee that was waived for you" : `${length} fees that were waived for you`],
    why: "The law asks the college to keep its books, and who need not pay stands in them",
  },
};
